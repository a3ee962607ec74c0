/**
 * How much what an agent read says about what it wrote: the mutual information of prompt and message, I = H(message) − H(message | prompt).
 *
 * The first is the entropy of the messages over the batch, by their frequencies with the correction of Miller and Madow
 * (Miller 1955; Paninski 2003, §4); the second the mean over the messages of Σ H(token | prompt, tokens before), which is unbiased for messages that were
 * sampled from these very distributions.
 */

interface Said {
  readonly response_ids: readonly number[];
  /** Entropy of the distribution each token was sampled from, nats. */
  readonly entropies: readonly number[];
}

/** Share of messages that were said only once from which on frequencies no longer tell the entropy. */
const MOST_SINGLE = 0.5;

/**
 * Nats a message; about 0 for an agent that says the same whatever it reads, at most the logarithm of the number of messages. Null
 * where it cannot be told: no entropies, fewer than two messages, or more than half of them said only once.
 */
export function promptInformation(messages: readonly Said[]): number | null {
  const count = messages.length;
  if (count < 2 || messages.some(({ entropies }) => entropies.length === 0)) return null;
  const times = new Map<string, number>();
  for (const { response_ids } of messages) {
    const message = response_ids.join(' ');
    times.set(message, (times.get(message) ?? 0) + 1);
  }
  const counts = [...times.values()];
  if (counts.filter((said) => said === 1).length > MOST_SINGLE * count) return null;
  const seen = counts.reduce((sum, said) => sum - (said / count) * Math.log(said / count), 0);
  const corrected = seen + (counts.length - 1) / (2 * count);
  const given = messages.reduce((sum, { entropies }) => sum + entropies.reduce((all, entropy) => all + entropy, 0), 0) / count;
  return corrected - given;
}
