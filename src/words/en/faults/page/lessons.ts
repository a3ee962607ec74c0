/** What is wrong with lessons that are opened. */
export const lessonFaults = {
  E_LESSON_MISSING: ({ lesson, language }: { readonly lesson: string; readonly language: string | null }) => ({
    message: `The lesson “${lesson}” is not there${language === null ? '' : ` in “${language}”`}.`,
    hint: 'Choose another one under Learn.',
  }),
};
