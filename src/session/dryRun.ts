/**
 * An iteration's episodes played without a model, for the estimate: through the episode machine and the document's own
 * environment, all turns of the horizon, with made-up messages. Prompts grow by what the team's `history` shows, as they will.
 */
import { missingData } from '../core/dataset/attach.ts';
import type { DataRow } from '../core/dataset/rows.ts';
import { trainedPrompt } from '../core/compat/linearTraining.ts';
import { baseNameOf } from '../core/document/bases.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import type { EnvironmentHost, StepRequest, StepResult } from '../core/environment/contract.ts';
import { Episode, type GenerationRequest, problemKey } from '../core/episode/machine.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { presentTeam } from '../core/team/presentation.ts';
import { speaksAt } from '../core/team/turns.ts';
import type { ScoredSequence } from '../engine/train/batches.ts';
import type { BaseModel } from './base.ts';

/**
 * `typical`: messages of half of what they may have (they end earlier on the whole, and nobody knows how much before they are
 * written), and an orchestrator that calls everybody once a turn. `most`: of all they may have, and calls until its messages are
 * used up. Both play every turn of the horizon: an episode may end earlier, never later.
 */
export type Length = 'typical' | 'most';

const SHARE: Readonly<Record<Length, number>> = { typical: 0.5, most: 1 };

/** A message as it would be scored, with its agent. */
export interface DryMessage extends Omit<ScoredSequence, 'slot'> {
  readonly agent: number;
  readonly episode: number;
  /** Tokens of the prompt it is sampled from. */
  readonly prompt: number;
}

export interface DryRun {
  /** Episode by episode, in the order of the record. */
  readonly messages: readonly DryMessage[];
  /** Prompts whose values stand for the rest of truncated episodes. */
  readonly open: readonly Omit<DryMessage, 'prompt' | 'episode'>[];
}

export async function dryRun(
  document: ProjectDocument,
  bases: readonly BaseModel[],
  environment: EnvironmentHost,
  length: Length,
  /** Rows of the document's data set, where it names one; gone through again when too few. */
  problems: readonly DataRow[] = [],
): Promise<DryRun> {
  const { team, training } = document;
  const { dataset } = document.environment;
  if (dataset && problems.length === 0) throw missingData(dataset, 'Give the file again in the environment panel.');
  const baseOf = (index: number): BaseModel => {
    const agent = team.agents[index];
    const base = bases.find(({ name }) => agent && name === baseNameOf(document, agent));
    if (!base) throw new Error(`the base of agent ${index} was not loaded`);
    return base;
  };
  const starts = await environment.reset(
    Array.from({ length: training.episodes }, (_, index) => ({
      seed: training.seed,
      split: 'train' as const,
      index,
      ...(dataset ? { problem: problems[index % problems.length] } : {}),
      randomKey: problemKey(training.seed, 'train', index),
    })),
  );
  const episodes = starts.map(
    (first, index) =>
      new Episode({
        iteration: 0,
        episode: index,
        split: 'train',
        problemIndex: index,
        group: index,
        team,
        seed: training.seed,
        tokensOf: (agent) => baseOf(agent).tokenizer.promptTokens,
        horizon: training.horizon,
        compat: training.compat,
        first,
      }),
  );
  const speak = speaker(document, baseOf, length);
  let ended = new Map<Episode, StepResult>();
  for (let turn = 0; turn < training.horizon; turn += 1) {
    const steps = episodes.map((episode) => ({ episode, request: speak(episode) }));
    ended = await stepAll(environment, steps, ended);
  }
  return {
    messages: episodes.flatMap((episode) => dryMessages(document, episode.record())),
    open: episodes.flatMap((episode) => {
      const next = ended.get(episode)?.terminated ? null : episode.bootstrap();
      return next ? [{ ids: [...next.prompt.ids, 0], first: next.prompt.ids.length, agent: next.agent, temperature: 1 }] : [];
    }),
  };
}

