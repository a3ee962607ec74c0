/** What the team that speaks is called: by its iteration, or for an imported run by what a person brought. */
import type { RunSet } from '../../state/runs/types.ts';
import { labText } from '../../../words/words.ts';

/** Functions of the completed iterations. */
export type TeamNames = Pick<typeof labText, 'after' | 'team' | 'inSentence'>;

export function teamNames({ playOn }: Pick<RunSet, 'playOn'>): TeamNames {
  if (!playOn) return labText;
  const { after, team, inSentence } = playOn.adapters ? labText.brought.adapters(playOn.adapters.after) : labText.brought.base;
  return { after: () => after, team: () => team, inSentence: () => inSentence };
}
