/**
 * An episode as one strip: a bar per sampled token (or per pixel, where there are more tokens), whose message it is below, and
 * arcs above from a token to those its advantage comes from. Plain shapes, so that page and file draw the same.
 */
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { ShownAdvantage, ShownTerm } from './microscope.ts';
import { shadeOf, type Shade } from '../../../state/reading/tokens.ts';
import type { Heat } from '../../../kit/tokens/heat.ts';
import type { TokenRef } from '../../../kit/tokens/tokenNavigation.ts';

/** Heights, pixels. */
const ARCS = 62;
const BARS = 22;
const BAND = 4;
const LABEL = 15;
/** Mean width of a letter of a label, pixels. */
export const LETTER = 6.2;
/** Between two messages, where there is room for it. */
const GAP = 2;

export const STRIP_HEIGHT = ARCS + BARS + BAND + LABEL;
/** Top and height of the strip of a whole long episode, below that of a part. */
export const WHOLE = { top: STRIP_HEIGHT + 3, height: 12 } as const;

export interface StripBar {
  readonly x: number;
  readonly width: number;
  readonly side: Shade['side'];
  readonly strength: number;
}

/** Bars of one shade as one shape. */
export interface BarShape {
  readonly side: Shade['side'];
  readonly strength: number;
  /** SVG path. */
  readonly d: string;
}

export interface StripBand {
  readonly x: number;
  readonly width: number;
  readonly role: string;
}

export interface StripArc {
  /** SVG path; empty for the token's own term, which is a dot. */
  readonly d: string;
  readonly x: number;
  readonly y: number;
  readonly strength: number;
  readonly takesAway: boolean;
  /** Role of the other agent it crosses to; null within the agent's own words. */
  readonly crossesTo: string | null;
  readonly shown: ShownTerm;
}

export interface Strip {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly StripBar[];
  readonly bands: readonly StripBand[];
  readonly arcs: readonly StripArc[];
  /** Middle of the token looked at; null where none is. */
  readonly marked: number | null;
  /** Upper edges of the parts. */
  readonly top: { readonly bars: number; readonly bands: number; readonly labels: number };
}

/** Tokens of the episode, counted over all messages: from the first to the one behind the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where tokens are along the strip. */
interface Scale extends Stretch {
  readonly starts: readonly number[];
  readonly at: (slot: number) => number;
}

function scaleOf({ messages }: EpisodeRecord, width: number, part: Stretch | null): Scale {
  const starts: number[] = [];
  let slots = 0;
  for (const { response_ids: ids } of messages) {
    starts.push(slots);
    slots += ids.length;
  }
  const { from, to } = part ?? { from: 0, to: slots };
  return { from, to, starts, at: (slot) => (to > from ? ((slot - from) / (to - from)) * width : 0) };
}

/** Most tokens whose arcs can be told apart on one strip. */
const LEGIBLE = 200;
/** Least tokens of a part. */
const PART = 60;

/** The part of a long episode that an advantage comes from, with some room; null where the whole episode is legible. */
export function partOf(episode: EpisodeRecord, advantage: ShownAdvantage | null): Stretch | null {
  const { to, starts } = scaleOf(episode, 1, null);
  if (to <= LEGIBLE || !advantage) return null;
  const decisions = [advantage.decision, ...advantage.strongest.flatMap(({ decision }) => decision ?? [])];
  const least = Math.min(...decisions.map(({ message, first }) => (starts[message] ?? 0) + first));
  const most = Math.max(...decisions.map(({ message, token }) => (starts[message] ?? 0) + token + 1));
  const size = Math.min(to, Math.max(PART, Math.ceil((most - least) * 1.2)));
  const from = Math.min(to - size, Math.max(0, least - Math.floor((size - (most - least)) / 2)));
  return { from, to: from + size };
}

/** Bars and bands, which do not change while one looks from token to token of the same part. */
export function stripBase(episode: EpisodeRecord, heat: Heat, width: number, part: Stretch | null = null): Pick<Strip, 'bars' | 'bands'> {
  const { from: begin, to: end, starts, at } = scaleOf(episode, width, part);
  const values = episode.messages
    .flatMap((message, index) => message.response_ids.map((_, token) => heat.byToken.values[index]?.[token] ?? Number.NaN))
    .slice(begin, end);
  const slots = values.length;
  const count = Math.min(slots, Math.max(1, Math.floor(width)));
  const gap = width / Math.max(1, slots) >= 4 ? 1 : 0;
  const bars = Array.from({ length: count }, (_, bar): StripBar => {
    const [from, to] = [Math.floor((bar * slots) / count), Math.floor(((bar + 1) * slots) / count)];
    const shades = values.slice(from, to).map((value) => shadeOf(value, heat.channel, heat.range));
    // Of several tokens in one pixel the strongest is seen.
    const strongest = shades.reduce<Shade>((most, shade) => (shade.strength > most.strength ? shade : most), { side: 'none', strength: 0 });
    return { x: at(begin + from), width: Math.max(0.5, at(to) - at(from) - gap), ...strongest };
  });
  const bands = episode.messages.flatMap(({ role, response_ids: ids }, index): StripBand[] => {
    const start = starts[index] ?? 0;
    const [x, last] = [Math.max(0, at(start)), Math.min(width, at(start + ids.length))];
    const own = last - x;
    return own > 0 ? [{ x, width: own > 3 * GAP ? own - GAP : own, role }] : [];
  });
  return { bars, bands };
}

