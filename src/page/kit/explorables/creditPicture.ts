/** The drawing of the credit explorable: tokens in a row, below each its value, its surprise and its advantage; arcs say where one comes from. */
import { at } from '../../../core/at.ts';
import { type CreditSetup, type CreditShown, TOKENS } from '../../../core/explorables/creditEpisode.ts';
import { explorablesText } from '../../../words/words.ts';
import { s } from '../plain/dom.ts';
import { agentColor } from '../theme/agentColors.ts';
import type { CreditLook } from './creditFigure.ts';
import styles from './explorables.module.css';
import { handle, type Handle } from './handle.ts';

const words = explorablesText.credit;
const number = (value: number, digits = 2): string => explorablesText.signed(value, digits);

const WIDTH = 800;
const HEIGHT = 452;
const LEFT = 104;
const COLUMN = 96;
const xOf = (token: number): number => LEFT + COLUMN * (token + 0.5);
const REWARD_X = LEFT + COLUMN * 6 + 56;

/** Values from 0 to 1, the reward from −1 to 1, upwards. */
const VALUES = { top: 76, height: 96 };
const valueY = (value: number): number => VALUES.top + VALUES.height * (1 - value);
const valueAt = (y: number): number => 1 - (y - VALUES.top) / VALUES.height;
const rewardY = (reward: number): number => VALUES.top + (VALUES.height * (1 - reward)) / 2;
const rewardAt = (y: number): number => 1 - (2 * (y - VALUES.top)) / VALUES.height;
/** Bars about their middle. */
const DELTA = { middle: 224, half: 34 };
const ARCS = 330;
const ADVANTAGE = { middle: 384, half: 46 };

interface PictureSpec {
  readonly setup: CreditSetup;
  readonly onValue: (token: number, value: number) => void;
  readonly onReward: (reward: number) => void;
  readonly onToken: (token: number) => void;
}

export interface CreditPicture {
  readonly element: SVGElement;
  readonly draw: (setup: CreditSetup, shown: CreditShown, look: CreditLook) => void;
  /** Puts the handles where values and reward are. */
  readonly reset: (setup: CreditSetup) => void;
}

export function creditPicture({ setup: first, onValue, onReward, onToken }: PictureSpec): CreditPicture {
  const behind = s('g', { 'aria-hidden': 'true' });
  const values = TOKENS.map(
    ({ text }, token): Handle =>
      handle({
        ...{ label: words.value(token + 1, text), x: xOf(token), min: 0, max: 1, value: at(first.values, token), y: valueY, valueAt },
        show: (value) => number(value),
        onChange: (value) => onValue(token, value),
      }),
  );
  const reward = handle({
    ...{ label: words.reward, x: REWARD_X, min: -1, max: 1, value: first.reward, y: rewardY, valueAt: rewardAt },
    show: (value) => number(value),
    onChange: onReward,
  });
  const buttons = TOKENS.map(({ text, role, message }, token) => tokenButton(token, text, role, message, onToken));
  const element = s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', class: styles['svg'] },
    behind,
    ...buttons,
    ...values.map(({ element: dot }) => dot),
    reward.element,
  );
  return {
    element,
    draw: (setup, shown, look) => {
      element.setAttribute('aria-label', words.picture(words.summary(shown.advantages.map((one) => number(one)))));
      behind.replaceChildren(...frame(), ...valueLine(setup), ...deltas(shown), ...advantages(shown, look), ...arcs(shown, look));
      TOKENS.forEach(({ text, token: within, role }, token) => {
        const enabled = !setup.byMessage || within === 0;
        const label = setup.byMessage && enabled ? words.valueOf(words.agents[role]) : words.value(token + 1, text);
        at(values, token).enable(enabled, label);
        at(buttons, token).setAttribute('aria-pressed', String(look.token === token));
      });
    },
    reset: (setup) => {
      values.forEach((dot, token) => dot.set(at(setup.values, token)));
      reward.set(setup.reward);
    },
  };
}

/** A token, in its agent’s colour: chosen by a click, Enter or the space bar. */
function tokenButton(
  token: number,
  text: string,
  role: 'planner' | 'solver',
  message: number,
  onToken: (token: number) => void,
): SVGElement {
  const label = words.token(token + 1, text, words.agents[role]);
  const element = s(
    'g',
    { role: 'button', tabindex: 0, 'aria-label': label, class: styles['token'] },
    s('rect', { x: xOf(token) - 40, y: 24, width: 80, height: 30, rx: 5 }),
    s('text', { x: xOf(token), y: 44, 'text-anchor': 'middle' }, text),
  );
  for (const scheme of ['light', 'dark'] as const) element.style.setProperty(`--agent-${scheme}`, agentColor(message, scheme));
  element.addEventListener('click', () => onToken(token));
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onToken(token);
  });
  return element;
}

const middle = (x: number, y: number, text: string, name = 'small'): SVGElement =>
  s('text', { x, y, 'text-anchor': 'middle', class: styles[name] }, text);

