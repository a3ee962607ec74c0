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
    hint: 'It restarts when the environment is loaded again; past runs are unharmed.',
  }),
  E_LIBRARY_DIED: () => ({
    message: 'The worker that stores runs stopped unexpectedly.',
    hint: 'Stored runs are unharmed, and the worker restarts: try again.',
  }),
  E_EXPORT_WORKER: () => ({
    message: 'The worker that writes exports stopped, probably because the browser ran out of memory.',
    hint: 'The run is unharmed: close other tabs and export again, or reload the page.',
  }),
  E_HUB_DIED: () => ({
    message: 'The worker that fetches models stopped unexpectedly.',
    hint: 'What has arrived is kept: start it again, and it goes on from there.',
  }),
  E_DATASET_READER: ({ name }: { readonly name: string }) => ({
    message: `${name} could not be read: the worker reading it stopped, probably because the browser ran out of memory.`,
    hint: 'Import a part of the file, or close other tabs.',
  }),
};
