import { describe, expect, it } from 'vitest';
import { type ClockSettings, clockSchema } from '../../../../src/core/document/schema.ts';
import { arrival, type Timing, tokensInTime } from '../../../../src/core/team/timing.ts';
import { dependencies, speakingOrder } from '../../../../src/core/team/graph.ts';
import { type ClockedTurn, type Start, starts } from '../../../../src/core/team/starts.ts';
import { Cases, randomTeam } from '../episode/support.ts';

const clock = (changes: Partial<ClockSettings> = {}): ClockSettings => clockSchema.parse(changes);
const timing = (changes: Partial<Timing> = {}): Timing => ({ started: 0, first: 0, each: 0, until: Infinity, ...changes });

/** Agents in the order of the list; `rows` says whom each sees. */
const turnOf = (
  clocks: readonly ClockSettings[],
  rows: readonly (readonly number[])[],
  changes: Partial<ClockedTurn> = {},
): ClockedTurn => ({
  order: clocks.map((_, agent) => agent),
  rows,
  clocks,
  draw: () => 0,
  ...changes,
});

interface Played {
  readonly starts: readonly Start[];
  readonly arrived: readonly number[];
}

/** Plays a turn to its end: each message has as many tokens as `tokensOf` says, or as it has time for. */
function play(turn: ClockedTurn, tokensOf: (agent: number) => number): Played {
  const arrived: number[] = [];
  for (;;) {
    const now = starts(turn, arrived);
    if (now.length === arrived.length) return { starts: now, arrived };
    for (const { agent, timing: own } of now.slice(arrived.length)) {
      const tokens = tokensInTime(own, tokensOf(agent));
      arrived.push(tokens < tokensOf(agent) ? own.until : arrival(own, tokens));
    }
  }
}

describe('how long a message takes', () => {
  it('is TTFT + TPOT · (tokens − 1) behind its start', () => {
    expect(arrival(timing({ started: 2, first: 0.5, each: 0.25 }), 1)).toBe(2.5);
    expect(arrival(timing({ started: 2, first: 0.5, each: 0.25 }), 5)).toBe(3.5);
  });

  it.each([
    { until: Infinity, first: 1, each: 1, tokens: 8 },
    { until: 3, first: 1, each: 1, tokens: 3 },
    { until: 2.99, first: 1, each: 1, tokens: 2 },
    { until: 1, first: 1, each: 1, tokens: 1 },
    { until: 0.99, first: 1, each: 1, tokens: 0 },
    { until: 0, first: 0, each: 0, tokens: 8 },
  ])('leaves time for $tokens of 8 tokens until $until s', ({ tokens, ...of }) => {
    expect(tokensInTime(timing(of), 8)).toBe(tokens);
  });

  it('leaves time for exactly the tokens that arrive in it, however numbers are rounded', () => {
    const cases = new Cases(7);
    for (let n = 0; n < 400; n += 1) {
      const of = timing({
        started: cases.uniform(0, 3),
        first: cases.uniform(),
        each: cases.uniform(0.001, 0.7),
        until: cases.uniform(0, 9),
      });
      const tokens = tokensInTime(of, 64);
      if (tokens > 0) expect(arrival(of, tokens)).toBeLessThanOrEqual(of.until);
      if (tokens < 64) expect(arrival(of, tokens + 1)).toBeGreaterThan(of.until);
    }
  });
});

describe('a fast guesser and a slow expert', () => {
  const expert = clock({ timeToFirstToken: 1, timePerOutputToken: 0.5 });
  const says = (tokens: number) => (agent: number) => (agent === 0 ? tokens : 1);
  const turn = (guesser: Partial<ClockSettings>) => turnOf([expert, clock(guesser)], [[], [0]]);

  it('who waits for all starts when the last of them has arrived', () => {
    const { starts: both } = play(turn({}), says(5));
    expect(both.map(({ agent, sees, timing: { started } }) => [agent, sees, started])).toEqual([
      [0, [], 0],
      [1, [0], 3],
    ]);
  });

  it('who has a timeout starts then without what is late', () => {
    const { starts: both, arrived } = play(turn({ timeout: 2 }), says(5));
    expect(both.map(({ agent, sees, timing: { started } }) => [agent, sees, started])).toEqual([
      [0, [], 0],
      [1, [], 2],
    ]);
    expect(arrived).toEqual([3, 2]);
  });

  it('and earlier where all have arrived before', () => {
    expect(play(turn({ timeout: 2 }), says(2)).starts[1]).toMatchObject({ sees: [0], timing: { started: 1.5 } });
    // Exactly in time.
    expect(play(turn({ timeout: 2 }), says(3)).starts[1]).toMatchObject({ sees: [0], timing: { started: 2 } });
  });

  it('who interrupts hears what was said by then', () => {
    const { starts: both, arrived } = play(turn({ timeout: 2, interrupts: true }), says(5));
    expect(both[0]?.timing.until).toBe(2);
    expect(tokensInTime(both[0]!.timing, 5)).toBe(3);
    expect(both[1]).toMatchObject({ sees: [0], timing: { started: 2 } });
    expect(arrived).toEqual([2, 2]);
  });

  it('who is interrupted before its first token says nothing', () => {
    const { starts: both } = play(turn({ timeout: 0.5, interrupts: true }), says(5));
    expect(both.map(({ agent, sees, timing: { started } }) => [agent, sees, started])).toEqual([[1, [], 0.5]]);
  });

  it('with a timeout of 0 both start at once', () => {
    expect(starts(turn({ timeout: 0 }), []).map(({ agent }) => agent)).toEqual([0, 1]);
  });

  it('jitter is a factor of mean 1 on both times, drawn for each message', () => {
    const drawn: unknown[] = [];
    const slow = { ...expert, jitter: 0.5 };
    const draw = (agent: number, index: number) => {
      drawn.push([agent, index]);
      return 1;
    };
    const [first] = starts(turnOf([slow, clock()], [[], [0]], { draw }), []);
    const factor = Math.exp(0.5 - 0.125);
    expect(first?.timing).toMatchObject({ first: factor, each: factor / 2 });
    expect(drawn).toEqual([[0, 0]]);
  });
});

