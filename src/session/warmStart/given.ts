/**
 * Examples from episodes that were given: a file of them, or the good rollouts of a run. Plain episodes go through the
 * episode state machine, so their prompts are those this team would have; rollouts keep the prompts of their run, by their
 * very ids where the tokenizer is the same, else encoded anew.
 */
import type { ProjectDocument } from '../../core/document/schema.ts';
import { at, orElse } from '../../core/at.ts';
import type { Episode } from '../../core/episode/machine.ts';
import { playEpisode } from '../../core/episode/play.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { fault, FaultError, type ParamsOf } from '../../core/faults.ts';
import { warmStartFaults } from '../../words/words.ts';
import type { GivenEpisode, PlainTurn } from '../../core/formats/runs/episodes.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';
import type { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';
import { notice, type NoticeEvent } from '../notice.ts';
import { deliver, openEpisodes, type Stage } from './play.ts';
import { recoded, textsOf } from './recode.ts';
import { type ExampleSource, messagesOf, spokenTexts, stageOf } from './source.ts';

export interface Given {
  /** What the episodes are called in complaints. */
  readonly name: string;
  readonly episodes: readonly GivenEpisode[];
  /** Least reward of an episode that is taken; the best there is when null. */
  readonly threshold: number | null;
  /** Tokenizers, by role, of the run the rollouts are of; null where it is not known. */
  readonly tokenizerOf: ((role: string) => TextTokenizer) | null;
}

/** The tokenizer an agent reads and speaks with, once it is there. */
export type TokenizerOf = (agent: number) => TextTokenizer;

/** Every n-th episode is kept back, where there are this many in all. */
const KEPT_BACK_EVERY = 10;
const KEPT_BACK_FROM = 40;

export function givenSource(
  document: ProjectDocument,
  given: Given,
  tokenizerOf: TokenizerOf,
  seed: number,
  tell: (event: NoticeEvent) => void,
): ExampleSource {
  const taken = good(given, tell);
  const stage = stageOf(document, (agent) => tokenizerOf(agent).tokensFor(document.team.template, document.team.thinking));
  // Read in one fixed order, learnt in another each time.
  const order = permutation(keyFor(seed, STREAMS.demonstration, KEPT), taken.length);
  const back = taken.length >= KEPT_BACK_FROM ? new Set(order.slice(0, Math.floor(taken.length / KEPT_BACK_EVERY))) : new Set<number>();
  const select = (kept: boolean) => taken.filter((_, index) => back.has(index) === kept);
  let told = false;
  const messages = async (episodes: readonly GivenEpisode[]): Promise<MessageRecord[]> => {
    const recodes = episodes.some((episode) => recodedBy(document, given, episode, tokenizerOf));
    if (recodes && !told) {
      told = true;
      tell(notice('info', 'warm_recoded', { name: given.name }));
    }
    const found: MessageRecord[] = [];
    for (const episode of episodes) found.push(...(await messagesFrom(document, given, episode, stage, tokenizerOf)));
    return found;
  };
  let learnt: Promise<MessageRecord[]> | null = null;
  return {
    texts: async () => [
      ...(await spokenTexts(document, async (recording) => {
        for (const episode of taken) if (turnsOf(given, episode)) await playGiven(given, episode, recording);
      })),
      ...taken.flatMap((episode) =>
        turnsOf(given, episode) || episode.form === 'plain' ? [] : textsOf(episode.record, requireTokenizer(given)),
      ),
    ],
    part: () => (learnt ??= messages(select(false))),
    heldOut: () => messages(select(true)),
    shown: () => null,
  };
}

/** Last number of the key by which episodes are kept back. */
const KEPT = 3;

function good({ episodes, threshold, name }: Given, tell: (event: NoticeEvent) => void): GivenEpisode[] {
  const rewards = episodes.flatMap(({ reward }) => reward ?? []);
  const least = threshold ?? rewards.reduce((most, reward) => Math.max(most, reward), Number.NEGATIVE_INFINITY);
  const taken = episodes.filter(({ reward }) => reward === null || reward >= least);
  if (taken.length === 0) throw new FaultError(fault(warmStartFaults, 'E_WARM_THRESHOLD', { name, least, best: Math.max(...rewards) }));
  if (rewards.length > 0) tell(notice('info', 'warm_taken', { taken: taken.length, episodes: episodes.length, name, least }));
  return taken;
}

/** The turns of an episode that is played again; null for a rollout that is taken by its ids. */
function turnsOf({ tokenizerOf, name }: Given, episode: GivenEpisode): readonly PlainTurn[] | null {
  if (episode.form === 'plain') return episode.turns;
  if (tokenizerOf) return null;
  const { record, line } = episode;
  if (record.turn_rewards.length > 1) throw reject({ name, line, found: 'several_turns' });
  return [{ observation: record.problem, messages: record.messages.map(({ role, text }) => ({ role, text })), transition: '' }];
}

async function messagesFrom(
  document: ProjectDocument,
  given: Given,
  episode: GivenEpisode,
  stage: Stage,
  tokenizerOf: TokenizerOf,
): Promise<MessageRecord[]> {
  if (turnsOf(given, episode)) return messagesOf([await playGiven(given, episode, stage)]);
  const { record } = episode as { record: EpisodeRecord };
  const from = requireTokenizer(given);
  return record.messages.map((message) => {
    const agent = agentOf(document, given, episode, message.role);
    if (!recodes(from(message.role), tokenizerOf(agent))) return message;
    // Text between special tokens is not all there is to a chat template.
    if (document.team.template === 'model' || isConversation(message)) {
      throw reject({ name: given.name, line: episode.line, found: 'template', role: message.role });
    }
    return recoded(message, from, tokenizerOf(agent));
  });
}

function recodedBy(document: ProjectDocument, given: Given, episode: GivenEpisode, tokenizerOf: TokenizerOf): boolean {
  if (episode.form === 'plain') return false;
  if (!given.tokenizerOf) return true;
  const from = given.tokenizerOf;
  return episode.record.messages.some(({ role }) => recodes(from(role), tokenizerOf(agentOf(document, given, episode, role))));
}

/** Whether a prompt was laid out by a chat template, which writes between all that is said; in blocks there is one open header. */
const isConversation = ({ segments }: MessageRecord): boolean => segments.filter(({ source }) => source === 'header').length > 1;

const known = new WeakMap<TextTokenizer, string>();
const spelled = (tokenizer: TextTokenizer): string => {
  const text = known.get(tokenizer) ?? JSON.stringify([tokenizer.special, tokenizer.vocabulary()]);
  known.set(tokenizer, text);
  return text;
};

/** Whether ids of `from` mean something else to `to`. */
const recodes = (from: TextTokenizer, to: TextTokenizer): boolean => from !== to && spelled(from) !== spelled(to);

/** The episode as this team would have played it, had it said these messages. */
async function playGiven(given: Given, one: GivenEpisode, stage: Stage): Promise<Episode> {
  const turns = turnsOf(given, one) ?? [];
  const { line } = one;
  const { name } = given;
  const observed = (turn: number) => orElse(turns[turn]?.observation, '');
  const horizon = Math.max(stage.horizon, turns.length);
  const start = { iteration: 0, episode: line, seed: 0, problemIndex: line, first: { state: null, observation: observed(0) } };
  const [episode] = openEpisodes({ ...stage, horizon }, [start]);
  if (!episode) throw new Error('no episode was opened');
  const left = turns.map(({ messages }) => [...messages]);
  await playEpisode(episode, {
    async speak(request) {
      const { role, turn } = request;
      const own = at(left, turn, 'turn');
      const index = own.findIndex((message) => message.role === role);
      if (index < 0) throw reject({ name, line, found: 'missing', role, turn });
      const [message] = own.splice(index, 1);
      // Nobody is there to answer: what stands in the text is all its agent's.
      await deliver(stage, { episode, request }, message?.text ?? '', null);
    },
    async step({ turn }) {
      const [stranger] = at(left, turn, 'turn');
      if (stranger) throw reject({ name, line, found: 'out_of_turn', role: stranger.role });
      const terminated = turn + 1 === turns.length;
      const result = { state: null, observation: observed(turn + 1), reward: 0, terminated, truncated: false };
      return { result, transition: at(turns, turn, 'turn').transition };
    },
  });
  return episode;
}

function agentOf({ team }: ProjectDocument, { name }: Given, { line }: GivenEpisode, role: string): number {
  const agent = team.agents.findIndex((candidate) => candidate.role === role);
  if (agent >= 0) return agent;
  throw reject({ name, line, found: 'stranger', role, roles: team.agents.map((own) => own.role) });
}

function requireTokenizer({ tokenizerOf }: Given): (role: string) => TextTokenizer {
  if (!tokenizerOf) throw new Error('rollouts without a tokenizer are played again');
  return tokenizerOf;
}

function reject(params: ParamsOf<(typeof warmStartFaults)['E_WARM_EPISODE']>): FaultError {
  return new FaultError(fault(warmStartFaults, 'E_WARM_EPISODE', params, { place: { subject: params.name, line: params.line } }));
}
