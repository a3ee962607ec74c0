/** The vertical axis: round limits around what is drawn, so that a chart, its export and its neighbours on a canvas agree. */
export interface ValueAxis {
  readonly domain: [number, number];
  readonly ticks: number[];
}

/**
 * Limits and ticks, 1, 2 or 5 × 10^k apart and at most `most` + 1 of them, around `extent`. With `fromZero` zero belongs to it: for
 * amounts a cut-off axis would magnify small changes. No axis goes beyond `possible`.
 */
export function valueAxis(
  extent: readonly [number, number] | null,
  most: number,
  fromZero: boolean,
  possible: readonly [least: number, greatest: number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): ValueAxis {
  const within = (value: number): number => Math.min(Math.max(value, possible[0]), possible[1]);
  const [measuredLeast, measuredGreatest] = extent ?? [0, 1];
  let least = within(fromZero ? Math.min(0, measuredLeast) : measuredLeast);
  let greatest = within(fromZero ? Math.max(0, measuredGreatest) : measuredGreatest);
  if (least === greatest) {
    // A constant: room around it, above only where zero is the foot.
    const room = Math.abs(least) > 0 ? Math.abs(least) * 0.1 : 1;
    const foot = within(!fromZero || least < 0 ? least - room : least);
    greatest = within(greatest + room);
    least = foot;
  }
  for (let step = stepOf((greatest - least) / Math.max(1, most)); ; step = stepOf(step * 1.5)) {
    const [from, to] = [Math.floor(least / step + 1e-9), Math.ceil(greatest / step - 1e-9)];
    // Rounding outwards may have added a tick too many.
    if (to - from > Math.max(1, most) && to - from > 1) continue;
    // By division, not by adding up: 3 × 0.1 would be 0.30000000000000004.
    const ticks = Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12))).filter(
      (tick) => tick === within(tick),
    );
    return { domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], ticks };
  }
}

/** The least of 1, 2 or 5 × 10^k that is not below `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9);
  return Number((([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power).toPrecision(12));
}
