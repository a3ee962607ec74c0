/** English texts of what asking the lab has in common, whatever is asked. */
import { spoken } from '../../forms/language.ts';

const after = (iteration: number): string => (iteration === 0 ? 'as it began' : `after iteration ${iteration}`);

export const labEn = spoken('inspect/lab', {
  version: 'Team',
  versionHelp: 'Whose adapters speak: the team as it was after an iteration.',
  noVersion: 'No adapters of that iteration are kept.',
  newest: (iteration: number | null) => (iteration === null ? 'Newest' : `Newest (${after(iteration)})`),
  nearest: (iteration: number | null) => (iteration === null ? 'Nearest to who played' : `Nearest to who played (${after(iteration)})`),
  after,
  team: (iteration: number) => `Team ${after(iteration)}`,
  inSentence: (iteration: number) => `team ${after(iteration)}`,
  /** In place of these, where a person brought what an imported run is played on with. */
  brought: {
    adapters: (iteration: number) => ({
      after: `that was brought (adapters after iteration ${iteration})`,
      team: `The adapters that were brought (after iteration ${iteration})`,
      inSentence: `adapters that were brought (after iteration ${iteration})`,
    }),
    base: { after: 'that was brought (the base without adapters)', team: 'The base without adapters', inSentence: 'base without adapters' },
  },
  finding: 'Looking for the teams that can speak…',
  onlyBegan: 'No adapters of this run are kept, so only the team as it began can speak.',
  cancel: 'Cancel',
  again: 'Ask again',
  loading: 'Loading the team…',
  waiting: 'Waiting for another question to be answered…',
  progress: (done: number, of: number, part?: string) => `${part === undefined ? '' : `${part}: `}${done} of ${of}`,
});
