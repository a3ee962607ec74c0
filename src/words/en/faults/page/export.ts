/** What keeps a run from being taken away. */

export const exportFaults = {
  E_EXPORT_BASE: ({ name, file }: { readonly name: string; readonly file: string }) => ({
    message: `The base model “${name}” could not be fetched: ${file} is not there.`,
    hint: 'Reload the page and try again; the adapters of this run are safe until the tab closes.',
  }),
  E_EXPORT_NOTHING: ({ recorded }: { readonly recorded: boolean }) => ({
    message: 'This run has no trained adapters to export yet.',
    hint: recorded
      ? 'The recorded run ships without its weights. Train a run of your own, then export that.'
      : 'They are saved with the first checkpoint: keep training, or stop the run, then export.',
  }),
  E_EXPORT_NO_EPISODES: () => ({
    message: 'No episodes of this run are kept, so there are none to export.',
    hint: 'They are kept while a run is trained; train it again with the same seed.',
  }),
};
