/** Which tokens a loss is taken of, by what is known of all of them before a step. */
import { at } from './vectors.ts';

/**
 * 1 at the tokens with the largest entropy, [tokens]: those at or above the quantile 1 − `share` of the entropies, interpolated as
 * PyTorch's `quantile` (Wang et al. 2025, “Beyond the 80/20 rule”; TRL `top_entropy_quantile`). Tokens of weight 0 do not count.
 */
export function topEntropyTokens(entropies: ArrayLike<number>, share: number, weights?: ArrayLike<number>): Uint8Array {
  const counted = Array.from(entropies).filter((_, t) => !weights || at(weights, t) !== 0);
  const chosen = new Uint8Array(entropies.length);
  if (counted.length === 0) return chosen;
  const sorted = counted.toSorted((a, b) => a - b);
  const rank = (1 - share) * (sorted.length - 1);
  const below = at(sorted, Math.floor(rank));
  const threshold = below + (rank - Math.floor(rank)) * (at(sorted, Math.ceil(rank)) - below);
  for (let t = 0; t < chosen.length; t++) if (at(entropies, t) >= threshold && (!weights || at(weights, t) !== 0)) chosen[t] = 1;
  return chosen;
}

/**
 * 1 at the tokens that are kept, [tokens]: those with the largest squared log-ratios are left out until the mean of the others is below
 * `threshold` (M2PO, Zheng et al. 2025, “Prosperity before Collapse”, alg. 1; AReaL `m2_threshold`). One token at least is kept, as there.
 */
export function withinSecondMoment(logRatios: ArrayLike<number>, threshold: number, weights?: ArrayLike<number>): Uint8Array {
  const kept = Uint8Array.from(logRatios, (_, t) => (!weights || at(weights, t) !== 0 ? 1 : 0));
  const order = Array.from(logRatios, (ratio, t) => ({ t, square: ratio * ratio }))
    .filter(({ t }) => kept[t] === 1)
    .toSorted((a, b) => a.square - b.square);
  // The largest run of the smallest whose mean is below the threshold.
  let [sum, keep] = [0, Math.min(1, order.length)];
  order.forEach(({ square }, index) => {
    sum += square;
    if (sum / (index + 1) < threshold) keep = index + 1;
  });
  for (const { t } of order.slice(keep)) kept[t] = 0;
  return kept;
}
