/** What keeps runs from being kept, listed, read or gone on with. */

/** Since when there is no room, and for what. */
type NoRoom = 'page' | 'run_goes_on' | 'run_taken_in';

export const runsFaults = {
  E_LIBRARY_FULL: ({ found }: { readonly found: NoRoom }) => {
    switch (found) {
      case 'page':
        return {
          message: 'This browser has no room left for this page: new runs are not stored and will be gone when this tab closes.',
          hint: 'Delete runs you no longer need, or make room on the disk. Runs that were kept are unharmed.',
        };
      case 'run_taken_in':
        return {
          message: 'This browser has no room left to keep this run.',
          hint: 'Delete runs you no longer need, then open it again.',
        };
      case 'run_goes_on':
        return {
          message: 'This browser has no room left to keep this run; it goes on in memory.',
          hint: 'Delete runs you no longer need, then storing resumes. Export it before you close the tab.',
        };
    }
  },
  E_LIBRARY_UNAVAILABLE: ({ found }: { readonly found: 'full' | 'no_files' }) =>
    found === 'full'
      ? {
          // A browser without room may not even open what it keeps.
          message:
            'This browser has no room left, so nothing is stored: runs will be gone when this tab closes, and those of earlier visits cannot be shown.',
          hint: 'Make room on the disk, then reload the page. Runs that were kept are unharmed.',
        }
      : {
          message: 'This browser keeps no files for this page, so runs are kept only until this tab closes.',
          hint: 'Private windows and older browsers do that. Export what you want to keep.',
        },
  /** `said` is what the storage says by itself; null where it says nothing. */
  E_LIBRARY_WRITE: ({ said }: { readonly said: string | null }) => ({
    message: `This run could not be written to this browser’s storage; it goes on in memory.${said === null ? '' : ` ${said}`}`,
    hint: 'It is tried again every few seconds. Export it before you close the tab.',
  }),
  E_RUN_GIVEN: ({ project, metrics }: { readonly project: string; readonly metrics: string }) => ({
    message: `This is not a run that can be imported: it needs a ${project} and a ${metrics} with rows.`,
    hint: 'Use the zip that Export made, or the folder that “npm run train -- --out DIR” wrote.',
  }),
  E_RUN_BROKEN: ({ found }: { readonly found: 'gone' | 'no_card' }) => ({
    message: `This run cannot be read: ${found === 'gone' ? 'it no longer exists' : 'it has no card.json'}.`,
    hint: 'Download the folder to look into it, or delete the run.',
  }),
  E_RUN_FILE_MISSING: ({ file }: { readonly file: string }) => ({
    message: `This run cannot be opened: its folder has no ${file}.`,
    hint: 'Download the folder to look into it, or delete the run.',
  }),
  E_RUN_LIVE: () => ({
    message: 'This run is being trained at the moment, here or in another tab.',
    hint: 'Stop it there first, or wait until it finishes.',
  }),
  /** `iteration` is null where the newest was asked for. */
  E_CHECKPOINT_MISSING: ({ iteration, have }: { readonly iteration: number | null; readonly have: readonly number[] }) => ({
    message: iteration === null ? 'This run has no complete checkpoint.' : `This run has no complete checkpoint of iteration ${iteration}.`,
    hint: have.length > 0 ? `It has those of: ${have.join(', ')}.` : 'It ended before its first one.',
  }),
  /** `damage` is what the checksums say of the newest checkpoint; null where there is none. */
  E_RUN_DAMAGED: ({ damage }: { readonly damage: string | null }) => ({
    message: `This run is damaged: ${damage ?? 'it has no checkpoint'}, and none of its checkpoints is intact.`,
    hint: 'Open an export of it, if you have one, or train it again: the same project and seed give the same run.',
  }),
  E_RUN_MIXED: ({ iterations }: { readonly iterations: readonly number[] }) => ({
    message: `This run cannot continue: its rows for iteration ${iterations.join(', ')} are duplicated or out of order, as if two processes had written them.`,
    hint: 'There is no telling which of them wrote its checkpoints. Train it again: the same project and seed give the same run.',
  }),
};