it('a chain of timeouts: whoever is interrupted waits no longer itself, and interrupts nobody later', () => {
  // c waits 2 s for b and interrupts it; b would wait 5 s for a, who takes 4.
  const chain = [
    clock({ timeToFirstToken: 4 }),
    clock({ timeToFirstToken: 1, timeout: 5, interrupts: true }),
    clock({ timeout: 2, interrupts: true }),
  ];
  const { starts: now } = play(turnOf(chain, [[], [0], [1]]), () => 1);
  expect(now.map(({ agent, sees, timing: { started, until } }) => [agent, sees, started, until])).toEqual([
    [0, [], 0, Infinity],
    [2, [], 2, Infinity],
  ]);
});

describe('any team', () => {
  const of = (seed: number) => {
    const cases = new Cases(seed);
    const team = randomTeam(seed);
    const clocks = team.agents.map(() =>
      clock({
        timeToFirstToken: cases.integer(0, 2) / 2,
        timePerOutputToken: cases.integer(0, 2) / 4,
        jitter: cases.integer(0, 1) / 2,
        timeout: cases.uniform() < 0.5 ? null : cases.integer(0, 8) / 2,
        interrupts: cases.uniform() < 0.5,
      }),
    );
    const noise = team.agents.map(() => cases.uniform(-2, 2));
    const lengths = team.agents.map(() => cases.integer(1, 12));
    const turn = turnOf(clocks, dependencies(team), { order: speakingOrder(team), draw: (agent) => noise[agent]! });
    return { team, turn, lengths };
  };

  it('starts are in order, and a message is heard if and only if it has arrived and 𝒟 lets it through', () => {
    let late = 0;
    let silent = 0;
    for (let seed = 0; seed < 300; seed += 1) {
      const { turn, lengths } = of(seed);
      const { starts: played, arrived } = play(turn, (agent) => lengths[agent]!);
      played.forEach(({ agent, sees, timing: { started } }, index) => {
        const before = played[index - 1]?.timing.started ?? 0;
        expect(started, `seed ${seed}`).toBeGreaterThanOrEqual(before);
        const heard = played.flatMap((other, at) => {
          const shown = turn.rows[agent]!.includes(other.agent);
          if (shown && arrived[at]! > started) late += 1;
          return shown && arrived[at]! <= started ? at : [];
        });
        expect(sees, `seed ${seed}`).toEqual(heard);
        expect(sees.every((seen) => seen < index)).toBe(true);
        const { timeout } = turn.clocks[agent]!;
        if (timeout !== null) expect(started).toBeLessThanOrEqual(timeout);
        // Who waits for all starts when the last has arrived: not later, and not earlier.
        else if (turn.rows[agent]!.length === sees.length) expect(started).toBe(Math.max(0, ...sees.map((seen) => arrived[seen]!)));
      });
      // Once each, but for those interrupted before their first token.
      expect(new Set(played.map(({ agent }) => agent)).size).toBe(played.length);
      const speakers = played.map(({ agent }) => agent);
      silent += turn.order.filter((agent) => !speakers.includes(agent)).length;
    }
    expect(Math.min(late, silent), 'some are late, some silent').toBeGreaterThan(0);
  });

  it('whoever has started stays so, whatever becomes known later', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { turn, lengths } = of(seed);
      const { starts: all, arrived } = play(turn, (agent) => lengths[agent]!);
      for (let known = 0; known <= arrived.length; known += 1) {
        const now = starts(turn, arrived.slice(0, known));
        expect(now).toEqual(all.slice(0, now.length));
      }
    }
  });

  it('where no time passes the order is the graph’s and everything is heard', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { team, turn } = of(seed);
      const timeless = { ...turn, clocks: team.agents.map(() => clock()) };
      const { starts: played } = play(timeless, () => 3);
      expect(played.map(({ agent }) => agent)).toEqual(turn.order);
      played.forEach(({ agent, sees }) => expect(sees.map((seen) => turn.order[seen])).toEqual(turn.rows[agent]));
    }
  });
});