/** Speaks a turn of an episode, and returns what the environment is to step with. */
function speaker(document: ProjectDocument, baseOf: (agent: number) => BaseModel, length: Length): (episode: Episode) => StepRequest {
  const { team } = document;
  const dynamic = team.orchestration === 'dynamic';
  const leader = dynamic ? team.agents.findIndex(({ role }) => role === team.orchestrator.role) : -1;
  const { names } = presentTeam(team, document.training.compat);
  const deliver = (episode: Episode, request: GenerationRequest, text: string): void => {
    const share = Math.max(1, Math.round(SHARE[length] * request.sampling.maxNewTokens));
    const responseIds = new Array<number>(share).fill(baseOf(request.agentIndex).tokenizer.special.end);
    const zeros = responseIds.map(() => 0);
    episode.deliver(request, { responseIds, text, logprobs: zeros, entropies: zeros, finishReason: 'stop', adapterVersion: 0 });
  };
  return (episode) => {
    const { turn } = episode;
    const callable = names.filter((_, index) => {
      const agent = team.agents[index];
      return index !== leader && agent !== undefined && speaksAt(agent, turn);
    });
    let called = 0;
    const route = (): string => {
      const name = length === 'most' ? callable[called % callable.length] : callable[called];
      called += 1;
      return name === undefined ? '<done/>' : `<call>${name}</call>`;
    };
    for (let ready = episode.ready(); ready.length > 0; ready = episode.ready())
      for (const request of ready) deliver(episode, request, request.agentIndex === leader ? route() : '');
    const request = episode.toStep();
    if (!request) throw new Error('a dry episode neither speaks nor steps');
    return request;
  };
}

/** Steps all episodes; those the environment ended go on reading what it said last. Returns these with how they ended. */
async function stepAll(
  environment: EnvironmentHost,
  steps: readonly { episode: Episode; request: StepRequest }[],
  ended: ReadonlyMap<Episode, StepResult>,
): Promise<Map<Episode, StepResult>> {
  const alive = steps.filter(({ episode }) => !ended.has(episode));
  const results = alive.length > 0 ? await environment.step(alive.map(({ request }) => request)) : [];
  const resultOf = new Map(alive.flatMap(({ episode }, index) => (results[index] ? [[episode, results[index]]] : [])));
  const going = alive.filter(({ episode }) => resultOf.get(episode)?.terminated === false);
  const asked = going.map(({ episode, request }) => ({ state: resultOf.get(episode)?.state ?? null, messages: request.messages }));
  const texts = asked.length > 0 ? await environment.transition(asked) : [];
  const textOf = new Map(going.map(({ episode }, index) => [episode, texts[index] ?? '']));
  const next = new Map(ended);
  for (const { episode } of steps) {
    const result = resultOf.get(episode) ?? ended.get(episode);
    if (!result) throw new Error('the environment lost a step');
    if (result.terminated || result.truncated) next.set(episode, result);
    episode.stepped({ ...result, terminated: false, truncated: false }, textOf.get(episode) ?? '');
  }
  return next;
}

/** Episodes that were played in earnest; what stands for the rest of truncated ones is left out. */
export const playedRun = (document: ProjectDocument, records: readonly EpisodeRecord[]): DryRun => ({
  messages: records.flatMap((record) => dryMessages(document, record)),
  open: [],
});

function dryMessages({ team }: ProjectDocument, { episode, messages }: EpisodeRecord): DryMessage[] {
  const agentOf = new Map(team.agents.map(({ role }, index) => [role, index]));
  return messages.map((message) => {
    const prompt = trainedPrompt(message);
    return {
      ids: [...prompt, ...message.response_ids],
      first: prompt.length,
      agent: agentOf.get(message.role) ?? 0,
      episode,
      prompt: message.prompt_ids.length,
      temperature: 1,
    };
  });
}
