/** English texts of what asking the lab has in common, whatever is asked. */
export const labEn = {
  version: 'Team',
  versionHelp: 'Whose adapters speak: the team as a checkpoint left it.',
  newest: (iteration: number | null) => (iteration === null ? 'Newest checkpoint' : `Newest (after iteration ${iteration})`),
  nearest: (iteration: number | null) =>
    iteration === null
      ? 'Nearest to who played'
      : `Nearest to who played (${iteration === 0 ? 'as it began' : `after iteration ${iteration}`})`,
  team: (iteration: number) => (iteration === 0 ? 'Team as it began' : `Team after iteration ${iteration}`),
  inSentence: (iteration: number) => (iteration === 0 ? 'team as it began' : `team after iteration ${iteration}`),
  onlyBegan: 'No checkpoint of this run is kept, so only the team as it began can speak.',
  cancel: 'Cancel',
  again: 'Ask again',
  loading: 'Loading the team…',
  waiting: 'Waiting for another question to be answered…',
  progress: (done: number, of: number) => `${done} of ${of}`,
};
