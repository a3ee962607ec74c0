/** An agent's settings in groups: of what kind each is, its default, where faults about it are told, and how a changed one gets into the document. */
import { updateAgent } from '../../../core/editing/edits.ts';
import { agentSchema, LORA_TARGETS, type AgentSettings } from '../../../core/document/schema.ts';
import { sameSetting } from '../../../core/document/settingPaths.ts';
import { documentStore } from '../document/document.ts';
import { issueAt } from './issue.ts';
import { readPath, writePath } from './path.ts';
import { type agentText, text } from '../../../words/words.ts';
import { worded } from '../../../core/faults.ts';

export type AgentPath = keyof typeof agentText.fields;
export type AgentGroup = keyof typeof agentText.groups;

/** `optional`: a number that may be left empty. `answer`: yes, no, or as it turns out. */
export type AgentFieldKind = 'number' | 'optional' | 'switch' | 'answer' | 'word' | 'group' | 'base' | 'targets';

export const AGENT_FIELDS: Readonly<Record<AgentPath, { readonly group: AgentGroup; readonly kind: AgentFieldKind }>> = {
  'sampling.temperature': { group: 'sampling', kind: 'number' },
  'sampling.maxNewTokens': { group: 'sampling', kind: 'number' },
  'sampling.topK': { group: 'sampling', kind: 'number' },
  'sampling.topP': { group: 'sampling', kind: 'number' },
  observes: { group: 'part', kind: 'switch' },
  'speaks.from': { group: 'part', kind: 'number' },
  'speaks.every': { group: 'part', kind: 'number' },
  stops: { group: 'part', kind: 'word' },
  withAnswer: { group: 'part', kind: 'answer' },
  'clock.timeToFirstToken': { group: 'clock', kind: 'number' },
  'clock.timePerOutputToken': { group: 'clock', kind: 'number' },
  'clock.jitter': { group: 'clock', kind: 'number' },
  'clock.timeout': { group: 'clock', kind: 'optional' },
  'clock.interrupts': { group: 'clock', kind: 'switch' },
  base: { group: 'adapter', kind: 'base' },
  'adapter.rank': { group: 'adapter', kind: 'number' },
  'adapter.alpha': { group: 'adapter', kind: 'number' },
  'adapter.group': { group: 'adapter', kind: 'group' },
  'adapter.targets': { group: 'adapter', kind: 'targets' },
  'adapter.learningRate': { group: 'learning', kind: 'optional' },
  'adapter.frozen': { group: 'learning', kind: 'switch' },
};
export const AGENT_PATHS = Object.keys(AGENT_FIELDS) as readonly AgentPath[]; // keys of the literal

export const pathsOf = (group: AgentGroup): readonly AgentPath[] => AGENT_PATHS.filter((path) => AGENT_FIELDS[path].group === group);

const DEFAULTS = agentSchema.parse({ role: 'any' });

export const agentDefault = (path: AgentPath): unknown => readPath(DEFAULTS, path);

export const agentValue = (agent: AgentSettings, path: AgentPath): unknown => readPath(agent, path);

/** Whether a setting differs from what an agent begins with. */
export function isAgentChanged(agent: AgentSettings, path: AgentPath): boolean {
  return !sameSetting(agentValue(agent, path), agentDefault(path));
}

/** The subject of faults about one setting of an agent. */
export function agentSubject(role: string, path: string): string {
  return `team.agents.${role}.${path}`;
}

/** Takes a setting of an agent into the document, or says why the schema does not permit it. */
export function setAgent(role: string, path: string, value: unknown): string | null {
  return setAgents([role], path, value);
}

/** The same for several agents, as one undo step. */
export function setAgents(roles: readonly string[], path: string, value: unknown): string | null {
  const { document, edit } = documentStore.getState();
  const changed = new Map<string, Omit<AgentSettings, 'role'>>();
  for (const agent of document.team.agents) {
    if (!roles.includes(agent.role)) continue; // one that was deleted meanwhile: the field is about to go
    const parsed = agentSchema.safeParse(writePath({ ...agent, role: 'any' }, path, value)); // an illegal role is told at its own field
    if (!parsed.success) return issueAt(parsed.error.issues, path) ?? text.training.invalidNumber;
    const { role: _role, ...changes } = parsed.data;
    changed.set(agent.role, changes);
  }
  const refused = edit(
    (present) => [...changed].reduce((next, [role, changes]) => updateAgent(next, role, changes), present),
    `agent:${roles.join(' ')}:${path}`,
  );
  return refused ? worded(refused).message : null;
}

/** Sets settings of an agent back to their defaults, as one undo step. */
export function resetAgent(role: string, paths: readonly AgentPath[]): void {
  documentStore.getState().edit((document) => {
    const agent = document.team.agents.find((candidate) => candidate.role === role);
    if (!agent) return document;
    const reset = paths.reduce<Record<string, unknown>>((present, path) => writePath(present, path, agentDefault(path)), {
      ...agent,
      role: 'any',
    });
    const { role: _role, ...changes } = agentSchema.parse(reset);
    return updateAgent(document, role, changes);
  });
}

/** The layers chosen, in the model's order. */
export const inOrder = (targets: readonly string[]): string[] => LORA_TARGETS.filter((target) => targets.includes(target));
