/** Rolls episodes out: state machines ask, the generator answers whatever is ready in one batch, the environment steps. */
import type { ProjectDocument } from '../core/document/schema.ts';
import type { EnvironmentHost, RandomKey, Split } from '../core/environment/contract.ts';
import type { AgentActivity } from '../core/episode/activity.ts';
import { Episode, type GenerationRequest } from '../core/episode/machine.ts';
import { FaultError } from '../core/faults.ts';
import { keyFor, permutation, STREAMS } from '../core/random/streams.ts';
import type { Generator } from '../engine/generate/generator.ts';
import type { AgentPolicy } from './agents.ts';
import type { BaseModel } from './base.ts';

export interface RolloutContext {
  readonly document: ProjectDocument;
  readonly base: BaseModel;
  readonly policies: readonly AgentPolicy[];
  readonly generator: Generator;
  readonly environment: EnvironmentHost;
  readonly onActivity?: (agents: readonly AgentActivity[]) => void;
}

export interface EpisodePlan {
  readonly iteration: number;
  /** Number of the episode within the iteration; keys its randomness. */
  readonly episode: number;
  readonly split: Split;
  readonly problemIndex: number;
  readonly group: number;
}

/** Evaluation problems of an unlimited split begin here; training would get so far only after 2 · 10⁹ episodes. */
const EVALUATION_PROBLEMS = 2_000_000_000;

/**
 * Which problem the n-th training episode of a run gets: a fresh one from an unlimited split, the next of a new permutation
 * per pass over a finite one. The pass under way is kept, because shuffling a large split once per episode is slow.
 */
export function trainingProblems(size: number | 'unlimited', seed: number): (count: number) => number {
  let shuffled: { pass: number; order: Uint32Array } | null = null;
  return (count) => {
    if (size === 'unlimited') return count;
    const pass = Math.floor(count / size);
    if (shuffled?.pass !== pass) shuffled = { pass, order: permutation(keyFor(seed, STREAMS.shuffle, 0, pass), size) };
    return shuffled.order[count % size] ?? 0;
  };
}

/** Which problem the n-th evaluation episode gets: the same ones each time, those of an unlimited split never trained on. */
export function evaluationProblem(size: number | 'unlimited', count: number): number {
  return size === 'unlimited' ? EVALUATION_PROBLEMS + count : count % size;
}

/** Keyed by the problem alone, so that an index is the same problem whichever episode gets it. */
const problemKey = (seed: number, split: Split, index: number): RandomKey =>
  keyFor(seed, STREAMS.problem, split === 'train' ? 0 : 1, index);

/** Finished episodes, in the order of `plans`. `greedy` takes the likeliest token each time. */
export async function rollOut(
  context: RolloutContext,
  plans: readonly EpisodePlan[],
  options: { evaluation?: boolean; greedy?: boolean } = {},
): Promise<Episode[]> {
  const { document, environment, policies, base } = context;
  const { seed, horizon } = document.training;
  const { evaluation = false, greedy = false } = options;
  const starts = await environment.reset(
    plans.map(({ split, problemIndex }) => ({ seed, split, index: problemIndex, randomKey: problemKey(seed, split, problemIndex) })),
  );
  const episodes = plans.map((plan, index) => {
    const first = starts[index];
    if (!first) throw new Error('the environment lost a reset');
    return new Episode({ ...plan, team: document.team, seed, tokens: base.tokenizer.promptTokens, horizon, evaluation, first });
  });
  const activity = new ActivityCounter(policies, episodes.length, context.onActivity);

  while (episodes.some((episode) => !episode.finished)) {
    const asked = episodes.flatMap((episode) => episode.ready().map((request) => ({ episode, request })));
    for (const { request } of asked) checkLength(base, request.role, request.promptIds.length, request.sampling.maxNewTokens);
    activity.queue(asked.map(({ request }) => request));
    const generated = await context.generator.generate(
      asked.map(({ request }) => ({
        promptIds: request.promptIds,
        slot: request.agentIndex,
        rule: { ...request.sampling, greedy },
        maxNewTokens: request.sampling.maxNewTokens,
        key: request.key,
      })),
      (finished) =>
        activity.progress(
          asked.map(({ request }) => request),
          finished,
        ),
    );
    asked.forEach(({ episode, request }, index) => {
      const message = generated[index];
      if (!message) throw new Error('the generator lost a message');
      const closed = message.finishReason === 'stop' ? message.responseIds.slice(0, -1) : message.responseIds;
      episode.deliver(request, {
        ...message,
        text: base.tokenizer.decode(closed),
        adapterVersion: policies[request.agentIndex]?.version ?? 0,
      });
    });
    await stepReady(environment, episodes);
  }
  return episodes;
}

