// A relay with one weak runner, in which the truth about credit is known.
//
// The first runner sees a start and a step (`start 4, add 3`), the others a step each (`add 5`) and what the one before them
// said. Each adds its step and passes on the last digit: 7, then 2, and so on. The team is paid 1 when the digit that arrives
// is right. The base makes the second runner the weak one: it tends to pass on what it was given. Because everybody's slip can
// be seen from here, `info.earned` and `stepReward` say what each runner really earned: what a credit method should find out.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface State {
  start: number;
  /** What each runner adds, 1 to 9. */
  steps: number[];
}

const RUNNERS = ['first', 'second', 'third'];
const WEAK = 'second';
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

// A fixed fifth of all relays is set aside for the test split and never rewarded in training. A single sum occurs in both:
// test shows whether runners that were trained on some relays also run others, not whether they add numbers they never met.
function splitOf({ start, steps }: State): Split {
  return hash(`${start}+${steps.join('+')}`) % 5 === 4 ? 'test' : 'train';
}

function draw(split: Split, random: Random): State {
  for (;;) {
    const state = { start: integer(random, 0, 9), steps: RUNNERS.map(() => integer(random, 1, 9)) };
    if (splitOf(state) === split) return state;
  }
}

function observe({ start, steps }: State): Record<string, string> {
  return Object.fromEntries(RUNNERS.map((runner, place) => [runner, `${place === 0 ? `start ${start}, ` : ''}add ${steps[place]}`]));
}

// The digit a runner passed on; null when it dropped it.
function passedOn(messages: readonly Message[], runner: string | undefined): number | null {
  const digit = lastInteger(messages.findLast(({ role }) => role === runner)?.text ?? '');
  return digit !== null && digit >= 0 && digit <= 9 ? digit : null;
}

// What the runner at `place` was given: the start, or what the one before passed on.
function received({ start }: State, messages: readonly Message[], place: number): number | null {
  return place === 0 ? start : passedOn(messages, RUNNERS[place - 1]);
}

// How far each runner was off, given what it received: 0 is right. NaN for one who dropped the digit, and for the ones behind.
function slipsOf(state: State, messages: readonly Message[]): number[] {
  return state.steps.map((step, place) => {
    const given = received(state, messages, place);
    const digit = passedOn(messages, RUNNERS[place]);
    return given === null || digit === null ? Number.NaN : (digit - given - step + 20) % 10;
  });
}

// What the team would have been paid had only the runners in `who` slipped, and the others run well.
function payment(slips: readonly number[], who: readonly number[]): number {
  return who.reduce((sum, runner) => sum + (slips[runner] ?? 0), 0) % 10 === 0 ? 1 : 0;
}

// The reward shared out by Shapley (1953): a third each, less what one's slip cost, averaged over the orders in which the
// slips could have been made. The shares add up to the reward, and who ran well never pays for the others.
function earned(slips: readonly number[]): number[] {
  return slips.map((_, runner) => {
    const costs = ORDERS.map((order) => {
      const before = order.slice(0, order.indexOf(runner));
      return payment(slips, before) - payment(slips, [...before, runner]);
    });
    return 1 / slips.length - costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  });
}

function nextDigit(state: State, messages: readonly Message[], runner: string): number {
  const place = RUNNERS.indexOf(runner);
  return ((received(state, messages, place) ?? 0) + (state.steps[place] ?? 0)) % 10;
}

const write = (digit: number, random: Random) => `${digit}${pick(random, ['', '.'])}`;
const isRight = (slip: number | undefined) => Number(slip === 0);

export default {
  name: 'Relay with a weak runner',
  description:
    'Three agents add a step each and pass on the last digit. Nobody sees the steps of the others; the digit that arrives counts.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['first right', 'second right', 'third right'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const slips = slipsOf(state, messages);
    const shares = earned(slips);
    return {
      state,
      observation: observe(state),
      reward: payment(slips, [0, 1, 2]),
      terminated: true,
      truncated: false,
      info: { earned: Object.fromEntries(RUNNERS.map((runner, place) => [runner, shares[place] ?? 0])) },
      // Given what it received: nobody is blamed for the ones before. Who received nothing cannot show it.
      skills: Object.fromEntries(
        RUNNERS.flatMap((runner, place) => (received(state, messages, place) === null ? [] : [[`${runner} right`, isRight(slips[place])]])),
      ),
    };
  },

  // For credit strategy `per_step`: the truth.
  stepReward({ state, messages, position }) {
    const place = RUNNERS.indexOf(messages[position]?.role ?? '');
    return earned(slipsOf(state, messages))[place] ?? 0;
  },

  // `7` and `7.` are the same to everybody. A runner has nothing to gain from either, so one whose habit changes in training
  // was paid or blamed for the doing of others.
  demonstrate({ state, role, messages, random }) {
    return write(nextDigit(state, messages, role), random);
  },

  // Only the weak runner is careless: it passes on what it was given.
  mistake({ state, role, messages, random }) {
    const given = received(state, messages, RUNNERS.indexOf(role)) ?? 0;
    return write(role === WEAK ? given : nextDigit(state, messages, role), random);
  },

  render({ state: { start, steps } }) {
    return `${start} + ${steps.join(' + ')} = ${(start + steps.reduce((a, b) => a + b, 0)) % 10} (last digit)`;
  },
} satisfies Environment<State>;
