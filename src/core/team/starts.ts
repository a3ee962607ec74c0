/**
 * When agents with clocks (`timing.ts`) start within a turn, and on what: an agent starts once all that it sees has arrived or its timeout
 * is over, and reads what has arrived by then. A message is generated before anybody who may read it starts.
 */
import { at, orElse } from '../at.ts';
import type { ClockSettings } from '../document/schema.ts';
import { arrival, type Timing, tokensInTime } from './timing.ts';

/** An agent that starts. */
export interface Start {
  readonly agent: number;
  /** Of the turn's messages, in the order of their starts, those that it sees and that have arrived. */
  readonly sees: readonly number[];
  readonly timing: Timing;
}

/** A turn's agents; lists that are by agent have an entry for each of the team. */
export interface ClockedTurn {
  /** On duty, each behind those it sees. */
  readonly order: readonly number[];
  /** By agent, those whose messages it sees: its row of 𝒟. */
  readonly rows: readonly (readonly number[])[];
  readonly clocks: readonly ClockSettings[];
  /** A standard normal number for the message that `agent` would begin as the turn's `index`-th. */
  readonly draw: (agent: number, index: number) => number;
}

/**
 * Who has started, in the order of their starts, ties by the order of the turn. `arrived` has the arrivals of the first of them, as far
 * as these are known; behind those are all whose start no message under way can change, so that nobody is left out once none is.
 *
 * An agent that is interrupted before its first token says nothing in this turn.
 */
export function starts({ order, rows, clocks, draw }: ClockedTurn, arrived: readonly number[]): Start[] {
  const interrupted = interruptions(order, rows, clocks);
  const started: Start[] = [];
  /** By agent, when its message has arrived or it has fallen silent. */
  const ended = new Map<number, number>();
  /** By agent, the earliest that it may start, or once it has that its message may arrive. */
  const earliest = new Map<number, number>();
  const waiting = [...order];
  for (;;) {
    for (const agent of waiting) {
      const { timeout } = at(clocks, agent, 'clock of agent');
      // Whom somebody interrupts waits no longer than that.
      const latest = Math.min(timeout ?? Infinity, orElse(interrupted.get(agent), Infinity));
      earliest.set(agent, Math.min(latest, Math.max(0, ...awaited(agent).map((seen) => ended.get(seen) ?? earliestOf(seen)))));
    }
    const [next] = waiting.toSorted((a, b) => earliestOf(a) - earliestOf(b));
    if (next === undefined) return started;
    const from = earliestOf(next);
    // What is under way may still arrive in time. Who has not started cannot, because this one starts first.
    if (awaited(next).some((seen) => !ended.has(seen) && earliestOf(seen) <= from)) return started;
    waiting.splice(waiting.indexOf(next), 1);
    const timing = timingOf(next, from);
    if (tokensInTime(timing, 1) === 0) {
      ended.set(next, timing.until);
      continue;
    }
    const heard = awaited(next).filter((seen) => orElse(ended.get(seen), Infinity) <= from);
    const sees = started.flatMap(({ agent }, index) => (heard.includes(agent) ? index : []));
    const known = arrived[started.length];
    started.push({ agent: next, sees, timing });
    if (known === undefined) earliest.set(next, arrival(timing, 1));
    else ended.set(next, known);
  }

  function awaited(agent: number): readonly number[] {
    return at(rows, agent, 'row of 𝒟').filter((seen) => order.includes(seen));
  }
  function earliestOf(agent: number): number {
    return orElse(earliest.get(agent), 0);
  }
  function timingOf(agent: number, from: number): Timing {
    const { timeToFirstToken, timePerOutputToken, jitter } = at(clocks, agent, 'clock of agent');
    const factor = jitter === 0 ? 1 : Math.exp(jitter * draw(agent, started.length) - jitter ** 2 / 2);
    const until = orElse(interrupted.get(agent), Infinity);
    return { started: from, first: timeToFirstToken * factor, each: timePerOutputToken * factor, until };
  }
}

/** By agent, when it is interrupted: by the first of those who see it, interrupt, and still wait at their timeout. */
function interruptions(order: ClockedTurn['order'], rows: ClockedTurn['rows'], clocks: ClockedTurn['clocks']): Map<number, number> {
  const interrupted = new Map<number, number>();
  for (const agent of order.toReversed()) {
    const { timeout, interrupts } = at(clocks, agent, 'clock of agent');
    // Who is interrupted before that itself waits no longer.
    if (!interrupts || timeout === null || timeout > orElse(interrupted.get(agent), Infinity)) continue;
    for (const seen of at(rows, agent, 'row of 𝒟')) interrupted.set(seen, Math.min(timeout, orElse(interrupted.get(seen), Infinity)));
  }
  return interrupted;
}
