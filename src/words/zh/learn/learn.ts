/** Chinese words of the Learn place: what its parts are called. */
import type { learnEn } from '../../en/learn/learn.ts';
import type { Translated } from '../../forms/translated.ts';

export const learnZh: Translated<typeof learnEn> = {
  label: '课程、指南、文档、示例、术语和快捷键',
  tabs: {
    lessons: '课程',
    choice: '一次选择',
    credit: '信用',
    argument: '两个智能体',
    challenges: '挑战',
    museum: '缺陷博物馆',
    miniature: '论文缩影',
    test: '期末测验',
    teachers: '教师专栏',
    guide: '指南',
    docs: '文档',
    examples: '示例',
    words: '术语',
    keys: '快捷键',
  },
};
