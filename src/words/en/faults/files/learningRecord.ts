/** What is wrong with a learning record. */

/** What a file is that is no learning record. */
export type LearningRecordDefect =
  | { readonly found: 'large' | 'no_json' | 'other' }
  | { readonly found: 'newer'; readonly version: number }
  | { readonly found: 'field' | 'contradiction'; readonly field: string };

export const learningRecordFaults = {
  E_LEARNING_RECORD: (of: { readonly subject: string } & LearningRecordDefect) => {
    switch (of.found) {
      case 'large':
        return {
          message: `“${of.subject}” is larger than any learning record.`,
          hint: 'Choose a file that the page has saved under Learn.',
        };
      case 'no_json':
        return { message: `“${of.subject}” is no JSON.`, hint: 'Choose a file that the page has saved under Learn.' };
      case 'other':
        return { message: `“${of.subject}” is not a learning record.`, hint: 'Choose a file that the page has saved under Learn.' };
      case 'newer':
        return {
          message: `“${of.subject}” is a learning record of version ${of.version}, which this workbench cannot read.`,
          hint: 'Open it with the workbench it was made with, or a newer one.',
        };
      case 'field':
        return {
          message: `“${of.subject}” is not a whole learning record: “${of.field || 'it'}” is not what docs/learning-record.md says.`,
          hint: 'Ask for the file as the page saved it.',
        };
      case 'contradiction':
        return {
          message: `“${of.subject}” contradicts itself at “${of.field}”, so it was changed after the page had saved it.`,
          hint: 'Ask for the file as the page saved it.',
        };
    }
  },
};
