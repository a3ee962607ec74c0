/**
 * How what has a place in the palette looks: an agent, or a run of a comparison, the same in graph, charts, transcripts and exports.
 * Hues are Okabe and Ito's colour-blind-safe set (https://jfly.uni-koeln.de/color/); their lightness is moved per
 * scheme so that each stands out by 4.5:1 or more from the page it is drawn on (WCAG 1.4.3, so that text may have it), which the originals
 * do not, and so that any two can be told apart with red- and green-blind eyes too (`test/unit/page/kit/theme/colors.test.ts`).
 * Lines have a dash and a marker of their own besides: with 8 colours, 3 dashes and 5 markers the first 120 places all differ, and two of
 * one colour next to each other differ in both.
 */

export type Scheme = 'light' | 'dark';

const PALETTE: readonly { readonly light: string; readonly dark: string }[] = [
  { light: '#003E7D', dark: '#44A4F4' }, // blue
  { light: '#B55500', dark: '#F48E17' }, // orange to vermillion
  { light: '#007D5B', dark: '#2DC199' }, // bluish green
  { light: '#A44A7D', dark: '#BB7DA4' }, // reddish purple
  { light: '#4A4400', dark: '#F9EE4A' }, // yellow
  { light: '#1177B5', dark: '#88D7FF' }, // sky blue
  { light: '#AA2D39', dark: '#DD7166' }, // red
  { light: '#444A4F', dark: '#C6D7D7' }, // grey, Okabe and Ito's black
];

/** Strokes and gaps, pixels; none is an unbroken line. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3]];

export const MARKERS = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const;
export type Marker = (typeof MARKERS)[number];

/** How many places have a colour of their own before colours repeat (labels always tell agents apart too). */
export const AGENT_COLOR_COUNT = PALETTE.length;

/** How a line looks. */
export interface Look {
  /** As CSS writes it. */
  readonly color: string;
  readonly dash: readonly number[];
  /** Null for lines without one. */
  readonly marker: Marker | null;
}

/** The colour, as `#RRGGBB`, of `slot` of the palette; lines, dots and text may use it. */
export function agentColor(slot: number, scheme: Scheme): string {
  return inTurn(PALETTE, slot)?.[scheme] ?? '#808080';
}

/** All of how a line of `slot` looks. */
export function lookOf(slot: number, scheme: Scheme): Look {
  return { color: agentColor(slot, scheme), dash: inTurn(DASHES, slot) ?? [], marker: inTurn(MARKERS, slot) ?? null };
}

function inTurn<T>(list: readonly T[], slot: number): T | undefined {
  return list[((slot % list.length) + list.length) % list.length];
}
