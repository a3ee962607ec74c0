/**
 * Plays episodes whose messages are given, not generated: through the loop of a rollout, so that every prompt is token by
 * token the one a rollout would have.
 */
import type { TeamSettings } from '../../core/document/schema.ts';
import type { Compat } from '../../core/document/trainingSchema.ts';
import type { EnvironmentHost, ResetResult } from '../../core/environment/contract.ts';
import { Episode, type GenerationRequest } from '../../core/episode/machine.ts';
import { allOrFirstFailure, endTurns, playEpisode, type SpokenTurn, together } from '../../core/episode/play.ts';
import { type ToolUse, written } from '../../core/episode/tools.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { warmStartFaults } from '../../words/words.ts';
import type { PromptTokens } from '../../core/tokenizer/promptTokens.ts';
import { nextTask } from '../../engine/generate/nextTask.ts';
import { toolUses } from '../play/tools.ts';

/** What episodes are played with. */
export interface Stage {
  readonly team: TeamSettings;
  readonly horizon: number;
  readonly compat: readonly Compat[];
  /** By agent index. */
  readonly tokensOf: (agent: number) => PromptTokens;
}

/** An agent that is to speak in one of the episodes. */
export interface Asked {
  readonly episode: Episode;
  readonly request: GenerationRequest;
}

export interface Start {
  /** Number of the playing, and of the episode within it; they key its randomness. */
  readonly iteration: number;
  readonly episode: number;
  readonly seed: number;
  readonly problemIndex: number;
  readonly first: ResetResult;
}

/** The episodes before anybody spoke; their problems are of the train split. */
export function openEpisodes({ team, horizon, compat, tokensOf }: Stage, starts: readonly Start[]): Episode[] {
  return starts.map((start) => new Episode({ ...start, split: 'train', group: start.episode, team, horizon, compat, tokensOf }));
}

/** Plays `episodes` to their end; `say` answers those who are to speak at about the same time with one text each. */
export async function playEpisodes(
  stage: Stage,
  environment: EnvironmentHost,
  episodes: readonly Episode[],
  say: (asked: readonly Asked[]) => Promise<readonly string[]>,
): Promise<void> {
  const words = together(say, nextTask);
  const toolsOf = toolUses(stage, environment);
  const step = together((turns: readonly SpokenTurn[]) => endTurns(environment, turns), nextTask);
  await allOrFirstFailure(
    episodes.map((episode) =>
      playEpisode(episode, {
        step,
        async speak(request: GenerationRequest) {
          const asked = { episode, request };
          await deliver(stage, asked, await words(asked), toolsOf(episode, request));
        },
      }),
    ),
  );
}

/** Gives `text` as the message that was asked for: its tokens and the one that ends it, and what tools answer to it. */
export async function deliver({ tokensOf }: Stage, { episode, request }: Asked, text: string, use: ToolUse | null): Promise<void> {
  const { role, agentIndex, sampling, clocked } = request;
  const tokens = tokensOf(agentIndex);
  const { ids, tools, text: whole } = await written(text, (part) => tokens.encode(part), use);
  const responseIds = [...ids, tokens.end];
  // What is shown is not interrupted: it arrives when it arrives.
  const limit = clocked?.maxNewTokens ?? sampling.maxNewTokens;
  if (responseIds.length > limit) throw tooLong(role, text, responseIds.length, limit);
  const nothing = responseIds.map(() => 0);
  const said = { responseIds, logprobs: nothing, entropies: nothing, finishReason: 'stop', text: whole, adapterVersion: 0 } as const;
  episode.deliver(request, { ...said, ...(tools.length > 0 ? { tools } : {}) });
}

/** A team can never say what it is shown when that is cut off. */
function tooLong(role: string, text: string, tokens: number, limit: number): FaultError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new FaultError(fault(warmStartFaults, 'E_WARM_TOO_LONG', { role, text: shown, tokens, limit }, { place: { subject: role } }));
}