async function stepReady(environment: EnvironmentHost, episodes: readonly Episode[]): Promise<void> {
  const stepping = episodes.flatMap((episode) => {
    const request = episode.toStep();
    return request ? [{ episode, request }] : [];
  });
  if (stepping.length === 0) return;
  const results = await environment.step(stepping.map(({ request }) => request));
  const going = stepping.flatMap(({ request }, index) => {
    const result = results[index];
    return result && !result.terminated ? [{ state: result.state, messages: request.messages, index }] : [];
  });
  const texts = going.length ? await environment.transition(going.map(({ state, messages }) => ({ state, messages }))) : [];
  const textOf = new Map(going.map(({ index }, at) => [index, texts[at] ?? '']));
  stepping.forEach(({ episode }, index) => {
    const result = results[index];
    if (!result) throw new Error('the environment lost a step');
    episode.stepped(result, textOf.get(index) ?? '');
  });
}

/** Throws `E_PROMPT_TOO_LONG` when a prompt of `role` and `newTokens` more are beyond what the base can read. */
export function checkLength({ config, name }: BaseModel, role: string, promptTokens: number, newTokens: number): void {
  const context = config.maxPositionEmbeddings;
  const needed = promptTokens + newTokens;
  if (needed <= context) return;
  const room = newTokens > 0 ? ` with ${newTokens} new ones that is ${needed}, and` : '';
  throw new FaultError({
    code: 'E_PROMPT_TOO_LONG',
    message: `The prompt of “${role}” has ${promptTokens} tokens;${room} the base “${name}” reads at most ${context}.`,
    hint: 'Shorten the prompt, or lower “max new tokens” of this agent or of those it listens to.',
    place: { subject: role },
  });
}

/** Per agent, messages finished of those expected in this rollout; reports at most when something changed. */
class ActivityCounter {
  readonly #done: number[];
  #last = '';

  constructor(
    private readonly policies: readonly AgentPolicy[],
    private readonly total: number,
    private readonly report: ((agents: readonly AgentActivity[]) => void) | undefined,
  ) {
    this.#done = policies.map(() => 0);
  }

  queue(requests: readonly GenerationRequest[]): void {
    this.#emit(requests, new Set());
  }

  progress(requests: readonly GenerationRequest[], finished: ReadonlySet<number>): void {
    this.#emit(requests, finished);
    if (finished.size === requests.length)
      for (const { agentIndex } of requests) this.#done[agentIndex] = (this.#done[agentIndex] ?? 0) + 1;
  }

  #emit(requests: readonly GenerationRequest[], finished: ReadonlySet<number>): void {
    if (!this.report) return;
    const asked = this.policies.map(() => 0);
    const now = [...this.#done];
    requests.forEach(({ agentIndex }, index) => {
      asked[agentIndex] = (asked[agentIndex] ?? 0) + 1;
      if (finished.has(index)) now[agentIndex] = (now[agentIndex] ?? 0) + 1;
    });
    const agents = this.policies.map(({ role, index }): AgentActivity => {
      const done = now[index] ?? 0;
      const state = done >= this.total ? 'done' : (asked[index] ?? 0) > 0 ? 'generating' : 'queued';
      return { role, state, done, total: this.total };
    });
    const text = JSON.stringify(agents);
    if (text === this.#last) return;
    this.#last = text;
    this.report(agents);
  }
}
