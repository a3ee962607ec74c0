/** What is wrong with the runs that this browser keeps, and with those that ship with the page. */

const RECORD_AGAIN = 'Record the run again with `npm run record`.';

export const pageRunFaults = {
  /** `iteration`: how far the run under way is on disk, where there is one. */
  E_LIBRARY_DIED: ({ iteration }: { readonly iteration: number | null }) => ({
    message: `The worker that stores runs in this browser stopped unexpectedly, so runs are kept only until this tab closes.${
      iteration === null ? '' : ` The run under way is on disk up to about iteration ${iteration}; everything after that is only in memory.`
    }`,
    hint: 'Stored runs are unharmed: export the run under way, then reload the page to resume storing.',
  }),
  /** `gone`: what the runs are called whose files went away, `here`: those of them that are in this tab's memory still. */
  E_RUNS_GONE: ({ gone, here }: { readonly gone: readonly string[]; readonly here: readonly string[] }) => ({
    message: `This window keeps nothing for long: the browser has cleared the files of ${gone.map((name) => `“${name}”`).join(', ')}.`,
    hint: `Private windows do that, and browsers that are short of room. ${
      here.length > 0
        ? `In memory there is still ${here.map((name) => `“${name}”`).join(', ')}: export it before you close this tab.`
        : 'Export runs of this window while they are on screen.'
    }`,
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
    message: `${file} of the recorded run is in a format this version cannot read.`,
    hint: RECORD_AGAIN,
  }),
};
