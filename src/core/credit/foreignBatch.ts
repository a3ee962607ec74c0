/**
 * A step of an imported run as a batch whose credit can be computed. Its trainer's settings are unknown, so those of this workbench stand
 * in, with no penalty; what the files do not tell is named, so that no credit is made of it.
 */
import { at } from '../at.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import type { FrozenSettings } from './estimators.ts';

/** What of a batch nobody knows, though estimators need it. */
export interface Unknown {
  /** What some episode earned. */
  readonly rewards: boolean;
  /** A critic's value of some message, or of what lay behind an episode that was cut off. */
  readonly values: boolean;
}

export interface ForeignBatch {
  /** For credit alone: each message has as many zeros for log-probabilities as it has tokens, and one token where they are unknown. */
  readonly records: readonly EpisodeRecord[];
  readonly settings: FrozenSettings;
  readonly unknown: Unknown;
}

/** `usual`: this workbench's settings. Paid is at the end of an episode: by role where that is known of all who spoke, else the team. */
export function foreignBatch(records: readonly EpisodeRecord[], usual: FrozenSettings): ForeignBatch {
  const messages = records.flatMap((record) => record.messages);
  const byToken = messages.every(({ values, response_ids: ids }) => ids.length > 0 && values.length === ids.length);
  const byMessage = messages.every(({ values }) => values.length === 1);
  const hasTokens = messages.every(({ response_ids: ids }) => ids.length > 0);
  const paid = records.map(paidAtEnd);
  return {
    records: records.map((record, episode) => ({
      ...record,
      turn_rewards: at(paid, episode, 'episode') ?? [],
      // An end is an end, unless the files say that the episode was cut off.
      bootstrap: record.truncated === true ? record.bootstrap : 0,
      messages: record.messages.map(standIn),
    })),
    settings: {
      ...usual,
      episodes: records.length,
      groupSize: 1,
      klCoef: 0,
      // These two say whether a decision is a token or a message.
      algorithm: byToken || (hasTokens && !byMessage) ? 'tppo' : 'appo',
    },
    unknown: {
      rewards: paid.includes(null),
      values:
        !(byToken || byMessage) ||
        messages.some(({ values }) => values.some(Number.isNaN)) ||
        records.some(({ truncated, bootstrap }) => truncated === true && Number.isNaN(bootstrap)),
    },
  };
}

/** Null where it is unknown. */
function paidAtEnd({ reward, rewards, messages }: EpisodeRecord): EpisodeRecord['turn_rewards'] | null {
  const roles = new Set(messages.map(({ role }) => role));
  const known = [...roles].every((role) => Number.isFinite(rewards[role])) && Object.values(rewards).every(Number.isFinite);
  if (!known && !Number.isFinite(reward)) return null;
  const last = Math.max(0, ...messages.map(({ turn }) => turn));
  return [...Array.from({ length: last }, () => 0), known ? rewards : reward];
}

function standIn(message: MessageRecord): MessageRecord {
  const ids = message.response_ids.length > 0 ? message.response_ids : [0];
  return { ...message, response_ids: ids, logprobs: ids.map(() => 0), ref_logprobs: [] };
}
