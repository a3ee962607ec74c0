/** What is wrong with the runs that this browser keeps, and with those that ship with the page. */

const RECORD_AGAIN = 'Record the run again with `npm run record`.';

export const pageRunFaults = {
  /** `iteration`: how far the run under way is on disk, where there is one. */
  E_LIBRARY_DIED: ({ iteration }: { readonly iteration: number | null }) => ({
    message: `What keeps runs in this browser stopped unexpectedly, so runs are kept only until this tab closes.${
      iteration === null ? '' : ` The run under way is on disk up to about iteration ${iteration}; what comes after it is in memory alone.`
    }`,
    hint: 'Runs that were kept are unharmed: export the run under way, then reload the page to go on keeping.',
  }),
  E_RUN_FETCH: ({ path, status }: { readonly path: string; readonly status: number }) => ({
    message: `The server answered ${status} for ${path}.`,
    hint: 'Reload the page to try again.',
  }),
  E_RUN_FILE_MISSING: ({ path }: { readonly path: string }) => ({
    message: `The recorded run lists ${path}, but the file is not there.`,
    hint: RECORD_AGAIN,
  }),
  E_RUN_FILE: ({ file }: { readonly file: string }) => ({
    message: `${file} of the recorded run is not what this version reads.`,
    hint: RECORD_AGAIN,
  }),
};
