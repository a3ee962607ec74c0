/** How keys move between sampled tokens: left and right through the whole transcript, up and down by message. */
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';

/** Which token of an episode. */
export interface TokenRef {
  readonly message: number;
  readonly token: number;
}

/** The token `key` leads to from `from`, or null when it leads nowhere. Messages without tokens are passed over. */
export function neighbour(messages: readonly MessageRecord[], from: TokenRef, key: string): TokenRef | null {
  const size = (message: number) => messages[message]?.response_ids.length ?? 0;
  /** First message with tokens from `message` on, in steps of `step`. */
  const spoken = (message: number, step: 1 | -1): number | null => {
    for (let at = message; at >= 0 && at < messages.length; at += step) if (size(at) > 0) return at;
    return null;
  };
  const enter = (message: number | null, token: (count: number) => number): TokenRef | null =>
    message === null ? null : { message, token: token(size(message)) };

  switch (key) {
    case 'ArrowRight':
      return from.token + 1 < size(from.message) ? { ...from, token: from.token + 1 } : enter(spoken(from.message + 1, 1), () => 0);
    case 'ArrowLeft':
      return from.token > 0 ? { ...from, token: from.token - 1 } : enter(spoken(from.message - 1, -1), (count) => count - 1);
    case 'ArrowDown':
      return enter(spoken(from.message + 1, 1), (count) => Math.min(from.token, count - 1));
    case 'ArrowUp':
      return enter(spoken(from.message - 1, -1), (count) => Math.min(from.token, count - 1));
    case 'Home':
      return { ...from, token: 0 };
    case 'End':
      return { ...from, token: size(from.message) - 1 };
    default:
      return null;
  }
}

/** Whether the episode has such a token: another episode may be shorter than the one that was pointed at. */
export function isIn(episode: EpisodeRecord, { message, token }: TokenRef): boolean {
  return token < (episode.messages[message]?.response_ids.length ?? 0);
}
