/** How far the words that a model would choose move when its weights are held in another form. */

/**
 * KL(p ‖ q) in nats of the distributions over a whole vocabulary that two rows of logits stand for, both [V] in single precision;
 * Σ p · (log p − log q), summed in doubles. Never below 0: what rounding leaves there is taken for 0.
 */
export function logitsKl(p: Float32Array, q: Float32Array): number {
  if (p.length !== q.length) throw new RangeError(`rows of ${p.length} and of ${q.length} logits have no divergence`);
  const [ofP, ofQ] = [logSumExp(p), logSumExp(q)];
  let kl = 0;
  for (let i = 0; i < p.length; i += 1) {
    const logP = (p[i] ?? 0) - ofP;
    kl += Math.exp(logP) * (logP - ((q[i] ?? 0) - ofQ));
  }
  return Math.max(0, kl);
}

function logSumExp(logits: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) most = Math.max(most, logit);
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return most + Math.log(sum);
}
