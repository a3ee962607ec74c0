/**
 * Under which names, with which profiles and after which words agents appear in prompts. Records always keep the true
 * roles; `anonymous` and R3's shared system prompt change only what models read.
 */
import type { TeamSettings } from '../document/schema.ts';
import type { Compat } from '../document/trainingSchema.ts';
import { DECIDE, itsTurn, orchestratorPrompt, routerPrompt } from './routing.ts';
import { speakingOrder } from './graph.ts';
import { routerFirst, routerOf } from './turns.ts';
import { expandPrompt, type Placeholder, placeholderValue } from './placeholders.ts';

/** Lists by agent index. */
export interface Presentation {
  /** Header of the agent's messages, and the name an orchestrator calls it by. */
  readonly names: readonly string[];
  /** The agent's system block, placeholders filled in; empty for none. */
  readonly profiles: readonly string[];
  /** What is said before a message of the agent; empty for nothing. */
  readonly introductions: readonly string[];
}

/** What each placeholder in the prompt of agent `index` stands for, as {@link presentTeam} fills it in. */
export function placeholderValues(team: TeamSettings, index: number, compat: readonly Compat[] = []): (name: Placeholder) => string {
  const appear = appearance(team, compat);
  return (name) => placeholderValue(team, index, name, appear);
}

/** Under which names and in which order agents appear: by speaking order, or by the list where nobody knows the order. */
function appearance(team: TeamSettings, compat: readonly Compat[]) {
  const order = team.orchestration === 'dynamic' ? team.agents.map((_, index) => index) : routerFirst(team, speakingOrder(team));
  const names = team.agents.map((agent, index) => (team.anonymous ? `agent_${order.indexOf(index) + 1}` : agent.role));
  return { order, names, compat };
}

/** How the agents of `team` appear; an agent is the k-th by speaking order, or by the list where nobody knows the order. */
export function presentTeam(team: TeamSettings, compat: readonly Compat[] = []): Presentation {
  const { agents, anonymous } = team;
  const dynamic = team.orchestration === 'dynamic';
  const appear = appearance(team, compat);
  const { order, names } = appear;
  const nth = agents.map((_, index) => ordinal(order.indexOf(index) + 1));
  const orchestrator = dynamic ? agents.findIndex((agent) => agent.role === team.orchestrator.role) : routerOf(team);

  const prompts = agents.map((agent, index) => expandPrompt(agent.prompt, (name) => placeholderValue(team, index, name, appear)));
  const descriptions = agents.map((agent, index) =>
    anonymous ? `The ${nth[index]} agent of the team.` : firstLine(prompts[index] ?? '') || agent.label,
  );
  const own = prompts.map((prompt, index) => {
    const profile = anonymous ? `You are the ${nth[index]} agent of a team of ${agents.length}.` : prompt;
    if (index !== orchestrator || (!anonymous && profile !== '')) return profile;
    const members = names.flatMap((name, member) => (member === orchestrator ? [] : [{ name, description: descriptions[member] ?? '' }]));
    return [profile, dynamic ? orchestratorPrompt(members) : routerPrompt(members)].filter((part) => part !== '').join('\n');
  });

  const leader = dynamic ? orchestrator : order[0];
  const oneForAll = compat.includes('r3_first_system_prompt');
  return {
    names,
    profiles: oneForAll ? agents.map(() => own[leader ?? 0] ?? '') : own,
    introductions: names.map((name, index) => {
      if (dynamic) return index === orchestrator ? DECIDE : itsTurn(name);
      return oneForAll && index !== leader ? `${itsTurn(name)} ${descriptions[index]}`.trim() : '';
    }),
  };
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim() ?? '';
}

/** 1st, 2nd, 3rd, 4th, … 11th, … 21st. */
function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`;
}
