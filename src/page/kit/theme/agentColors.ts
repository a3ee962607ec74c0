/**
 * One colour per agent, by its position in the team's list, the same in graph, charts, transcripts and exports.
 * Hues are Okabe and Ito's colour-blind-safe set (https://jfly.uni-koeln.de/color/); their lightness is moved per
 * scheme so that each stands out by 4.5:1 or more from the page it is drawn on (WCAG 1.4.3, so that text may have it), which the originals
 * do not.
 */

export type Scheme = 'light' | 'dark';

const PALETTE: readonly { readonly light: string; readonly dark: string }[] = [
  { light: '#0072B2', dark: '#5AA9E6' }, // blue
  { light: '#B35200', dark: '#F0922E' }, // orange to vermillion
  { light: '#008060', dark: '#2FC29A' }, // bluish green
  { light: '#A64D87', dark: '#DD8FBF' }, // reddish purple
  { light: '#7D6800', dark: '#E8D94A' }, // yellow
  { light: '#1A76A5', dark: '#8FD3F7' }, // sky blue
  { light: '#A02C2C', dark: '#F07B6B' }, // red
  { light: '#495057', dark: '#CED4DA' }, // grey, Okabe and Ito's black
];

/** How many agents have a colour of their own before colours repeat (labels always tell agents apart too). */
export const AGENT_COLOR_COUNT = PALETTE.length;

/** The colour, as `#RRGGBB`, of the agent at `index` of the team's list; lines, dots and text may use it. */
export function agentColor(index: number, scheme: Scheme): string {
  const entry = PALETTE[((index % PALETTE.length) + PALETTE.length) % PALETTE.length];
  return entry?.[scheme] ?? '#808080';
}
