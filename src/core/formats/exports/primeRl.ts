/**
 * Episodes as prime-rl's token export names them: one JSON line per sequence, one number per token (docs/exports.md). A
 * sequence is one message, prompt and response; every array is as long as `token_ids` and stands at the token it speaks of.
 */
import { agentIsFrozen, needsCritic } from '../../document/derived.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import { lossWeights } from '../../objectives/masks.ts';
import type { EpisodeRecord, MessageReceipt, MessageRecord } from '../../episode/records.ts';
import { ownPositions, wholeResponse } from '../../episode/tools.ts';
import { encodeFloatLines } from '../jsonl.ts';

export interface PrimeRlSequence {
  /** Version of prime-rl's token export (`SCHEMA_VERSION` of its `token_export.py`). */
  readonly schema_version: 1;
  /** The iteration. */
  readonly step: number;
  /** Rank of the prime-rl trainer that wrote the line; here one writes all. */
  readonly rank: 0;
  /** prime-rl's index of a sequence in its trainer's packed micro batches: here the episode, and the message in it. */
  readonly micro_step: number;
  readonly micro_sequence_idx: number;
  /** Index of the line in its file. */
  readonly export_sequence_idx: number;
  /** File of the environment, without its ending. */
  readonly env_name: string;
  /** Prompt, then response. */
  readonly token_ids: readonly number[];
  /** 0, 1, 2, … */
  readonly position_ids: readonly number[];
  /** Which of them the objective learns from: the response's without what tools answered, of a message that a step was taken with. */
  readonly loss_mask: readonly boolean[];
  /** Ours: of the distribution sampled from; the same at every token. */
  readonly temperatures: readonly number[];
  /** What the environment paid this role over the episode, at every token. */
  readonly rewards: readonly number[];
  /** Log-probability under what sampled it, nats; 0 at tokens of the prompt, like all numbers below. */
  readonly inference_logprobs: readonly number[];
  /** Before normalisation, as in the run folder. */
  readonly advantages: readonly number[];
  /** Entropy of the distribution each token was sampled from, nats. */
  readonly entropy?: readonly number[];
  /** Under the policy after the iteration's update. This and what follows from it: absent where no receipt was recorded, and where the steps were taken back. */
  readonly trainer_logprobs?: readonly number[];
  /** π_trainer / π_inference. */
  readonly importance_ratio?: readonly number[];
  /** log π_trainer − log π_inference. */
  readonly log_importance_ratio?: readonly number[];
  /** r − 1 − log r of that ratio. */
  readonly mismatch_kl?: readonly number[];
  /** π_trainer − π_inference. */
  readonly prob_delta?: readonly number[];
  /** Ours, to find the sequence again. */
  readonly episode: number;
  readonly message: number;
  readonly role: string;
}

const FLOATS: ReadonlySet<string> = new Set<keyof PrimeRlSequence>([
  ...(['temperatures', 'rewards', 'inference_logprobs', 'advantages', 'entropy', 'trainer_logprobs'] as const),
  ...(['importance_ratio', 'log_importance_ratio', 'mismatch_kl', 'prob_delta'] as const),
]);

/** Whether it was recorded which messages steps were taken with. */
export const hasReceipts = (episodes: readonly EpisodeRecord[]): boolean =>
  episodes.some(({ messages }) => messages.some(({ receipt }) => receipt !== undefined));

/**
 * Contents of an iteration's file: the messages of one iteration's episodes, in speaking order. Of a part of them: `before` lines stand
 * before its own, and `told` says whether any of the iteration has a receipt.
 */
export function primeRlLines(
  document: ProjectDocument,
  episodes: readonly EpisodeRecord[],
  { before, told }: { readonly before: number; readonly told: boolean } = { before: 0, told: hasReceipts(episodes) },
): string {
  const { team, training } = document;
  const frozen = new Set(team.agents.filter((agent) => agentIsFrozen(document, agent)).map(({ role }) => role));
  const warmup = needsCritic(training) ? training.critic.warmup : 0;
  // With receipts it is known who learnt; a turn-taking schedule leaves some out in every iteration.
  const learns = (iteration: number, { receipt, role }: MessageRecord): boolean => {
    if (iteration <= warmup || frozen.has(role)) return false;
    return told ? receipt !== undefined && tookSteps(receipt) : true;
  };
  const sequences = episodes.flatMap((episode) =>
    episode.messages.map((message, index) => {
      const weights = lossWeights(message, training);
      const mask = weights.map((weight) => weight !== 0 && learns(episode.iteration, message));
      return sequenceOf(episode, message, index, mask);
    }),
  );
  const head = { schema_version: 1, rank: 0, env_name: document.environment.file.replace(/\.ts$/, '') } as const;
  const lines = sequences.map((sequence, at): PrimeRlSequence => ({ ...head, ...sequence, export_sequence_idx: before + at }));
  return encodeFloatLines(lines, FLOATS);
}

/** Whether any step was taken with the message; where the KL gate refused some, the others left a push or a clip. */
function tookSteps({ left_out: leftOut, gated = 0, push, clipped }: MessageReceipt): boolean {
  if (leftOut) return false;
  return gated === 0 || push.some((by) => by !== 0) || clipped.some((share) => share > 0);
}

type OfMessage = Omit<PrimeRlSequence, 'schema_version' | 'rank' | 'env_name' | 'export_sequence_idx'>;

function sequenceOf(episode: EpisodeRecord, message: MessageRecord, index: number, mask: readonly boolean[]): OfMessage {
  const { prompt_ids: prompt, logprobs, receipt } = message;
  const own = ownPositions(message).map((position) => prompt.length + position);
  const token_ids = [...prompt, ...wholeResponse(message)];
  // A tool's tokens are as a prompt's: read, and not the agent's.
  const standing = <T>(values: readonly T[], other: T): T[] => {
    const all = token_ids.map(() => other);
    own.forEach((position, token) => {
      const value = values[token];
      if (value !== undefined) all[position] = value;
    });
    return all;
  };
  const whole = (values: readonly number[]) => standing(values, 0);
  // Of steps that were taken back, no policy is left that had these.
  const trainer = receipt?.undone ? undefined : receipt?.updated_logprobs;
  const logRatios = trainer?.map((logprob, at) => logprob - (logprobs[at] ?? 0));
  return {
    step: episode.iteration,
    micro_step: episode.episode,
    micro_sequence_idx: index,
    token_ids,
    position_ids: token_ids.map((_, at) => at),
    loss_mask: standing(mask, false),
    temperatures: token_ids.map(() => message.temperature),
    rewards: token_ids.map(() => episode.rewards[message.role] ?? episode.reward),
    inference_logprobs: whole(logprobs),
    advantages: whole(message.advantages),
    ...(message.entropies.length > 0 && { entropy: whole(message.entropies) }),
    ...(trainer &&
      logRatios && {
        trainer_logprobs: whole(trainer),
        log_importance_ratio: whole(logRatios),
        importance_ratio: standing(logRatios.map(Math.exp), 1),
        mismatch_kl: whole(logRatios.map((logRatio) => Math.expm1(logRatio) - logRatio)),
        prob_delta: whole(trainer.map((logprob, at) => Math.exp(logprob) - Math.exp(logprobs[at] ?? 0))),
      }),
    episode: episode.episode,
    message: index,
    role: message.role,
  };
}
