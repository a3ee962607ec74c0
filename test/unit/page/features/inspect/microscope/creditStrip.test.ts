/** The strip of the microscope: where tokens are, which part of a long episode is shown, what crosses to another agent. */
import { describe, expect, it } from 'vitest';
import {
  barShapes,
  partOf,
  partOnStrip,
  tokenAt,
  stripBase,
  stripOf,
} from '../../../../../../src/page/features/inspect/microscope/stripFigure.ts';
import { BatchCredit } from '../../../../../../src/page/state/reading/batchCredit.ts';
import { decisionsOf, shownAdvantage } from '../../../../../../src/page/features/inspect/microscope/microscope.ts';
import { channelOf, channelRange } from '../../../../../../src/page/state/reading/tokens.ts';
import { credited, recordOf, settingsOf } from '../../../../core/credit/support.ts';

const WIDTH = 600;

function shown(lengths: readonly number[], ref: { message: number; token: number }) {
  const settings = settingsOf();
  const said = lengths.map((tokens, m) => ({
    role: m % 2 ? 'b' : 'a',
    tokens,
    values: Array.from({ length: tokens }, (_, t) => Math.sin(t + m)),
  }));
  const [record] = credited([recordOf(said, [1])], settings);
  const credit = new BatchCredit([record!], settings);
  const heat = {
    channel: 'advantage' as const,
    range: channelRange(credit, 'advantage'),
    byToken: channelOf(credit, record!, 'advantage'),
    rawBecause: null,
  };
  return { record: record!, heat, advantage: shownAdvantage(credit, record!, decisionsOf(record!, credit), ref) };
}

describe('the strip of an episode', () => {
  it('gives every token its place and takes a click there back to it', () => {
    const { record, heat } = shown([4, 6], { message: 0, token: 1 });
    const { bars, bands } = stripBase(record, heat, WIDTH);
    expect(bars).toHaveLength(10);
    expect(bands.map(({ x, role }) => [x, role])).toEqual([
      [0, 'a'],
      [240, 'b'],
    ]);
    bars.forEach(({ x, width }, slot) => {
      expect(tokenAt(record, x + width / 2, WIDTH)).toEqual(slot < 4 ? { message: 0, token: slot } : { message: 1, token: slot - 4 });
    });
    expect([tokenAt(record, -5, WIDTH), tokenAt(record, WIDTH, WIDTH)]).toEqual([
      { message: 0, token: 0 },
      { message: 1, token: 5 },
    ]);
  });

  it('draws an arc to every token among the strongest terms, the strongest last, and tells which cross to another agent', () => {
    const { record, heat, advantage } = shown([4, 6], { message: 0, token: 1 });
    const { arcs, marked } = stripOf(record, stripBase(record, heat, WIDTH), advantage, WIDTH);
    expect(arcs).toHaveLength(advantage.strongest.length);
    expect(arcs.at(-1)?.strength).toBe(1);
    expect(marked).toBe(90);
    for (const { crossesTo, x, d, takesAway, shown: term } of arcs) {
      expect(crossesTo).toBe(x > 240 ? 'b' : null);
      expect(d === '').toBe(x === marked);
      expect(takesAway).toBe(term.term.amount < 0);
    }
  });

  it('has no more bars than pixels and shows the strongest of those in one', () => {
    const { record, heat } = shown([1000, 1000], { message: 0, token: 0 });
    const { bars } = stripBase(record, heat, 500);
    expect(bars).toHaveLength(500);
    expect(Math.max(...bars.map(({ strength }) => strength))).toBe(1);
  });

  it('draws thousands of bars as one shape for each shade, with every bar in it', () => {
    const { record, heat } = shown([1000, 1000], { message: 0, token: 0 });
    const { bars } = stripBase(record, heat, 2000);
    const { all, shades } = barShapes(bars, 10, 22);
    const count = (d: string) => d.match(/M/g)?.length ?? 0;
    expect(count(all)).toBe(bars.length);
    expect(shades.length).toBeLessThanOrEqual(64);
    expect(shades.reduce((sum, { d }) => sum + count(d), 0)).toBe(bars.filter(({ side }) => side !== 'none').length);
    for (const { x, width, side, strength } of bars.filter((bar) => bar.side !== 'none')) {
      const round = (value: number) => Math.round(value * 100) / 100;
      const own = shades.filter(({ d }) => d.includes(`M${round(x)} 10h${round(width)}v22`));
      expect(own.some((shade) => shade.side === side && Math.abs(shade.strength - strength) <= 1 / 32)).toBe(true);
    }
  });

  it('shows of a long episode the part that the advantage comes from', () => {
    const { record, heat, advantage } = shown([1000, 1000], { message: 0, token: 980 });
    const part = partOf(record, advantage)!;
    expect(part.to - part.from).toBeLessThan(200);
    const { arcs, bands, marked } = stripOf(record, stripBase(record, heat, WIDTH, part), advantage, WIDTH, part);
    for (const { x } of arcs) expect(x >= 0 && x <= WIDTH).toBe(true);
    expect(bands.map(({ role }) => role)).toEqual(['a', 'b']);
    expect(tokenAt(record, marked!, WIDTH, part)).toEqual({ message: 0, token: 980 });
    const { x, width } = partOnStrip(record, part, WIDTH);
    expect(x + width).toBeLessThanOrEqual(WIDTH + 3);
    expect(partOf(shown([40, 40], { message: 0, token: 0 }).record, advantage)).toBeNull();
  });
});
