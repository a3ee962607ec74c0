/** Chinese words of what the page says of a run in its workers' stead. */
import type { pageNoticesEn } from '../../en/runs/pageNotices.ts';
import type { Translated } from '../../forms/translated.ts';

export const pageNoticesZh: Translated<typeof pageNoticesEn> = {
  new_seed: ({ seed, shipped }) =>
    `种子 ${seed}，让人一眼看出这次运行是你自己的：若用录制的运行的种子 ${shipped}，看上去就会像它的重放。撤销会为下一次运行恢复 ${shipped}。`,
  suspended: ({ time, iteration }) =>
    `在第 ${iteration} 次迭代之后，浏览器让这个页面暂停了约 ${time}；训练随之停下，之后又继续。结果不受影响，只影响计时。`,
  backend_changed: ({ from, to }) => `这次运行先前在 ${from} 上计算，现在改在 ${to} 上继续；它的数值无法只在其中一种上重现。`,
  worker_restarted: ({ why, from, reached }) =>
    `${why}它已重新启动，运行从第 ${from} 次迭代的检查点继续${reached === null ? '' : `；其后直到第 ${reached} 次迭代的部分重新计算`}。`,
  library_restarted: () => '在这个浏览器中保存运行的部分意外停止，已重新启动；当时还没有写入磁盘的行又送了一次，所以一行也没有丢。',
};
