/** Whether an environment pays mistakes: said of a reward that stays flat, and beside the environment's code. */
import type { MistakesPaid } from '../trial/mistakes.ts';
import { LIMITS } from './limits.ts';
import { shown } from './rule.ts';

/** A sentence where mistakes alone earn at least {@link LIMITS.mistakesPaid} of what demonstrations earn; else null. */
export function mistakesTold({ mistaken, right, problems }: MistakesPaid, agents: number): string | null {
  if (!(right > 0 && mistaken >= LIMITS.mistakesPaid * right)) return null;
  return `${agents > 1 ? 'Mistakes cancel' : 'Its mistakes are paid'}: with every message a mistake an episode earns ${shown(mistaken)}, with none ${shown(right)} (${problems} problems), so the reward hardly tells them apart.`;
}
