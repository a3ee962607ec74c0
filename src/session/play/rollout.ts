/** Rolls episodes out: state machines ask, the generator answers, the environment steps; each episode at its own pace. */
import { at } from '../../core/at.ts';
import type { AttachedData } from '../../core/dataset/attach.ts';
import type { LiveTurned } from '../../core/counterfactual/turned/live.ts';
import { criticReads } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { CriticReads } from '../../core/document/trainingSchema.ts';
import type { EnvironmentHost, Split } from '../../core/environment/contract.ts';
import { resetRequest } from '../../core/environment/start.ts';
import type { AgentActivity } from '../../core/episode/activity.ts';
import { type ToolUse, written } from '../../core/episode/tools.ts';
import { Episode, type Fork, type GeneratedMessage, type GenerationRequest } from '../../core/episode/machine.ts';
import { allOrFirstFailure, endTurns, playEpisode, type SpokenTurn, together, type TurnWishes } from '../../core/episode/play.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { mayFallSilent } from '../../core/team/clock.ts';
import { endsOf, type PromptTokens } from '../../core/tokenizer/promptTokens.ts';
import { sessionFaults } from '../../words/words.ts';
import type { Speaker, TokenWatcher } from '../../engine/generate/jobs.ts';
import { nextTask } from '../../engine/generate/nextTask.ts';
import { RolloutActivity } from './activity.ts';
import { talk } from './talk.ts';
import { toolUses } from './tools.ts';
import type { Played } from './resample.ts';
import type { BaseModel } from '../team/base.ts';

/** What an agent speaks with. */
export interface Voice {
  readonly base: BaseModel;
  readonly generator: Speaker;
  /** Its adapter's index among the generator's slots; −1 for the base alone. */
  readonly slot: number;
  /** Version of that adapter. */
  readonly version: number;
  /** Says nothing but the closing token, whatever it is asked. */
  readonly silent?: boolean;
}

export interface RolloutContext {
  readonly document: ProjectDocument;
  /** By agent index. */
  readonly voices: readonly Voice[];
  readonly environment: EnvironmentHost;
  /** Where problems come from a file. */
  readonly data?: AttachedData | null;
  readonly onActivity?: (agents: readonly AgentActivity[]) => void;
  /** Hears of every message that was sampled, with its tokens and its prompt's, and of every episode that is over. */
  readonly count?: { message(tokens: number, promptTokens: number): void; episode(): void };
}

/**
 * The episodes of an iteration, what was played and dropped for them, what was said and played again for their credit, and what
 * is known of who saved and who spoiled since.
 */
export interface RolledOut {
  readonly episodes: readonly Episode[];
  readonly dropped: Played;
  readonly replayed: Played;
  readonly turned: LiveTurned;
  /** Seconds that it took to ask. */
  readonly askedFor: number;
}

export interface EpisodePlan {
  readonly iteration: number;
  /** Number of the episode within the iteration; keys its randomness. */
  readonly episode: number;
  readonly split: Split;
  readonly problemIndex: number;
  readonly group: number;
  /** For an episode that is played again from some point on. */
  readonly replay?: Replay;
}

/** An episode of which the beginning is given. */
export interface Replay {
  /** Number of the continuation: keys its randomness, so that two replays of one number draw the same. */
  readonly branch: number;
  /** What was said first, in speaking order: a message as it was, or another text in its place. */
  readonly given: readonly (GeneratedMessage | string)[];
  /** Later messages that are not said anew where their turn comes, by index; another agent's turn is not theirs. */
  readonly pinned?: ReadonlyMap<number, { readonly role: string; readonly message: GeneratedMessage }>;
  /** Continuations that the given messages are of, where they are no recording's. */
  readonly forks?: readonly Fork[];
}

/**
 * Finished episodes, in the order of `plans`. `greedy` takes the likeliest token each time. `reads` is what a critic would read of them: the
 * document's where left out, and of evaluations and replays, which are not valued, no more than the speakers.
 */
export async function rollOut(
  context: RolloutContext,
  plans: readonly EpisodePlan[],
  options: { evaluation?: boolean; greedy?: boolean; reads?: CriticReads } = {},
): Promise<Episode[]> {
  const { document, environment } = context;
  const { seed, horizon } = document.training;
  const { evaluation = false, greedy = false } = options;
  const starts = await environment.reset(
    plans.map(({ split, problemIndex: index }) => resetRequest({ seed, split, index, problem: context.data?.problem(index) })),
  );
  const unvalued = evaluation || plans.some(({ replay }) => replay);
  const reads = options.reads ?? (unvalued ? 'speaker' : criticReads(document.training));
  const privileged = hiddenStateOf(environment, reads);
  const hidden = await privileged?.(starts.map(({ state }) => state));
  const episodes = plans.map((plan, index) => {
    const first = at(starts, index, 'answer to reset');
    const { replay, ...rest } = plan;
    return new Episode({
      ...rest,
      ...(replay ? { branch: replay.branch, branchFrom: replay.given.length, forks: replay.forks } : {}),
      team: document.team,
      seed,
      tokensOf: (agent) => tokensOf(context, agent),
      horizon,
      evaluation,
      compat: document.training.compat,
      first,
      criticReads: reads,
      hidden: hidden?.[index],
    });
  });
  const roles = document.team.agents.map(({ role }) => role);
  // With several turns episodes end when they end, an orchestrator, a router or the environment lets speak whom it likes, and who is interrupted may say nothing.
  const isChosen =
    document.team.orchestration !== 'static' || starts.some(({ dependencies }) => dependencies) || mayFallSilent(document.team);
  const expected = horizon === 1 && !isChosen ? episodes.length : 0;
  const activity = new RolloutActivity(roles, episodes, context.onActivity, expected);
  const paid = document.training.credit.strategy === 'per_step' && !evaluation ? roles : undefined;
  const step = together((turns: readonly SpokenTurn[]) => endTurns(environment, turns, { paid, privileged }), nextTask);
  const toolsOf = toolUses(document, environment);
  await allOrFirstFailure(
    episodes.map((episode, index) =>
      playEpisode(episode, {
        step,
        speak: (request) =>
          speak(context, episode, request, { activity, greedy, replay: plans[index]?.replay, tools: toolsOf(episode, request) }),
      }).then(() => context.count?.episode()),
    ),
  );
  activity.ended();
  return episodes;
}

