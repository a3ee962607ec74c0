/** Which parts of an imported run's project its files told: who the agents are, what they were told first and who hears whom. */

import type { ProjectDocument } from '../../../document/schema.ts';

const TOLD = /^team\.(agents(\.[^.]+\.prompt)?|edges\..+)$/;

/** The same parts of the project. */
export const toldOf = ({ name, team: { agents, edges } }: ProjectDocument) => ({
  name,
  team: { agents: agents.map(({ role, prompt }) => ({ role, prompt })), edges },
});

/** Whether a difference at `path`, as `core/editing/diff.ts` names it, rests on the files; all else of the project is unknown. */
export const isTold = (path: string): boolean => TOLD.test(path);
