/** Which parts of an imported run's project its files told: who the agents are, what they were told first and who hears whom. */

import type { ProjectDocument } from '../../../document/schema.ts';
import type { ImportInfo } from './info.ts';

const TOLD = /^team\.(agents(\.[^.]+\.prompt)?|edges\..+)$/;

/** The same parts of the project. */
export const toldOf = ({ name, team: { agents, edges } }: ProjectDocument) => ({
  name,
  team: { agents: agents.map(({ role, prompt }) => ({ role, prompt })), edges },
});

/** Whether a difference at `path`, as `core/editing/diff.ts` names it, may rest on the files; all else of the project is unknown. */
export const isTold = (path: string): boolean => TOLD.test(path);

/** Whether it does rest on the files of this run, whose project has `document`: files may tell of no agents, of no prompts and of no words to guess from. */
export function isToldBy({ agents, edges, known }: ImportInfo, { team }: ProjectDocument, path: string): boolean {
  if (!isTold(path) || agents.length === 0) return false;
  const { text, prompt } = known.ofMessages;
  if (path.startsWith('team.edges.')) return edges === 'given' || (text > 0 && prompt > 0);
  const role = /^team\.agents\.([^.]+)\.prompt$/.exec(path)?.[1];
  const agent = team.agents.find((candidate) => candidate.role === role);
  // A prompt that is not there stands as an empty one.
  return agent === undefined || agent.prompt !== '';
}
