/** Chinese sentences on what stands in the way of the lesson that is open. */
import type { openLessonEn } from '../../en/learn/openLesson.ts';
import type { Translated } from '../../forms/translated.ts';

export const openLessonZh: Translated<typeof openLessonEn> = {
  noStep: (step) => `这节课没有「${step}」这一步；课程停在上次离开的地方。`,
  gated: '后面会显示结果：请先作出这个预测。',
  projectGone: '这节课的项目已经不在了，因此打开了一个新的；你的回答还在。',
  astray: '打开的是另一个项目。走到下一步，或重新打开这节课，就会回到课程的项目。',
  noIteration: (iteration) => `这次运行里没有第 ${iteration} 次迭代的回合。请换一次迭代，或显示录下的运行。`,
  noEpisode: (episode) => `这次运行里没有这一步要看的回合 ${episode}。请换一个。`,
  noRecorded: '这节课录下的运行不在。请自己训练这个项目，或重新加载页面。',
  locked: (why) => `课程没能改动项目。${why}`,
};
