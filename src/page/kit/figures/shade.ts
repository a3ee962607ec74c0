/** The colour of a signed number: blue above zero, vermilion below, fading to the page at zero; text on it keeps 4.5:1. */
import type { Scheme } from '../theme/agentColors.ts';

const SHADES: Readonly<Record<Scheme, { readonly positive: string; readonly negative: string }>> = {
  light: { positive: '#74b3e8', negative: '#f3966f' },
  dark: { positive: '#1d66a8', negative: '#a3401a' },
};

/** A CSS colour; undefined where there is nothing to colour. `range`: the value of full strength. */
export function shade(value: number | null | undefined, range: number, scheme: Scheme): string | undefined {
  if (value === null || value === undefined || !Number.isFinite(value) || value === 0 || range <= 0) return undefined;
  const strength = Math.round(100 * Math.min(1, Math.abs(value) / range));
  return `color-mix(in srgb, ${SHADES[scheme][value > 0 ? 'positive' : 'negative']} ${strength}%, var(--surface))`;
}
