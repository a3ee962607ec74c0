/** What is wrong with the files of a study, taken together. */
export const studyFilesFaults = {
  E_STUDY_FILES: ({
    found,
    subject,
    other,
  }: {
    /** Two studies, or two files of one participant that do not go on from one another. */
    readonly found: 'studies' | 'twice';
    readonly subject: string;
    readonly other: string;
  }) =>
    found === 'studies'
      ? { message: `${subject} is of another study than ${other}.`, hint: 'Give the files of one link at a time.' }
      : {
          message: `${subject} and ${other} have the same code, and neither goes on from the other.`,
          hint: 'Two people took the same code, or one began again. Ask them, and leave one of the files out.',
        },
};
