/** What keeps a run from being taken away. */

export const exportFaults = {
  E_EXPORT_BASE: ({ name, file }: { readonly name: string; readonly file: string }) => ({
    message: `The base model “${name}” could not be fetched: ${file} is not there.`,
    hint: 'Reload the page and try again; the adapters of this run are safe until the tab closes.',
  }),
  E_EXPORT_NOTHING: ({ recorded }: { readonly recorded: boolean }) => ({
    message: 'This run has no trained adapters to export yet.',
    hint: recorded
      ? 'This recorded run came without its weights. Train a run of your own, then export that.'
      : 'They are saved with the first checkpoint: keep training, or stop the run, then export.',
  }),
  E_EXPORT_READER: ({ status }: { readonly status: number | null }) => ({
    message:
      status === null
        ? 'The page that reads a run’s HTML file did not arrive as it was built.'
        : `The page that reads a run’s HTML file could not be fetched (${status}).`,
    hint: 'It is run-viewer.html beside the page. Reload and try again; a copy of the page needs that file too.',
  }),
  E_EXPORT_TOKENS: ({ source }: { readonly source: string }) => ({
    message: `prime-rl’s token export has ids, log-probabilities and a mask for every token; of this run only what ${source} wrote is known.`,
    hint: 'Take its episodes as TRL’s, verl’s or as traces: there what is unknown is left out (docs/exports.md#episodes-for-other-libraries).',
  }),
  E_EXPORT_NO_EPISODES: () => ({
    message: 'No episodes of this run are kept, so there are none to export.',
    hint: 'They are kept while a run is trained; train it again with the same seed.',
  }),
  E_EXPORT_LARGE: ({ iteration, episodes }: { readonly iteration: number; readonly episodes: number }) => ({
    message: `Iteration ${iteration} has ${episodes} episodes, too many for one table or page.`,
    hint: 'Export its episodes as files of a training library (docs/exports.md#episodes-for-other-libraries), which are written part by part, or its run as a zip.',
  }),
};
