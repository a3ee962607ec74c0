/** Chinese words of what this browser keeps and this build does not take. */
import type { keptFaults, KeptThing } from '../../../en/faults/page/kept.ts';
import type { Translated } from '../../../forms/translated.ts';

const NAMES: Readonly<Record<KeptThing, string>> = {
  lessons: '课程进度',
  test: '期末测验的答案',
  challenges: '挑战进度',
  pins: '固定的回合',
  demonstrations: '示范',
  queue: '运行队列',
  consent: '同意运行的代码清单',
  projects: '项目',
  branches: '对录制运行做过的尝试',
  bases: '基座模型',
};

export const keptFaultsZh: Translated<typeof keptFaults> = {
  E_KEPT_FUTURE: ({ what, version, reads }) => ({
    message: `这个浏览器中的${NAMES[what]}由更新版本的工作台写下${
      version === null ? '' : `（格式 ${version}；这个版本最多读到 ${reads}）`
    }，因此这个版本不打开它。`,
    hint: '其中没有任何改动。请关闭这个页面的其他标签页，再重新载入以使用新版本；在此之前，在这里对它所做的改动会随标签页关闭而消失。',
  }),
  E_KEPT_DAMAGED: ({ what, key }) => ({
    message: `这个浏览器保存的${NAMES[what]}已损坏，读不出来，因此从头开始。`,
    hint: `其文本原样留在这个浏览器的存储中，名为「${key}」。`,
  }),
};
