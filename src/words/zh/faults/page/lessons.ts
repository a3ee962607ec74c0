/** Chinese words of what is wrong with lessons that are opened. */
import type { lessonFaults } from '../../../en/faults/page/lessons.ts';
import type { Translated } from '../../../forms/translated.ts';

export const lessonFaultsZh: Translated<typeof lessonFaults> = {
  E_LESSON_MISSING: ({ lesson, language }) => ({
    message: `${language === null ? '' : `在「${language}」中`}没有「${lesson}」这一课。`,
    hint: '请在「学习」下另选一课。',
  }),
};
