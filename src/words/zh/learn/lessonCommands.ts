/** Chinese words of what can be done with lessons by command. */
import type { lessonCommandsEn } from '../../en/learn/lessonCommands.ts';
import type { Translated } from '../../forms/translated.ts';

export const lessonCommandsZh: Translated<typeof lessonCommandsEn> = {
  list: '全部课程',
  test: '期末测验，以及可以上交的记录',
  alsoTest: 'exam quiz questions concept inventory score form learning record hand in 测验 考试 成绩 记录 上交',
  next: '本课的下一步',
  previous: '本课的上一步',
  challenges: '挑战：用尽可能少的重放找出是谁',
  fold: '收起课程，或重新展开',
  focus: '课程：只留课文和它所指的部分，或整个工作台',
  leave: '离开课程，回到你自己的项目',
  also: 'lesson learn course teach tutorial step 课 课程 学习 教学 教程 步骤',
  alsoChallenges: 'challenge culprit blame replay game score 挑战 谁 错误 重放 得分',
  none: '没有打开的课程。',
  last: '这是最后一步。',
  first: '这是第一步。',
  gated: '请先作出这一步的预测。',
};
