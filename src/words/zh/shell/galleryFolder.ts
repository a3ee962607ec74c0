/** Chinese words of a project as a folder for the gallery. */
import type { galleryFolderEn } from '../../en/shell/galleryFolder.ts';
import type { Translated } from '../../forms/translated.ts';

export const galleryFolderZh: Translated<typeof galleryFolderEn> = {
  about:
    '一个 zip，内含拉取请求要添加到工作台图库的文件夹：项目、卡片、团队的图，如果你愿意，还有屏幕上的运行。不会上传任何东西。测试会拒绝的内容，这里就会指出。',
  fields: {
    title: { label: '标题', help: '卡片的名称；文件夹名由它生成。' },
    shows: {
      label: '展示什么',
      help: '用一句话说明这是什么项目。团队训练成什么样由曲线来说；若要用文字说，需要多个种子的证据。',
    },
    look: { label: '先看什么', help: '「请看：……」后面的话。' },
    author: { label: '作者', help: '按它在卡片上的写法填写。' },
    licence: { label: '许可证', help: '别人可以怎样使用这个文件夹，用 SPDX 名称，例如 MIT 或 CC-BY-4.0。' },
  },
  run: (iterations) => `附上屏幕上的运行（${iterations} 次迭代）`,
  runHelp: '它的曲线、三次迭代的回合，放得下时还有最新的适配器；最多 1 MB。',
  noRun: {
    none: '屏幕上没有本工作台的运行，所以文件夹里也没有。',
    other: '屏幕上的运行属于另一个项目，或用了别的设置，所以不放入。',
    unkept: '屏幕上的运行没有保留在这个浏览器里，所以不放入。',
  },
  download: '下载文件夹',
  done: (file, size) => `${file}（${size}）已在你的下载里。把它解压到代码仓库的 gallery/ 里，然后发起拉取请求。`,
};
