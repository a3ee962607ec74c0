/** Why a pasted text holds no agents. */

const COPY_FIRST = 'Select agents on a canvas and copy them first.';

export const clipboardFaults = {
  E_CLIP_EMPTY: () => ({ message: 'There is no text on the clipboard.', hint: 'Copy agents on a canvas first.' }),
  E_CLIP_SIZE: () => ({ message: 'The text on the clipboard is longer than any team could be.', hint: COPY_FIRST }),
  E_CLIP_OTHER: (of: { readonly found: 'text'; readonly beginning: string } | { readonly found: 'project' | 'profiles' | 'data' }) => {
    switch (of.found) {
      case 'text':
        return { message: `The clipboard holds other text (“${of.beginning}”), not agents.`, hint: COPY_FIRST };
      case 'project':
        return { message: 'The clipboard holds a whole project, not agents.', hint: 'Save it as a file and import that.' };
      case 'profiles':
        return { message: 'The clipboard holds role profiles, not agents of a canvas.', hint: 'Save them as a file and import that.' };
      case 'data':
        return { message: 'The clipboard holds data of another kind, not agents.', hint: COPY_FIRST };
    }
  },
  E_CLIP_VERSION: ({ version, reads }: { readonly version: string | null; readonly reads: number }) => ({
    message: `These agents were copied in another version of the workbench (format ${version ?? 'unknown'}; this one reads ${reads}).`,
    hint: 'Reload both tabs, then copy again.',
  }),
  E_CLIP_INVALID: (
    of:
      | { readonly found: 'form'; readonly path: string; readonly wrong: string | undefined }
      | { readonly found: 'graph'; readonly fault: { readonly message: string } },
  ) =>
    of.found === 'form'
      ? {
          message: `The agents on the clipboard cannot be used: ${of.path || 'the text'}: ${of.wrong ?? 'not agents'}.`,
          hint: 'Copy them again; the text was changed on the way.',
        }
      : {
          message: `The agents on the clipboard do not form a team: ${of.fault.message}`,
          hint: 'Fix the team they come from, then copy again.',
        },
};
