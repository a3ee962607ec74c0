/**
 * Participants of a study that was never held, with effects that are known: to try the analysis on, and to say what a number of
 * participants can tell. An item is answered right by the three-parameter logistic model (Birnbaum 1968), P = c + (1 − c) σ(θ − b) with c
 * the chance of guessing; knowledge θ is standard normal, and learning shifts it.
 */
import { assign, type Assignment, type Condition } from '../../src/core/study/assignment.ts';
import { formOf } from '../../src/core/study/course.ts';
import type { Test } from '../../src/core/study/events.ts';
import { CONCEPTS } from '../../src/core/lessons/inventory.ts';
import type { StudyLink } from '../../src/core/study/link.ts';
import { foldIn, keyFor, uniformAt } from '../../src/core/random/streams.ts';

/** Beside those of runs (`core/random/streams.ts`): (participant) what they know, answer and do. */
const STREAM = 22;

export interface Planted {
  /** Items by which the second test of the lesson exceeds that of the text, on average. */
  readonly lesson: number;
  /** The same of predict-first beside the lesson. */
  readonly predictFirst: number;
}

export type Shifts = Readonly<Record<Condition, number>>;

/** What is assumed beside the effects; the protocol says so with the power it gives. */
export const ASSUMED = {
  guess: 1 / 4,
  /** Spread of the items’ difficulties, from −this to this. */
  difficulty: 1.2,
  /** How much harder form B is. */
  formB: 0.2,
  /** What everybody learns, and how much that differs between people (standard deviation); both of θ. */
  growth: 0.5,
  growthSpread: 0.3,
  /** Share of all that was learnt that is left at the delayed test. */
  kept: 0.7,
  /** Share that leave before the second test is over, and of the others before the delayed one. */
  dropOut: 0.1,
  delayedDropOut: 0.2,
} as const;

export interface SimulatedTest {
  /** By place in the form. */
  readonly right: readonly boolean[];
}

export interface Simulated extends Assignment {
  readonly code: string;
  readonly tests: Readonly<Record<Test, SimulatedTest | null>>;
  /** One more number a call, uniform in [0, 1). */
  readonly draw: () => number;
}

/** Participants 1 to `count`, in the order of their codes. */
export function simulatedStudy(link: StudyLink, count: number, shifts: Shifts, seed: number): readonly Simulated[] {
  const root = keyFor(seed, STREAM);
  return Array.from({ length: count }, (_, index) => {
    const key = foldIn(root, index);
    let counter = 0;
    const draw = (): number => uniformAt(key, counter++);
    const code = `S${String(index + 1).padStart(3, '0')}`;
    const { condition, order } = assign(link, code);
    const before = normal(draw);
    const learnt = shifts[condition] + ASSUMED.growthSpread * normal(draw);
    const known: Readonly<Record<Test, number>> = { pre: before, post: before + learnt, delayed: before + ASSUMED.kept * learnt };
    const taken = (test: Test): SimulatedTest => ({
      right: difficulties(formOf(test, order)).map((b) => draw() < chance(known[test] - b)),
    });
    const [pre, post, delayed] = [taken('pre'), taken('post'), taken('delayed')];
    const stays = draw() >= ASSUMED.dropOut;
    const returns = draw() >= ASSUMED.delayedDropOut;
    return { code, condition, order, draw, tests: { pre, post: stays ? post : null, delayed: stays && returns ? delayed : null } };
  });
}

export const scoreOf = ({ right }: SimulatedTest): number => right.filter(Boolean).length;

const chance = (theta: number): number => ASSUMED.guess + (1 - ASSUMED.guess) / (1 + Math.exp(-theta));

const difficulties = (form: 'A' | 'B'): readonly number[] =>
  Array.from(
    { length: CONCEPTS.length },
    (_, index) => ASSUMED.difficulty * ((2 * index) / (CONCEPTS.length - 1) - 1) + (form === 'B' ? ASSUMED.formB : 0),
  );

const normal = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

/** What is learnt in each condition, of θ, so that mean scores differ by what is planted. */
export function shiftsOf({ lesson, predictFirst }: Planted): Shifts {
  const text = expectedScore(ASSUMED.growth);
  return { text: ASSUMED.growth, lesson: shiftFor(text + lesson), 'predict-first': shiftFor(text + lesson + predictFirst) };
}

const REACH = 12;
const POINTS = 200;

/** Mean score of the second test over participants and both forms, for learning of a mean size; by quadrature. */
export function expectedScore(shift: number): number {
  const spread = Math.hypot(1, ASSUMED.growthSpread);
  const items = [...difficulties('A'), ...difficulties('B')];
  let [sum, weights] = [0, 0];
  for (let point = 0; point <= POINTS; point += 1) {
    const z = (point / POINTS - 0.5) * REACH;
    const weight = Math.exp((-z * z) / 2);
    weights += weight;
    sum += weight * items.reduce((total, b) => total + chance(spread * z + shift - b), 0);
  }
  return sum / weights / 2;
}

/** The shift that leads to a mean score, by halving. */
function shiftFor(score: number): number {
  let [low, high] = [-10, 10];
  if (!(score > expectedScore(low) && score < expectedScore(high))) throw new RangeError(`No shift has a mean score of ${score}.`);
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (expectedScore(middle) < score) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
