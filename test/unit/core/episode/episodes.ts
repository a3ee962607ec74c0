/** Plays episodes of any team for the tests, and says a second, plainer way what they must have shown to whom. */
import { expect } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { Compat, CriticReads } from '../../../../src/core/document/trainingSchema.ts';
import { Episode } from '../../../../src/core/episode/machine.ts';
import type { EpisodeSettings, GenerationRequest } from '../../../../src/core/episode/machine.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';
import type { PromptTokens } from '../../../../src/core/tokenizer/promptTokens.ts';
import { speakingOrder } from '../../../../src/core/team/graph.ts';
import { graphAt } from '../../../../src/core/team/turns.ts';
import { messageFor, tokens } from './support.ts';

export type Writable<T> = { -readonly [K in keyof T]: T[K] extends object ? Writable<T[K]> : T[K] };

/** Turns of every episode that is played to its end. */
export const HORIZON = 4;

/** An episode of one turn, but for what is given. */
export function begin(settings: Partial<EpisodeSettings> & Pick<EpisodeSettings, 'team'>): Episode {
  return new Episode({
    iteration: 0,
    episode: 0,
    split: 'train',
    problemIndex: 0,
    group: 0,
    seed: 1,
    tokensOf: () => tokens,
    horizon: 1,
    first: { state: 0, observation: 'first' },
    ...settings,
  });
}

interface Play {
  readonly compat?: readonly Compat[];
  readonly pick?: (waiting: number) => number;
  readonly text?: (request: GenerationRequest) => string;
  readonly tokensOf?: (agent: number) => PromptTokens;
  readonly criticReads?: CriticReads;
  /** The hidden state that a turn begins in. */
  readonly hidden?: (turn: number) => string;
}

/** A message that says who spoke when, so that it is known wherever it turns up. */
export const marker = ({ role, turn, call }: { role: string; turn: number; call: number }) => `[${role}.${turn}.${call}]`;

export function play(
  team: TeamSettings,
  { compat = [], pick = () => 0, text = marker, tokensOf = () => tokens, criticReads, hidden }: Play = {},
): EpisodeRecord {
  const first = { state: 0, observation: observation(team, 0) };
  const episode = begin({ team, tokensOf, compat, first, horizon: HORIZON, criticReads, hidden: hidden?.(0) });
  while (!episode.finished) {
    const delivered = new Set(episode.record().messages.map((_, index) => index));
    const waiting: GenerationRequest[] = [];
    for (;;) {
      for (const request of episode.ready()) {
        expect(request.sees.filter((seen) => !delivered.has(seen))).toEqual([]);
        waiting.push(request);
      }
      const [next] = waiting.splice(pick(waiting.length), 1);
      if (!next) break;
      episode.deliver(next, messageFor(next, text(next)));
      delivered.add(next.index);
    }
    const step = episode.toStep();
    if (!step) throw new Error('neither speaks nor steps');
    expect(step.messages.map((message) => message.text)).toEqual(episode.record().messages.map((message) => message.text));
    const next = episode.turn + 1;
    episode.stepped(
      { state: next, observation: observation(team, next), reward: 1, terminated: false, truncated: false },
      `after ${next - 1}`,
      undefined,
      hidden?.(next),
    );
  }
  return episode.record();
}

const observation = (team: TeamSettings, turn: number) => Object.fromEntries(team.agents.map(({ role }) => [role, `for ${role} ${turn}`]));

/** What an agent of the list is called in prompts. */
export function nameOf(team: TeamSettings, role: string): string {
  const order = team.orchestration === 'dynamic' ? team.agents.map((_, index) => index) : speakingOrder(team);
  const router = team.agents.findIndex((agent) => agent.role === team.orchestrator.role);
  // All wait for a router.
  if (team.orchestration === 'routed') order.unshift(...order.splice(order.indexOf(router), 1));
  const index = team.agents.findIndex((agent) => agent.role === role);
  return team.anonymous ? `agent_${order.indexOf(index) + 1}` : role;
}

