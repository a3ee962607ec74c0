/** The drawing of the team of two: its joint actions, the way from V to the reward of one of them, and the expected reward by step. */
import { at } from '../../../core/at.ts';
import { ACTIONS, decompose, type Joint, JOINTS, jointChance } from '../../../core/explorables/twoAgents.ts';
import { CLAUSE, COLON, END, explorablesText } from '../../../words/words.ts';
import { s } from '../plain/dom.ts';
import type { ArgumentShown } from './argumentFigure.ts';
import styles from './explorables.module.css';

const words = explorablesText.argument;
const number = (value: number, digits = 2): string => explorablesText.signed(value, digits);

/** What each agent does of a joint action, as one reads it. */
export const jointName = ([a, b]: Joint): string => words.joint(at(words.actions, a), at(words.actions, b));

const WIDTH = 800;
const HEIGHT = 262;
const CELLS = { left: 88, top: 46, width: 98, height: 92 };
/** Rewards from 0 to 1, upwards; ladder and history share them. */
const REWARD = { top: 46, height: 184 };
const LADDER = { left: 332, bar: 52, gap: 12 };
const HISTORY = { left: 582, right: 788 };
const y = (reward: number): number => REWARD.top + REWARD.height * (1 - reward);

export interface ArgumentPicture {
  readonly element: SVGElement;
  readonly draw: (shown: ArgumentShown) => void;
}

export function argumentPicture(onJoint: (joint: Joint) => void): ArgumentPicture {
  const behind = s('g', { 'aria-hidden': 'true' });
  const cells = JOINTS.map((joint) => cell(joint, onJoint));
  const element = s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', class: styles['svg'] },
    behind,
    ...cells.map((one) => one.element),
  );
  return {
    element,
    draw: (shown) => {
      const [a, b] = shown.joint;
      const { planner, solver } = decompose(shown.payoffs, shown.policy);
      element.setAttribute(
        'aria-label',
        words.picture(`${jointName(shown.joint)}${COLON}A¹ = ${number(planner[a])}${CLAUSE}A² = ${number(solver[a][b])}${END}`),
      );
      for (const one of cells) one.draw(shown);
      behind.replaceChildren(...heads(), ...ladder(shown), ...history(shown));
    },
  };
}

const text = (x: number, height: number, said: string, name = 'small', anchor = 'middle'): SVGElement =>
  s('text', { x, y: height, 'text-anchor': anchor, class: styles[name] }, said);

const xOf = (b: number): number => CELLS.left + CELLS.width * b;
const yOf = (a: number): number => CELLS.top + CELLS.height * a;

/** Rows are the planner's actions, columns the solver's. */
function heads(): SVGElement[] {
  const { agents, actions } = words;
  return [
    text(xOf(1), 16, agents.solver),
    ...ACTIONS.map((b) => text(xOf(b + 0.5), 36, at(actions, b))),
    text(CELLS.left - 8, 36, agents.planner, 'small', 'end'),
    ...ACTIONS.map((a) => text(CELLS.left - 8, yOf(a + 0.5) + 4, at(actions, a), 'small', 'end')),
  ];
}

interface Cell {
  readonly element: SVGElement;
  readonly draw: (shown: ArgumentShown) => void;
}

/** One joint action: its reward, and its probability as a bar. */
function cell(joint: Joint, onJoint: (joint: Joint) => void): Cell {
  const [a, b] = joint;
  const [x, top] = [xOf(b), yOf(a)];
  const reward = text(x + CELLS.width / 2, top + 40, '', 'strong');
  const chance = text(x + CELLS.width / 2, top + 62, '');
  const bar = s('rect', { x: x + 10, y: top + 72, height: 8, class: styles['dot'] });
  const element = s(
    'g',
    { role: 'button', tabindex: 0, class: styles['cell'] },
    s('rect', { x: x + 3, y: top + 3, width: CELLS.width - 6, height: CELLS.height - 6, rx: 5 }),
    reward,
    chance,
    bar,
  );
  element.addEventListener('click', () => onJoint(joint));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onJoint(joint);
  });
  return {
    element,
    draw: ({ payoffs, policy, joint: [chosen, answer] }) => {
      const [paid, likely] = [payoffs[a][b], jointChance(policy, joint)];
      reward.textContent = `r = ${number(paid, 1)}`;
      chance.textContent = `π = ${number(likely)}`;
      bar.setAttribute('width', String((CELLS.width - 20) * likely));
      element.setAttribute('aria-label', words.cell(jointName(joint), number(paid, 1), number(likely)));
      element.setAttribute('aria-pressed', String(a === chosen && b === answer));
    },
  };
}

const level = (from: number, to: number, reward: number, name = 'grid'): SVGElement =>
  s('line', { x1: from, y1: y(reward), x2: to, y2: y(reward), class: styles[name] });

/** A bar from one reward to another, with what it is called and how long it is. */
function rung(index: number, from: number, to: number, name: string): SVGElement[] {
  const x = LADDER.left + (LADDER.bar + LADDER.gap) * index;
  const [top, height] = [Math.min(y(from), y(to)), Math.abs(y(from) - y(to))];
  return [
    s('rect', { x, y: top, width: LADDER.bar, height: Math.max(1.5, height), class: styles[to >= from ? 'up' : 'down'] }),
    text(x + LADDER.bar / 2, HEIGHT - 8, `${name} ${number(to - from)}`),
  ];
}

/** From V by the planner's term to Q¹, from there by the solver's to the reward; beside them both in one. */
function ladder({ payoffs, policy, joint: [a, b] }: ArgumentShown): SVGElement[] {
  const { value, afterPlanner } = decompose(payoffs, policy);
  const right = LADDER.left + 3 * LADDER.bar + 2 * LADDER.gap;
  const { columns } = words;
  return [
    text((LADDER.left + right) / 2, 16, words.ladder),
    ...[0, 1].flatMap((reward) => [
      level(LADDER.left - 6, right + 6, reward),
      text(LADDER.left - 12, y(reward) + 4, number(reward, 0), 'small', 'end'),
    ]),
    level(LADDER.left - 6, right + 6, value, 'axis'),
    text(right + 12, y(value) + 4, 'V', 'small', 'start'),
    ...rung(0, value, afterPlanner[a], columns.planner),
    ...rung(1, afterPlanner[a], payoffs[a][b], columns.solver),
    ...rung(2, value, payoffs[a][b], words.total),
  ];
}

/** Filled: one after the other; hollow: both at once. */
function history({ steps, from }: ArgumentShown): SVGElement[] {
  const values = [from, ...steps.map(({ value }) => value)];
  const x = (index: number): number => HISTORY.left + ((HISTORY.right - HISTORY.left) * index) / Math.max(6, steps.length);
  return [
    text((HISTORY.left + HISTORY.right) / 2, 16, words.history),
    ...[0, 1].flatMap((reward) => [
      level(HISTORY.left - 6, HISTORY.right, reward),
      text(HISTORY.left - 12, y(reward) + 4, number(reward, 0), 'small', 'end'),
    ]),
    s('polyline', { points: values.map((value, index) => `${x(index)},${y(value)}`).join(' '), class: styles['curve'] }),
    s('circle', { cx: x(0), cy: y(from), r: 2.5, class: styles['dot'] }),
    ...steps.map(({ how, value }, index) =>
      s('circle', { cx: x(index + 1), cy: y(value), r: 4.5, class: styles[how === 'together' ? 'handle' : 'dot'] }),
    ),
    text(x(steps.length), y(at(values, steps.length)) - 10, number(at(values, steps.length)), 'small', steps.length > 3 ? 'end' : 'start'),
  ];
}
