/** What is wrong with a data set that the terminal is given. */

interface DataFile {
  readonly name: string;
  readonly rows: number;
  /** The first digits of its SHA-256. */
  readonly digest: string;
}

export const terminalDataFaults = {
  E_FLAG: (
    of:
      | { readonly wrong: 'no data'; readonly flag: string }
      | { readonly wrong: 'data of a run' | 'two splits' }
      | { readonly wrong: 'share'; readonly given: string },
  ) => {
    switch (of.wrong) {
      case 'no data':
        return { message: `${of.flag} says how a file of problems is read, but none is given.`, hint: 'Add --data FILE.' };
      case 'data of a run':
        return { message: 'This run made its problems up, so --data has nothing to give it.', hint: 'Leave it out.' };
      case 'two splits':
        return {
          message: '--test-share draws the test split, and --split-column reads it off the rows.',
          hint: 'Leave one of them out.',
        };
      case 'share':
        return {
          message: `--test-share takes a share from 0 to below 1, not “${of.given}”.`,
          hint: 'For example: --test-share 0.2.',
        };
    }
  },
  E_DATASET_COLUMN: ({
    file,
    column,
    columns,
  }: {
    readonly file: string;
    readonly column: string;
    readonly columns: readonly string[];
  }) => ({
    message: `${file} has no column “${column}”.`,
    hint: `It has: ${columns.join(', ')}.`,
  }),
  E_DATASET_OTHER: ({ named, given, of }: { readonly named: DataFile; readonly given: DataFile; readonly of: 'project' | 'run' }) => ({
    message: `The project takes its problems from “${named.name}” (${named.rows} rows, SHA-256 ${named.digest}…); ${given.name} is another file (${given.rows} rows, ${given.digest}…).`,
    hint: of === 'run' ? 'Give the file the run was made with.' : 'Give that file, or say with --map how the other one is read.',
  }),
};