/** Shades told apart between none and the full one: finer steps are not seen. */
const SHADES = 32;

/** Bars as a few shapes: one of all, on which the shades lie, and one for each shade. Thousands of elements would be laid out anew. */
export function barShapes(
  bars: readonly StripBar[],
  top: number,
  height: number,
): { readonly all: string; readonly shades: readonly BarShape[] } {
  const shapes = new Map<string, { side: Shade['side']; strength: number; d: string }>();
  let all = '';
  for (const { x, width, side, strength } of bars) {
    const d = `M${round(x)} ${top}h${round(width)}v${height}h${round(-width)}Z`;
    all += d;
    if (side === 'none') continue;
    const step = Math.ceil(strength * SHADES) / SHADES;
    const shape = shapes.get(`${side} ${step}`);
    if (shape) shape.d += d;
    else shapes.set(`${side} ${step}`, { side, strength: step, d });
  }
  return { all, shades: [...shapes.values()] };
}

const round = (pixels: number): number => Math.round(pixels * 100) / 100;

/** The arcs of one advantage, weakest first so that the strongest lie on top. */
function stripArcs(episode: EpisodeRecord, { decision, strongest }: ShownAdvantage, width: number, part: Stretch | null): StripArc[] {
  const { starts, at } = scaleOf(episode, width, part);
  const middleOf = ({ message, first, token }: { message: number; first: number; token: number }): number =>
    at((starts[message] ?? 0) + (first + token + 1) / 2);
  const from = middleOf(decision);
  return strongest.toReversed().flatMap((shown): StripArc[] => {
    if (!shown.decision) return [];
    const x = middleOf(shown.decision);
    const height = 12 + (ARCS - 20) * Math.sqrt(Math.abs(x - from) / width);
    const own = shown.decision.t === decision.t;
    // A quadratic curve reaches half the height of its control point.
    const d = own ? '' : `M${px(from)} ${ARCS}Q${px((from + x) / 2)} ${px(ARCS - 2 * height)} ${px(x)} ${ARCS}`;
    const { crosses, strength, term } = shown;
    return [{ d, x, y: ARCS - 7, strength, takesAway: term.amount < 0, crossesTo: crosses ? shown.decision.role : null, shown }];
  });
}

export function stripOf(
  episode: EpisodeRecord,
  base: Pick<Strip, 'bars' | 'bands'>,
  advantage: ShownAdvantage | null,
  width: number,
  part: Stretch | null = null,
): Strip {
  const { starts, at } = scaleOf(episode, width, part);
  const { message, first, token } = advantage?.decision ?? { message: 0, first: 0, token: 0 };
  return {
    ...base,
    width,
    height: STRIP_HEIGHT,
    arcs: advantage ? stripArcs(episode, advantage, width, part) : [],
    marked: advantage ? at((starts[message] ?? 0) + (first + token + 1) / 2) : null,
    top: { bars: ARCS, bands: ARCS + BARS + 1, labels: ARCS + BARS + BAND + LABEL - 3 },
  };
}

/** The token at `x` of the strip; null where there is none. */
export function tokenAt(episode: EpisodeRecord, x: number, width: number, part: Stretch | null = null): TokenRef | null {
  const { from, to, starts } = scaleOf(episode, width, part);
  const slot = Math.min(to - 1, Math.max(from, from + Math.floor((x / width) * (to - from))));
  const message = starts.findLastIndex((start, index) => start <= slot && (episode.messages[index]?.response_ids.length ?? 0) > 0);
  return message < 0 || to === from ? null : { message, token: slot - (starts[message] ?? 0) };
}

/** The left edge and width of a part on a strip of the whole episode. */
export function partOnStrip(episode: EpisodeRecord, part: Stretch, width: number): { readonly x: number; readonly width: number } {
  const { at } = scaleOf(episode, width, null);
  return { x: at(part.from), width: Math.max(3, at(part.to) - at(part.from)) };
}

export function arcWidth(strength: number): number {
  return 0.8 + 3.4 * strength;
}

export function arcOpacity(strength: number): number {
  return 0.35 + 0.65 * strength;
}

function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}
