/**
 * The lesson of the paper's argument: a team of two in one decision. A joint action's advantage falls into the planner's part and the solver's;
 * both learn at once or in turn, with the arrow between them or without.
 */
import {
  ACTIONS,
  CARRY,
  decompose,
  FIRST_POLICY,
  type Gains,
  gainsOf,
  type Joint,
  JOINTS,
  jointChance,
  stepInTurn,
  stepTogether,
  type Table,
  type TeamPolicy,
  valueOf,
  withHearing,
} from '../../../core/explorables/twoAgents.ts';
import { at } from '../../../core/at.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import { explorablesText } from '../../../words/words.ts';
import { folded, h } from '../plain/dom.ts';
import { argumentPicture, jointName } from './argumentPicture.ts';
import { button, type Control, slider, table, toggle } from './controls.ts';
import styles from './explorables.module.css';

const words = explorablesText.argument;
const number = (value: number, digits = 2): string => explorablesText.signed(value, digits);

/** Steps that are drawn: the newest. */
const KEPT = 24;
const FIRST_RATE = 5;

interface StepTaken {
  readonly how: 'together' | 'inTurn';
  readonly gains: Gains;
  /** The expected reward after it. */
  readonly value: number;
}

export interface ArgumentShown {
  readonly payoffs: Table;
  readonly policy: TeamPolicy;
  /** The joint action whose advantage is written out. */
  readonly joint: Joint;
  /** Since the team or its game was changed by hand, and the expected reward before the first of them. */
  readonly steps: readonly StepTaken[];
  readonly from: number;
}

/** `tell`: what a lesson may wait for. */
export function argumentFigure(tell: (what: Happening) => void): HTMLElement {
  let shown: ArgumentShown = { payoffs: CARRY, policy: FIRST_POLICY, joint: [0, 0], steps: [], from: valueOf(CARRY, FIRST_POLICY) };
  let rate = FIRST_RATE;
  const picture = argumentPicture((joint) => {
    shown = { ...shown, joint };
    draw();
    tell('chose-joint');
  });
  const told = h('div', { class: styles['lines'], role: 'status' });
  const numbers = h('div', {});
  const draw = (): void => {
    picture.draw(shown);
    told.replaceChildren(...linesOf(shown).map((line) => h('p', { class: styles['line'] }, line)));
    numbers.replaceChildren(numbersOf(shown));
  };
  /** Another team or game: what was learnt before says nothing of it. */
  const change = (next: Partial<Pick<ArgumentShown, 'payoffs' | 'policy'>>): void => {
    const { payoffs, policy } = { ...shown, ...next };
    shown = { ...shown, payoffs, policy, steps: [], from: valueOf(payoffs, policy) };
    draw();
  };
  const step = (how: StepTaken['how']): void => {
    const { payoffs, policy } = shown;
    const next = (how === 'together' ? stepTogether : stepInTurn)(payoffs, policy, rate);
    const taken = { how, gains: gainsOf(payoffs, policy, next), value: valueOf(payoffs, next) };
    const steps = [...shown.steps, taken];
    const dropped = steps.at(-KEPT - 1);
    shown = { ...shown, policy: next, steps: steps.slice(-KEPT), from: dropped?.value ?? shown.from };
    chances.set(next);
    draw();
    tell(how === 'together' ? 'stepped-together' : 'stepped-in-turn');
  };
  const chances = chanceSliders(shown.policy, (part) => {
    change({ policy: { ...shown.policy, ...part } });
    tell('moved-chance');
  });
  const hears = toggle(words.hears, shown.policy.hears, (wanted) => {
    change({ policy: withHearing(shown.policy, wanted) });
    chances.set(shown.policy);
    tell('turned-hearing');
  });
  const size = slider({
    ...{ label: words.rate, min: 0.5, max: 10, step: 0.5, value: rate },
    show: (value) => number(value, 1),
    onChange: (value) => {
      rate = value;
    },
  });
  const buttons = h(
    'div',
    { class: styles['buttons'] },
    button(words.together, () => step('together')),
    button(words.inTurn, () => step('inTurn')),
    button(words.fresh, () => {
      change({ policy: { ...FIRST_POLICY, hears: shown.policy.hears } });
      chances.set(shown.policy);
    }),
  );
  const game = gameSliders((payoffs) => {
    change({ payoffs });
    tell('moved-payoff');
  });
  draw();
  return h(
    'section',
    { class: styles['figure'], 'aria-label': words.title, 'data-explorable': 'argument' },
    h('h3', {}, words.title),
    h('p', {}, words.intro),
    h('div', { class: styles['drawing'], tabindex: 0 }, picture.element),
    chances.element,
    h('div', { class: styles['controls'] }, size.element, hears.element),
    buttons,
    told,
    numbers,
    game,
    h('p', { class: styles['quiet'] }, words.source),
  );
}