/** What tells the hidden state, where the critic reads it. */
export const hiddenStateOf = (environment: EnvironmentHost, reads: CriticReads): TurnWishes['privileged'] =>
  reads === 'state' ? (states) => environment.privileged(states) : undefined;

interface Speaking {
  readonly activity: RolloutActivity;
  readonly greedy: boolean;
  readonly replay: Replay | undefined;
  readonly tools: ToolUse | null;
}

/** Delivers what is given for `request`, or what its agent generates. */
async function speak(
  context: RolloutContext,
  episode: Episode,
  request: GenerationRequest,
  { activity, greedy, replay, tools }: Speaking,
): Promise<void> {
  const { role, agentIndex } = request;
  const { base, version, silent } = voiceOf(context, agentIndex);
  const tokens = tokensOf(context, agentIndex);
  const pinned = replay?.pinned?.get(request.index);
  const known = replay?.given[request.index] ?? (pinned?.role === role ? pinned.message : silent ? '' : undefined);
  if (known !== undefined) {
    episode.deliver(request, typeof known === 'string' ? await writtenMessage(tokens, known, version, tools) : known);
    return;
  }
  checkLength(base, role, request.promptIds.length, request.sampling.maxNewTokens);
  activity.asked(agentIndex);
  const watcher = activity.watcher(episode, agentIndex, base.tokenizer, endsOf(tokens));
  episode.deliver(request, await sayTo(context, request, { greedy, watcher, tools }));
  activity.spoke(agentIndex);
}

/** What an agent says to a prompt, by the numbers of `key`. */
export async function sayTo(
  context: RolloutContext,
  { agentIndex, promptIds, sampling, key }: Pick<GenerationRequest, 'agentIndex' | 'promptIds' | 'sampling' | 'key'>,
  {
    greedy = false,
    watcher,
    tools = null,
  }: { readonly greedy?: boolean; readonly watcher?: TokenWatcher; readonly tools?: ToolUse | null } = {},
): Promise<GeneratedMessage> {
  const { base, generator, slot, version } = voiceOf(context, agentIndex);
  const { role } = at(context.document.team.agents, agentIndex, 'agent');
  const job = {
    promptIds,
    slot,
    rule: { temperature: sampling.temperature, topK: sampling.topK, topP: sampling.topP, greedy },
    maxNewTokens: sampling.maxNewTokens,
    key,
  };
  const message = await talk(generator, job, base.tokenizer, tools, {
    watcher,
    // What a tool answers makes the message longer than its agent was allowed to.
    goesOn: (prompt, most) => checkLength(base, role, prompt, most),
  });
  context.count?.message(message.responseIds.length, promptIds.length);
  return { ...message, adapterVersion: version };
}

/** The closing token alone, as an agent's message. */
export function silenceOf(context: RolloutContext, agent: number): GeneratedMessage {
  return unsampled([tokensOf(context, agent).end], '', voiceOf(context, agent).version);
}

/** A text that nobody sampled, its calls answered. */
async function writtenMessage(tokens: PromptTokens, text: string, adapterVersion: number, use: ToolUse | null): Promise<GeneratedMessage> {
  const { ids, tools, text: whole } = await written(text, (part) => tokens.encode(part), use);
  return { ...unsampled([...ids, tokens.end], whole, adapterVersion), ...(tools.length > 0 ? { tools } : {}) };
}

/** Probabilities are not known, so they are NaN. */
function unsampled(responseIds: readonly number[], text: string, adapterVersion: number): GeneratedMessage {
  const unknown = responseIds.map(() => Number.NaN);
  return { responseIds, logprobs: unknown, entropies: unknown, finishReason: 'stop', text, adapterVersion };
}

/** What an agent's prompts are made of, as the document has them laid out. */
const tokensOf = (context: RolloutContext, agent: number): PromptTokens =>
  voiceOf(context, agent).base.tokenizer.tokensFor(context.document.team.template, context.document.team.thinking);

const voiceOf = ({ voices }: RolloutContext, agent: number): Voice => at(voices, agent, 'voice of agent');

/** Throws `E_PROMPT_TOO_LONG` when a prompt of `role`, or what a `critic` of the whole team reads in its place, and `newTokens` more are beyond what the base can read. */
export function checkLength({ config, name }: BaseModel, role: string, promptTokens: number, newTokens: number, critic = false): void {
  const context = config.maxPositionEmbeddings;
  if (promptTokens + newTokens <= context) return;
  const params = { role, promptTokens, newTokens, base: name, context, ...(critic ? { critic } : {}) };
  throw new FaultError(fault(sessionFaults, 'E_PROMPT_TOO_LONG', params, { place: { subject: role } }));
}
