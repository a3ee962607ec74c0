/**
 * Who speaks in an imported run. A message belongs to the agent its file names, else to whoever has its system prompt, else to the only
 * agent there is. Which it is can be a guess, so whoever imports may give each of them another name, or several the same.
 */
import { ROLE_PATTERN } from '../../../document/schema.ts';
import { legalRole } from '../../../team/legalRole.ts';
import type { ImportedMessage } from '../importedRun.ts';

/** By what a message's agent was found. */
export type FoundBy = 'name' | 'system prompt' | 'nothing';

export interface CastAgent {
  /** The same for the same files: a person's names are given by it. */
  readonly key: string;
  readonly role: string;
  /** As the file calls it; empty where it does not. */
  readonly label: string;
  /** Its first system prompt; empty where none is known. */
  readonly prompt: string;
  readonly foundBy: FoundBy;
}

/** As many agents as a team may have; whoever comes later is one of {@link OTHERS}. */
const MOST_AGENTS = 32;
const OTHERS = 'others';
/** Longest prompt of an agent, and longest label, in a project. */
export const MOST_PROMPT = 65_536;
const MOST_LABEL = 80;

export class Cast {
  readonly #agents = new Map<string, CastAgent>();
  /** Whether there were more agents than a team may have. */
  crowded = false;

  /** `names`: roles that a person gave, by {@link CastAgent.key}; what is no role is passed by. */
  constructor(private readonly names: Readonly<Record<string, string>> = {}) {}

  /** Each as it was found, in the order in which they first spoke, for a person to name. */
  get found(): readonly CastAgent[] {
    return [...this.#agents.values()];
  }

  /** The team: those that were given one name are one agent. */
  get agents(): readonly CastAgent[] {
    const byRole = new Map<string, CastAgent>();
    for (const agent of this.#agents.values()) if (!byRole.has(agent.role)) byRole.set(agent.role, agent);
    return [...byRole.values()];
  }

  roleOf(message: Pick<ImportedMessage, 'agent' | 'prompt'>): string {
    const system = systemPrompt(message);
    const foundBy: FoundBy = message.agent !== null ? 'name' : system === '' ? 'nothing' : 'system prompt';
    const key = `${foundBy}:${message.agent ?? system}`;
    const known = this.#agents.get(key);
    if (known) return known.role;
    const role = this.#roleFor(key, message.agent);
    this.#agents.set(key, { key, role, label: (message.agent ?? '').slice(0, MOST_LABEL), prompt: system.slice(0, MOST_PROMPT), foundBy });
    return role;
  }

  #roleFor(key: string, agent: string | null): string {
    const given = this.names[key];
    if (given !== undefined && ROLE_PATTERN.test(given)) return given;
    const { agents } = this;
    if (agents.length >= MOST_AGENTS - 1) {
      this.crowded = true;
      return OTHERS;
    }
    return legalRole(agent ?? `agent_${agents.length + 1}`, agents);
  }
}

const systemPrompt = ({ prompt }: Pick<ImportedMessage, 'prompt'>): string =>
  (prompt ?? [])
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ text }) => text)
    .join('\n');
