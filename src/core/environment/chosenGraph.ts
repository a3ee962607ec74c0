/** The graph that an environment chooses for one turn, as data from outside: what `dependencies` returned, and a line of a rollout. */
import { z } from 'zod';
import type { ChosenGraph } from './contract.ts';

/** As long as a role may be (`ROLE_PATTERN`). */
const role = z.string().max(32);

export const chosenSchema: z.ZodType<ChosenGraph> = z.strictObject({
  edges: z.array(z.strictObject({ from: role, to: role })).max(1024),
  speaks: z.array(role).max(64).optional(),
});