/** The prompt of `message` as plain text, from what it `sees` and nothing else of the machine. */
export function promptText(
  team: TeamSettings,
  record: EpisodeRecord,
  message: MessageRecord,
  profile: string,
  said = introduction,
): string {
  const agent = team.agents.find(({ role }) => role === message.role)!;
  let text = profile === '' ? '' : `<system: ${profile}>\n`;
  for (let turn = 0; turn <= message.turn; turn++) {
    if (agent.observes) text += `<problem: for ${agent.role} ${turn}>\n`;
    for (const seen of message.sees.map((index) => record.messages[index]!).filter((other) => other.turn === turn))
      text += `${said(team, record, seen)}<${nameOf(team, seen.role)}: ${seen.text}>\n`;
    if (agent.observes && turn < message.turn) text += `<judge: after ${turn}>\n`;
  }
  return `${text}${said(team, record, message)}<${nameOf(team, message.role)}: `;
}

function introduction(team: TeamSettings, record: EpisodeRecord, message: MessageRecord): string {
  const opens = record.messages.find(({ turn }) => turn === message.turn) === message;
  if (team.orchestration === 'static' || opens) return '';
  const leads = message.role === team.orchestrator.role;
  return `<system: ${leads ? 'Please decide the next step.' : `Now it is ${nameOf(team, message.role)}'s turn.`}>\n`;
}

export function profileText(team: TeamSettings, role: string): string {
  if (!team.anonymous) return team.agents.find((agent) => agent.role === role)!.prompt;
  const k = Number(nameOf(team, role).slice('agent_'.length));
  return `You are the ${k}${['th', 'st', 'nd', 'rd'][k] ?? 'th'} agent of a team of ${team.agents.length}.`;
}

/** Whether `from` reaches `to` along the edges. */
function reaches(edges: TeamSettings['edges'], from: string, to: string): boolean {
  return edges.some((edge) => edge.from === from && (edge.to === to || reaches(edges, edge.to, to)));
}

/** 𝒟 the long way: whether `reader` may see what `speaker` said in the same turn, each on duty. */
export function mayShow(team: TeamSettings, turn: number, speaker: string, reader: string): boolean {
  const graph = graphAt(team, turn);
  if (team.context === 'parents') return graph.edges.some(({ from, to }) => from === speaker && to === reader);
  if (team.context === 'ancestors') return reaches(graph.edges, speaker, reader);
  const order = speakingOrder(graph).map((index) => team.agents[index]!.role);
  return order.indexOf(speaker) < order.indexOf(reader);
}

/** Which messages `message` must have seen. */
export function expectedSees(team: TeamSettings, record: EpisodeRecord, message: MessageRecord): number[] {
  const earlierOwn = record.messages.filter(({ role, turn }) => role === message.role && turn < message.turn);
  return record.messages.flatMap((other, index) => {
    const seen =
      other.turn === message.turn
        ? mayShow(team, message.turn, other.role, message.role)
        : other.turn < message.turn &&
          (team.history === 'all' ||
            other.role === message.role ||
            (team.history === 'visible' && earlierOwn.some(({ sees }) => sees.includes(index))));
    return seen ? [index] : [];
  });
}

export function checkMasks(message: MessageRecord): void {
  const at = message.prompt_ids.length + message.response_ids.length;
  const edges = message.segments.map(({ start, end }) => [start, end]);
  expect(edges).toEqual(edges.map(([, end], index) => [edges[index - 1]?.[1] ?? 0, end]));
  expect(edges.at(-1)?.[1]).toBe(at);
  expect(edges.every(([start, end]) => end! > start!)).toBe(true);
  const sampled = message.segments.filter(({ kind }) => kind === 'sampled');
  expect(sampled).toEqual([{ kind: 'sampled', source: 'response', role: message.role, start: message.prompt_ids.length, end: at }]);
}
