/** The numbers of an agent's settings, where faults about it are told, and how a changed one gets into the document. */
import { updateAgent } from '../../core/document/edits.ts';
import { agentSchema, type AgentSettings } from '../../core/document/schema.ts';
import { documentStore } from '../../stores/document.ts';
import { issueAt } from '../fields/issue.ts';
import { writePath } from '../fields/path.ts';
import { text } from '../text/text.ts';

interface AgentNumber {
  readonly path: string;
  readonly label: string;
  readonly help: string;
  readonly read: (agent: AgentSettings) => number;
}

const { agentSettings: words } = text;

export const AGENT_NUMBERS: Readonly<Record<'part' | 'sampling' | 'adapter', readonly AgentNumber[]>> = {
  part: [
    { path: 'speaks.from', label: words.speaksFrom, help: words.speaksFromHelp, read: (agent) => agent.speaks.from },
    { path: 'speaks.every', label: words.speaksEvery, help: words.speaksEveryHelp, read: (agent) => agent.speaks.every },
  ],
  sampling: [
    {
      path: 'sampling.temperature',
      label: text.agent.temperature,
      help: text.agent.temperatureHelp,
      read: (agent) => agent.sampling.temperature,
    },
    {
      path: 'sampling.maxNewTokens',
      label: text.agent.maxNewTokens,
      help: text.agent.maxNewTokensHelp,
      read: (agent) => agent.sampling.maxNewTokens,
    },
    { path: 'sampling.topK', label: text.agent.topK, help: text.agent.topKHelp, read: (agent) => agent.sampling.topK },
    { path: 'sampling.topP', label: text.agent.topP, help: text.agent.topPHelp, read: (agent) => agent.sampling.topP },
  ],
  adapter: [
    { path: 'adapter.rank', label: text.agent.rank, help: text.agent.rankHelp, read: (agent) => agent.adapter.rank },
    { path: 'adapter.alpha', label: text.agent.alpha, help: text.agent.alphaHelp, read: (agent) => agent.adapter.alpha },
  ],
};

/** The subject of faults about one setting of an agent. */
export function agentSubject(role: string, path: string): string {
  return `team.agents.${role}.${path}`;
}

/** Takes a setting of an agent into the document, or says why the schema does not permit it. */
export function setAgent(role: string, path: string, value: unknown): string | null {
  const { document, edit } = documentStore.getState();
  const agent = document.team.agents.find((candidate) => candidate.role === role);
  if (!agent) return null; // deleted meanwhile: the field is about to go
  const parsed = agentSchema.safeParse(writePath({ ...agent, role: 'any' }, path, value)); // an illegal role has its own place to say so
  if (!parsed.success) return issueAt(parsed.error.issues, path) ?? text.training.invalidNumber;
  const { role: _role, ...changes } = parsed.data;
  edit((present) => updateAgent(present, role, changes), `agent:${role}:${path}`);
  return null;
}
