/**
 * The prompts one agent would be given, composed by the very machine that plays episodes. What the others say is an
 * example: what was said in a recorded episode of the same problem, or else what the environment demonstrates. Nothing is
 * generated.
 */
import { at } from '../at.ts';
import type { TeamSettings } from '../document/schema.ts';
import type { Compat } from '../document/trainingSchema.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../environment/contract.ts';
import { resetRequest, type Start } from '../environment/start.ts';
import { fault, FaultError } from '../faults.ts';
import { episodeFaults } from '../../words/words.ts';
import { keyFor, STREAMS } from '../random/streams.ts';
import type { PromptTokens } from '../tokenizer/promptTokens.ts';
import { Episode, type GeneratedMessage, type GenerationRequest } from './machine.ts';
import { observationText } from './perRole.ts';
import { endTurns, playEpisode, together } from './play.ts';
import type { EpisodeRecord } from './records.ts';
import type { Segment } from '../team/compose.ts';

/** What a recorded episode lends a preview. */
export interface RecordedExample extends Pick<EpisodeRecord, 'iteration' | 'episode' | 'problem'> {
  readonly messages: readonly {
    readonly role: string;
    readonly turn: number;
    readonly call: number;
    readonly text: string;
    /** As sampled; null where they were another tokenizer's, so that the text is encoded anew. */
    readonly ids: readonly number[] | null;
    readonly finished: boolean;
  }[];
}

/** What `record` lends; `sameTokens` says of a role whether its ids still mean the same, because it stands on the base it was recorded on. */
export function exampleFrom(record: EpisodeRecord, sameTokens: (role: string) => boolean): RecordedExample {
  const { iteration, episode, problem, messages } = record;
  return {
    iteration,
    episode,
    problem,
    messages: messages.map(({ role, turn, call, text, response_ids, finish_reason }) => ({
      role,
      turn,
      call,
      text,
      ids: sameTokens(role) ? response_ids : null,
      finished: finish_reason === 'stop',
    })),
  };
}

/** Where the words of an example come from; `nothing` where the environment demonstrates none. */
export type ExampleSource = 'recorded' | 'demonstrated' | 'nothing';

export interface PreviewSetting {
  readonly team: TeamSettings;
  readonly horizon: number;
  readonly compat: readonly Compat[];
  readonly tokensOf: (agentIndex: number) => PromptTokens;
  /** With the document's environment loaded. */
  readonly host: Pick<EnvironmentHost, 'reset' | 'step' | 'transition' | 'stepReward' | 'demonstrate'>;
  readonly info: EnvironmentInfo;
  readonly start: Start;
  readonly recorded: RecordedExample | null;
}

export interface PreviewedPrompt {
  readonly turn: number;
  readonly call: number;
  readonly promptIds: readonly number[];
  /** An example of what it might say. */
  readonly responseIds: readonly number[];
  /** Tile prompt and response; the last one is the response's. */
  readonly segments: readonly (Segment & { /** Set for others' messages and the response. */ readonly example?: ExampleSource })[];
}

export interface Preview {
  readonly problem: string;
  /** Whether the recorded example fits: null where none was given, false where it was of another problem and so not used. */
  readonly fits: boolean | null;
  /** Each time the agent speaks, in order; empty where nobody calls it. */
  readonly prompts: readonly PreviewedPrompt[];
}

/** Rounds of messages and steps after which an episode without end is given up. */
const MAX_ROUNDS = 10_000;

/** Plays the problem to its end, and keeps what agent `agent` was given to read. */
export async function previewPrompts(setting: PreviewSetting, agent: number): Promise<Preview> {
  const { team, horizon, compat, tokensOf, host, info, start } = setting;
  const first = at(await host.reset([resetRequest(start)]), 0, 'answer to reset');
  const problem = observationText(first.observation);
  const fits = setting.recorded && setting.recorded.problem === problem;
  const recorded = fits ? setting.recorded : null;
  const number = recorded?.episode ?? start.index;
  const episode = new Episode({
    iteration: recorded?.iteration ?? 0,
    episode: number,
    split: start.split,
    problemIndex: start.index,
    group: number,
    team,
    seed: start.seed,
    tokensOf,
    horizon,
    compat,
    first,
  });
  const sources: ExampleSource[] = [];
  const prompts: PreviewedPrompt[] = [];

  const example = async (request: GenerationRequest): Promise<{ ids: readonly number[]; text: string; source: ExampleSource }> => {
    const { role, turn, call, agentIndex } = request;
    const tokens = tokensOf(agentIndex);
    const said = recorded?.messages.find((message) => message.role === role && message.turn === turn && message.call === call);
    if (said) {
      const ids = said.ids ?? [...tokens.encode(said.text), ...(said.finished ? [tokens.end] : [])];
      return { ids: ids.length > 0 ? ids : [tokens.end], text: said.text, source: 'recorded' };
    }
    if (!info.hooks.demonstrate) return { ids: [tokens.end], text: '', source: 'nothing' };
    const randomKey = keyFor(start.seed, STREAMS.demonstration, start.index, turn, request.index);
    const [text = ''] = await host.demonstrate([{ state: episode.currentState(), role, messages: episode.spokenMessages(), randomKey }]);
    return { ids: [...tokens.encode(text), tokens.end], text, source: 'demonstrated' };
  };

  let rounds = 0;
  const round = (): void => {
    rounds += 1;
    if (rounds > MAX_ROUNDS) throw new FaultError(fault(episodeFaults, 'E_PREVIEW_ENDLESS', {}));
  };
  // Those who speak at once know nothing of one another: all are asked before any is heard.
  const words = together((requests: readonly GenerationRequest[]) => {
    round();
    return Promise.all(requests.map(example));
  });
  await playEpisode(episode, {
    async speak(request) {
      const said = await words(request);
      sources[request.index] = said.source;
      if (request.agentIndex === agent) prompts.push(promptOf(request, said, sources));
      episode.deliver(request, spoken(said));
    },
    async step(turn) {
      round();
      return at(await endTurns(host, [turn]), 0);
    },
  });
  return { problem, fits, prompts };
}

function spoken({ ids, text }: { readonly ids: readonly number[]; readonly text: string }): GeneratedMessage {
  const nothing = ids.map(() => 0);
  return { responseIds: ids, text, logprobs: nothing, entropies: nothing, finishReason: 'stop', adapterVersion: 0 };
}

function promptOf(
  { turn, call, promptIds, segments, sees, role }: GenerationRequest,
  { ids, source }: { readonly ids: readonly number[]; readonly source: ExampleSource },
  sources: readonly ExampleSource[],
): PreviewedPrompt {
  // A message that is shown is one segment of its own, and they come in the order of the record.
  let shown = 0;
  const from = promptIds.length;
  return {
    turn,
    call,
    promptIds,
    responseIds: ids,
    segments: [
      ...segments.map((segment) => (segment.source === 'message' ? { ...segment, example: sources[sees[shown++] ?? -1] } : segment)),
      { kind: 'sampled', source: 'response', role, start: from, end: from + ids.length, example: source },
    ],
  };
}
