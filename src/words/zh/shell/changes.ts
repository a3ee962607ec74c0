/** Chinese words of what is new in the page, and of what the browser lacks. */
import type { changesEn } from '../../en/shell/changes.ts';
import type { Translated } from '../../forms/translated.ts';

export const changesZh: Translated<typeof changesEn> = {
  title: '新变化',
  version: (version, commit) => (commit ? `${version} · ${commit}` : version),
  about: '当前版本与新变化',
  some: (count) => `${count} 项新变化`,
  since: (version) => `自你上次来访（当时是版本 ${version}）以来。`,
  none: '自你上次来访以来没有新变化。',
  all: '显示全部变化',
  browser: '这个浏览器',
  complete: '页面要用的它都有。',
  lacks: {
    webgpu: '没有 WebGPU：训练在 WebAssembly 上进行。',
    sharedMemory: '没有工作线程之间的共享内存：小模型在每个工作线程里各存一份，超过 64 MB 的只由一个工作线程计算。',
    privateFiles: '没有私有文件：运行不会保留，Hub 的模型也无法保留。',
    persist: '没有保留承诺：浏览器空间不足时可能清除项目和运行。要长期保存的请导出。',
    savePicker: '不能为大的导出选择位置：它们会进入下载文件夹，写完之前由浏览器暂存。',
    serviceWorker: '没有 service worker：页面离不开它的主机，没有网络就打不开。',
    idle: '无法得知浏览器何时空闲：需要提前获取的内容改为在固定时间之后获取。',
    localStorage: '没有存储：项目只在这个标签页打开期间保留。',
  },
};
