/**
 * An iteration's episodes played without a model, for the estimate: through the episode machine and the document's own
 * environment, all turns of the horizon, with made-up messages. Prompts grow by what the team's `history` shows, as they will.
 */
import { look, orElse } from '../../core/at.ts';
import { missingData } from '../../core/dataset/attach.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import { trainedPrompt } from '../../core/compat/linearTraining.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import { criticReads } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost, StepResult } from '../../core/environment/contract.ts';
import { resetRequest } from '../../core/environment/start.ts';
import { Episode, type GenerationRequest } from '../../core/episode/machine.ts';
import { allOrFirstFailure, endTurns, playEpisode, type SpokenTurn, together } from '../../core/episode/play.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { responseBehind } from '../../core/episode/tools.ts';
import { presentTeam } from '../../core/team/presentation.ts';
import { nextTask } from '../../engine/generate/nextTask.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import type { BaseOutline } from '../team/base.ts';
import { hiddenStateOf } from './rollout.ts';

/**
 * `typical`: messages of half of what they may have (they end earlier on the whole, and nobody knows how much before they are
 * written), an orchestrator that calls everybody once a turn, and a router that opens all. `most`: of all they may have, and calls until its messages are
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
  /** The same message behind what its critic reads, where that is not the prompt. */
  readonly valued?: Pick<ScoredSequence, 'ids' | 'first' | 'scored'>;
}

export interface DryRun {
  /** Episode by episode, in the order of the record. */
  readonly messages: readonly DryMessage[];
  /** Prompts whose values stand for the rest of truncated episodes. */
  readonly open: readonly Omit<DryMessage, 'prompt' | 'episode'>[];
}

export async function dryRun(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  length: Length,
  /** Rows of the document's data set, where it names one; gone through again when too few. */
  problems: readonly DataRow[] = [],
): Promise<DryRun> {
  const { team, training } = document;
  const { dataset } = document.environment;
  if (dataset && problems.length === 0) throw missingData(dataset, 'panel');
  const baseOf = (index: number): BaseOutline => {
    const agent = team.agents[index];
    const base = bases.find(({ name }) => agent && name === baseNameOf(document, agent));
    if (!base) throw new Error(`the base of agent ${index} was not loaded`);
    return base;
  };
  const starts = await environment.reset(
    Array.from({ length: training.episodes }, (_, index) =>
      resetRequest({ seed: training.seed, split: 'train', index, ...(dataset ? { problem: problems[index % problems.length] } : {}) }),
    ),
  );
  const reads = criticReads(training);
  const privileged = hiddenStateOf(environment, reads);
  const hidden = await privileged?.(starts.map(({ state }) => state));
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
        tokensOf: (agent) => baseOf(agent).tokenizer.tokensFor(team.template, team.thinking),
        horizon: training.horizon,
        compat: training.compat,
        first,
        criticReads: reads,
        hidden: hidden?.[index],
      }),
  );
  const ended = new Map<Episode, StepResult>();
  const step = together((turns: readonly SpokenTurn[]) => endTurns(environment, turns, { privileged }), nextTask);
  await allOrFirstFailure(
    episodes.map((episode) =>
      playEpisode(episode, {
        speak: speaker(document, baseOf, length, episode),
        // Those the environment ended go on to the horizon, reading what it said last.
        async step(spoken) {
          const last = ended.get(episode);
          const { result, transition, ...rest } = last ? { result: last, transition: '' } : await step(spoken);
          if (result.terminated || result.truncated) ended.set(episode, result);
          return { ...rest, result: { ...result, terminated: false, truncated: false }, transition };
        },
      }),
    ),
  );
  return {
    messages: episodes.flatMap((episode) => dryMessages(document, episode.record())),
    open: episodes.flatMap((episode) => {
      const next = ended.get(episode)?.terminated ? null : episode.bootstrap();
      return next ? [{ ids: [...next.prompt.ids, 0], first: next.prompt.ids.length, agent: next.agent, temperature: 1 }] : [];
    }),
  };
}

/** Speaks in one episode: an orchestrator calls, a router opens all, the others say nothing, all of the length that is asked for. */
function speaker(document: ProjectDocument, baseOf: (agent: number) => BaseOutline, length: Length, episode: Episode) {
  const { team } = document;
  const leader = team.orchestration === 'static' ? -1 : team.agents.findIndex(({ role }) => role === team.orchestrator.role);
  const { names } = presentTeam(team, document.training.compat);
  /** How many agents were called in each turn. */
  const called: number[] = [];
  const route = (turn: number): string => {
    const callable = names.filter((_, index) => {
      return index !== leader && episode.onDuty(index);
    });
    if (team.orchestration === 'routed') return callable.join(' ');
    const before = orElse(called[turn], 0);
    called[turn] = before + 1;
    const name = length === 'most' ? callable[before % callable.length] : callable[before];
    return name === undefined ? '<done/>' : `<call>${name}</call>`;
  };
  return async (request: GenerationRequest): Promise<void> => {
    const { agentIndex, turn, sampling } = request;
    const share = Math.max(1, Math.round(SHARE[length] * sampling.maxNewTokens));
    const responseIds = new Array<number>(share).fill(baseOf(agentIndex).tokenizer.special.end);
    const zeros = responseIds.map(() => 0);
    const text = agentIndex === leader ? route(turn) : '';
    episode.deliver(request, { responseIds, text, logprobs: zeros, entropies: zeros, finishReason: 'stop', adapterVersion: 0 });
  };
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
    const read = message.critic_prompt_ids;
    return {
      ...responseBehind(prompt, message),
      agent: look(agentOf, message.role, 'agent'),
      episode,
      prompt: message.prompt_ids.length,
      ...(read ? { valued: responseBehind(read, message) } : {}),
      temperature: 1,
    };
  });
}
