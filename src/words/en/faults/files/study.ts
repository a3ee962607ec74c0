/** What is wrong with the link of a study, a participant's code, or the file of one. */

const LINK = 'It reads ?study=LESSON.NAME or ?study=LESSON.NAME.SEED, such as ?study=lazy-team.spring-2026.7 (docs/study.md#the-link).';

const LINK_DEFECTS = {
  parts: (part: string) => `This study link has not two or three parts with a full stop between them: “${part}”.`,
  lesson: (part: string) => `This study link names a lesson that is not there: “${part}”.`,
  name: (part: string) =>
    `This study link has a name that is none: “${part}”. Small letters, digits and single hyphens make one, 40 at most.`,
  seed: (part: string) => `This study link has a seed that is none: “${part}”. It is a whole number from 0 to 4294967295.`,
};

const DEFECTS = {
  large: 'it is larger than any participation',
  cut: 'the last line has no end',
  json: 'the line is not JSON',
  header: 'a file begins with the header of a study, version 1, with a valid lesson, name, seed and code',
  assignment: 'the link and the code lead to another condition or order of forms',
  event: 'the line is no event of a study: a field is missing, unknown or of the wrong type',
  time: 'it is earlier than what stands before it',
  phase: 'this part of the study does not follow the one before',
  place: 'such an event does not belong to this part of the study',
  item: 'the item is not of the form that this test takes',
  twice: 'the item was answered already in this test',
  right: 'the inventory says otherwise whether the answer is right',
};
export type StudyDefect = keyof typeof DEFECTS;

export const studyFaults = {
  E_STUDY_LINK: ({ found, part }: { readonly found: keyof typeof LINK_DEFECTS; readonly part: string }) => ({
    message: LINK_DEFECTS[found](part),
    hint: LINK,
  }),
  E_STUDY_CODE: (_: object) => ({
    message: 'This is not a code.',
    hint: 'A code has 2 to 24 letters (A to Z) and digits, with single hyphens between them, such as P017.',
  }),
  E_STUDY_FILE: ({ subject, line, found }: { readonly subject: string; readonly line: number; readonly found: StudyDefect }) => ({
    message: `${subject}, line ${line}: ${DEFECTS[found]}.`,
    hint: 'Take the file as the page exported it (docs/study.md#the-file).',
  }),
  E_STUDY_STORAGE: (_: object) => ({
    message: 'This browser keeps nothing for this page, so that answers would be lost and the last test could not be found again.',
    hint: 'Allow the page to keep data, leave private browsing, or take another browser.',
  }),
  E_STUDY_LOST: (_: object) => ({
    message: 'The last answer could not be kept: the browser’s storage is full or forbidden.',
    hint: 'Download your file now, make room, and load the page again.',
  }),
};
