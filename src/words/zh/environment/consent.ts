/** Chinese words about environment code that came from outside: it runs once a person has read it and agreed. */
import type { consentEn } from '../../en/environment/consent.ts';
import type { Translated } from '../../forms/translated.ts';

export const consentZh: Translated<typeof consentEn> = {
  title: '运行这个项目的环境代码吗？',
  intro: (name) => `「${name}」带有自己的环境，也就是生成题目、发放奖励的程序。它不是在这里写的。运行之前请先读一读。`,
  may: '它在沙箱里运行：可以在内存和计算量的限度内，为你的智能体计算题目、文字和奖励。它接触不到网络、你的文件、这个页面、其他项目和时钟。',
  still: '有缺陷或恶意的代码仍可能毁掉一次运行：它可以奖励胡言乱语，或输出误导人的文字。',
  size: (lines, kilobytes, file) => `${file} · ${lines} 行 · ${kilobytes} KB`,
  aria: (file) => `运行之前要读的代码，${file}`,
  run: '运行',
  closed: '保持关闭',
  framed: '这个页面显示在另一个页面里，那个页面可以用任何东西盖住这个提问：外来的代码不能在这里运行。请在单独的标签页中打开本页。',
  ownTab: '在单独的标签页中打开',
  held: '这个环境来自外部，暂不运行：在你读过之前，不会检查、试用它，也不会用它训练。',
  heldShort: '环境代码暂不运行，等你读过之后再用。',
  heldTrain: '环境的代码来自外部：训练之前请先审阅。',
  heldWarm: '环境的代码来自外部：让团队热启动之前请先审阅。',
  review: '审阅代码',
};
