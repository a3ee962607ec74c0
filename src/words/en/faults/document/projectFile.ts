/** What keeps a file from being read as a project. */

const CHOOSE = 'Choose a project file that was saved by the workbench.';

/** The first finding of the schema: where, and how many there are besides. */
interface Finding {
  readonly path: string;
  readonly more: number;
}

const at = ({ path, more }: Finding): string => path + (more > 0 ? ` (and ${more} more)` : '');

export const projectFileFaults = {
  E_DOCUMENT_SIZE: ({ most }: { readonly most: number }) => ({
    message: `The file is larger than ${most / 2 ** 20} MiB.`,
    hint: 'A project holds only prompts, code and settings; models and runs are separate files.',
  }),
  E_DOCUMENT_JSON: () => ({ message: 'The file is not valid JSON.', hint: CHOOSE }),
  E_DOCUMENT_INVALID: (of: { readonly found: 'depth' } | ({ readonly found: 'value'; readonly wrong: string | undefined } & Finding)) =>
    of.found === 'depth'
      ? { message: 'The file is nested too deeply to be a project.', hint: CHOOSE }
      : {
          message: `The project has a value that cannot be used: ${at(of)}: ${of.wrong ?? 'not a project'}.`,
          hint: 'Correct it in the file and open it again.',
        },
  E_DOCUMENT_UNKNOWN_FIELD: (of: Finding) => ({
    message: `The project has a field that this version does not know: ${at(of)}.`,
    hint: 'Check its spelling, or remove it.',
  }),
  E_DOCUMENT_VERSION: (
    of:
      | { readonly found: 'none' }
      | { readonly found: 'other'; readonly said: string }
      | { readonly found: 'old'; readonly version: number },
  ) => {
    switch (of.found) {
      case 'none':
        return {
          message: 'The file is not a project: it does not say its version.',
          hint: 'Choose a project file that was saved by the workbench; role profiles of the original MARFT are imported separately.',
        };
      case 'other':
        return { message: `The project's version, ${of.said}, is not a whole number from 1.`, hint: CHOOSE };
      case 'old':
        return {
          message: `Projects of format ${of.version} can no longer be read.`,
          hint: 'Open and save the project once in an older workbench.',
        };
    }
  },
  E_DOCUMENT_FUTURE: ({ name, version, reads }: { readonly name: string; readonly version: number; readonly reads: number }) => ({
    message: `The project${name === '' ? '' : ` “${name}”`} was saved by a newer workbench (format ${version}; this one reads up to ${reads}).`,
    hint: 'Update the workbench, or open the project in the one it was saved with. It was not changed.',
  }),
};