function frame(): SVGElement[] {
  const right = LEFT + COLUMN * TOKENS.length;
  const handover = LEFT + COLUMN * TOKENS.findIndex(({ message }) => message > 0);
  const name = (y: number, text: string): SVGElement => s('text', { x: 0, y, class: styles['small'] }, text);
  const { rows, agents } = words;
  return [
    middle((LEFT + handover) / 2, 14, agents.planner),
    middle((handover + right) / 2, 14, agents.solver),
    s('line', { x1: handover, y1: 6, x2: handover, y2: HEIGHT - 6, class: styles['boundary'] }),
    name(VALUES.top + VALUES.height / 2, rows.value),
    name(DELTA.middle + 4, rows.delta),
    name(ADVANTAGE.middle + 4, rows.advantage),
    ...[0, 1].map((value) => s('line', { x1: LEFT, y1: valueY(value), x2: right, y2: valueY(value), class: styles['grid'] })),
    ...[DELTA, ADVANTAGE].map(({ middle: y }) => s('line', { x1: LEFT, y1: y, x2: right, y2: y, class: styles['axis'] })),
    s('line', { x1: REWARD_X, y1: rewardY(1), x2: REWARD_X, y2: rewardY(-1), class: styles['axis'] }),
  ];
}

function valueLine(setup: CreditSetup): SVGElement[] {
  const counted = TOKENS.flatMap(({ token: within }, token) => (setup.byMessage && within > 0 ? [] : [token]));
  const points = counted.map((token) => `${xOf(token)},${valueY(at(setup.values, token))}`).join(' ');
  return [
    s('polyline', { points, class: styles['curve'] }),
    ...counted.map((token) => middle(xOf(token), valueY(at(setup.values, token)) - 14, number(at(setup.values, token)))),
    middle(REWARD_X, rewardY(1) - 14, 'r'),
    middle(REWARD_X, rewardY(-1) + 22, number(setup.reward)),
  ];
}

/** A bar about its middle, cut where it would leave its row; its number says how large it is. */
function bar(x: number, { middle: y, half }: typeof DELTA, value: number, width: number, name: string): SVGElement {
  const height = Math.min(half, Math.abs(value) * half);
  return s('rect', { x: x - width / 2, y: value >= 0 ? y - height : y, width, height, class: styles[name] });
}

function deltas(shown: CreditShown): SVGElement[] {
  return shown.recursion.flatMap(({ at: ref, delta }) => {
    const token = TOKENS.findIndex((one) => one.message === ref.message && one.token === ref.token);
    return [
      bar(xOf(token), DELTA, delta, 26, delta >= 0 ? 'up' : 'down'),
      middle(xOf(token), delta >= 0 ? DELTA.middle + 15 : DELTA.middle - 6, number(delta)),
    ];
  });
}

function advantages(shown: CreditShown, look: CreditLook): SVGElement[] {
  const whole = shown.recursion.length < TOKENS.length;
  const reached = shown.recursion.slice(0, look.walked).map(({ at: ref }) => ref);
  return TOKENS.flatMap(({ message, token: within }, token) => {
    if (!reached.some((ref) => ref.message === message && (whole || ref.token === within))) return [];
    const raw = at(shown.advantages, token);
    const trained = at(shown.normalized, token);
    const told = look.normalized ? `${number(raw)} → ${number(trained)}` : number(raw);
    return [
      bar(xOf(token), ADVANTAGE, raw, 40, look.normalized ? 'before' : raw >= 0 ? 'up' : 'down'),
      // Normalised it is counted in deviations: two of them fill the row.
      ...(look.normalized ? [bar(xOf(token), ADVANTAGE, trained / 2, 20, trained >= 0 ? 'up' : 'down')] : []),
      middle(xOf(token), HEIGHT - 6, told),
    ];
  });
}

/** From the chosen token to each whose surprise it hears of: as thick as what that adds. */
function arcs(shown: CreditShown, look: CreditLook): SVGElement[] {
  if (look.walked < shown.recursion.length) return [];
  return shown.explain(look.token).flatMap((term) => {
    const to = TOKENS.findIndex((one) => one.message === term.at.message && one.token === term.at.token);
    if (to === look.token || Math.abs(term.amount) < 1e-9) return [];
    const [x1, x2] = [xOf(look.token), xOf(to)];
    const crosses = TOKENS[look.token]?.message !== term.at.message;
    const name = `${styles['arc']} ${styles[term.amount >= 0 ? 'upLine' : 'downLine']}`;
    const d = `M ${x1} ${ARCS} Q ${(x1 + x2) / 2} ${ARCS - 14 - (x2 - x1) * 0.16} ${x2} ${ARCS}`;
    return [
      s('path', { d, class: name, 'stroke-width': (crosses ? 2.5 : 1) + 6 * Math.min(1, Math.abs(term.amount)) }),
      middle(x2, ARCS + 13, `+${number(term.amount)}`.replace('+−', '−')),
    ];
  });
}
