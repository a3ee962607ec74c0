/** Whether an environment pays mistakes: said of a reward that stays flat, and beside the environment's code. */
import { healthSaysText as says } from '../../words/words.ts';
import type { MistakesPaid } from '../trial/mistakes.ts';
import { LIMITS } from './limits.ts';
import { shown } from './rule.ts';

/** A sentence where mistakes alone earn at least {@link LIMITS.mistakesPaid} of what demonstrations earn; else null. */
export function mistakesTold({ mistaken, right, problems }: MistakesPaid, agents: number): string | null {
  if (!(right > 0 && mistaken >= LIMITS.mistakesPaid * right)) return null;
  return says.why.mistakes(agents, shown(mistaken), shown(right), problems);
}