/** The chances: the planner's, and the solver's for each action that it hears, or one for both. */
function chanceSliders(policy: TeamPolicy, onChange: (part: Partial<TeamPolicy>) => void): Control<TeamPolicy> {
  let now = policy;
  const chanceOf = (
    label: string,
    read: (of: TeamPolicy) => number,
    written: (value: number) => Partial<TeamPolicy>,
  ): Control<TeamPolicy> => {
    const made = slider({
      ...{ label, min: 0, max: 1, step: 0.01, value: read(policy) },
      show: (value) => number(value),
      onChange: (value) => {
        const part = written(value);
        now = { ...now, ...part };
        onChange(part);
      },
    });
    return { element: made.element, set: (next) => made.set(read(next)) };
  };
  const planner = chanceOf(
    words.planner,
    (of) => of.planner,
    (value) => ({ planner: value }),
  );
  const deaf = chanceOf(
    words.solver,
    (of) => of.solver[0],
    (value) => ({ solver: [value, value] }),
  );
  const hearing = ACTIONS.map((a) =>
    chanceOf(
      at(words.solverAfter, a),
      (of) => of.solver[a],
      (value) => ({ solver: a === 0 ? [value, now.solver[1]] : [now.solver[0], value] }),
    ),
  );
  const element = h('div', { class: styles['controls'] });
  const set = (next: TeamPolicy): void => {
    const turned = next.hears !== now.hears || element.childElementCount === 0;
    now = next;
    const sliders = [planner, ...(next.hears ? hearing : [deaf])];
    for (const one of sliders) one.set(next);
    if (turned) element.replaceChildren(...sliders.map((one) => one.element));
  };
  set(policy);
  return { element, set };
}

/** What each joint action pays, to make another game of it. */
function gameSliders(onChange: (payoffs: Table) => void): HTMLElement {
  let payoffs = CARRY;
  const change = (next: Table): void => {
    payoffs = next;
    onChange(payoffs);
  };
  const sliders = JOINTS.map(([a, b]) =>
    slider({
      ...{ label: words.payoff(at(words.actions, a), at(words.actions, b)), min: 0, max: 1, step: 0.1, value: payoffs[a][b] },
      show: (value) => number(value, 1),
      onChange: (value) => {
        const row = b === 0 ? ([value, payoffs[a][1]] as const) : ([payoffs[a][0], value] as const);
        change(a === 0 ? [row, payoffs[1]] : [payoffs[0], row]);
      },
    }),
  );
  const back = button(words.lessonGame, () => {
    change(CARRY);
    for (const [index, [a, b]] of JOINTS.entries()) at(sliders, index).set(CARRY[a][b]);
  });
  return folded(words.game, () => [h('div', { class: styles['controls'] }, ...sliders.map(({ element }) => element)), back], {
    class: styles['game'],
  });
}

function linesOf({ payoffs, policy, joint, steps }: ArgumentShown): string[] {
  const { value, afterPlanner, planner, solver, joint: whole } = decompose(payoffs, policy);
  const [a, b] = joint;
  const written = [planner[a], solver[a][b], whole[a][b]].map((one) => number(one)) as [string, string, string];
  const last = steps.at(-1);
  return [
    words.values(number(value), number(afterPlanner[0]), number(afterPlanner[1])),
    words.sum(jointName(joint), ...written, number(payoffs[a][b]), number(value)),
    last ? cameOf(last) : words.none,
  ];
}

function cameOf({ how, gains: { alone, terms, came } }: StepTaken): string {
  return how === 'together'
    ? words.cameTogether(number(alone.planner), number(alone.solver), number(alone.planner + alone.solver), number(came))
    : words.cameInTurn(number(terms.planner), number(terms.solver), number(came));
}

function numbersOf({ payoffs, policy }: ArgumentShown): HTMLElement {
  const { planner, solver, joint: whole } = decompose(payoffs, policy);
  const { columns } = words;
  return table(
    [columns.joint, columns.chance, columns.reward, columns.planner, columns.solver, columns.sum, columns.advantage],
    JOINTS.map((joint) => {
      const [a, b] = joint;
      const cells = [jointChance(policy, joint), payoffs[a][b], planner[a], solver[a][b], planner[a] + solver[a][b], whole[a][b]];
      return [jointName(joint), ...cells.map((cell) => number(cell))];
    }),
  );
}
