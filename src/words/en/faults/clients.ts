/** What the page is told of a worker that is not there any more. */

type LostEnvironment = { readonly found: 'stopped' | 'unreadable' } | { readonly found: 'silent'; readonly milliseconds: number };

function didAtLast(of: LostEnvironment): string {
  switch (of.found) {
    case 'stopped':
      return 'stopped';
    case 'unreadable':
      return 'sent something unreadable';
    case 'silent':
      return `did not answer within ${Math.round(of.milliseconds / 1000)} s`;
  }
}

export const clientsFaults = {
  E_ENV_LOST: (of: LostEnvironment) => ({
    message: `The environment worker ${didAtLast(of)}.`,
    hint: 'It is started afresh when the environment is loaded again; past runs are unharmed.',
  }),
  E_LIBRARY_DIED: () => ({
    message: 'What keeps runs stopped unexpectedly.',
    hint: 'Runs that were kept are unharmed; it is started anew: try again.',
  }),
  E_DATASET_READER: ({ name }: { readonly name: string }) => ({
    message: `${name} could not be read: what reads it stopped, probably because the browser had no memory left.`,
    hint: 'Import a part of the file, or close other tabs.',
  }),
};
