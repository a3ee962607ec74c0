/** Lesson 0: one token was sampled among three; its advantage and the learning rate say how the distribution moves. */
import { entropyOf, probabilities, score, stepped } from '../../../core/explorables/choice.ts';
import { at } from '../../../core/at.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import { END, explorablesText, GAP } from '../../../words/words.ts';
import { h, s } from '../plain/dom.ts';
import { button, chooser, slider, table } from './controls.ts';
import styles from './explorables.module.css';
import { arrow, simplex } from './simplex.ts';

const words = explorablesText.choice;
const number = (value: number, digits = 3): string => explorablesText.signed(value, digits);

/** The base is unsure, and likes the right answer best. */
export const FIRST_LOGITS = [0.4, 0.1, -0.3];

interface ChoiceState {
  readonly logits: readonly number[];
  readonly sampled: number;
  readonly advantage: number;
  readonly rate: number;
  readonly steps: number;
}

const FIRST: ChoiceState = { logits: FIRST_LOGITS, sampled: 0, advantage: 1, rate: 0.5, steps: 0 };

/** `tell`: what a lesson may wait for. */
export function choiceFigure(tell: (what: Happening) => void): HTMLElement {
  let state = FIRST;
  const drawing = h('div', { class: styles['drawing'], tabindex: 0 });
  const numbers = h('div', {});
  const told = h('p', { class: styles['line'], role: 'status' });
  const change = (next: Partial<ChoiceState>): void => {
    state = { ...state, ...next };
    draw();
  };
  const draw = (): void => {
    const now = probabilities(state.logits);
    const after = probabilities(stepped(state.logits, state.sampled, state.advantage, state.rate));
    const slopes = score(now, state.sampled);
    drawing.replaceChildren(picture(now, after, state.sampled));
    const { columns } = words;
    numbers.replaceChildren(
      table(
        [columns.token, columns.now, columns.after, columns.logNow, columns.logAfter, columns.slope],
        words.tokens.map((token, a) => {
          const [p, q] = [at(now, a), at(after, a)];
          return [token, number(p), number(q), number(Math.log(p)), number(Math.log(q)), number(at(slopes, a))];
        }),
      ),
    );
    told.textContent = `${words.entropy(number(entropyOf(now)), number(entropyOf(after)))}${GAP}${words.steps(state.steps)}${END}`;
  };
  const advantage = slider({
    ...{ label: words.advantage, min: -2, max: 2, step: 0.1, value: FIRST.advantage },
    show: (value) => number(value, 1),
    onChange: (value) => {
      change({ advantage: value });
      tell('moved-advantage');
    },
  });
  const rate = slider({
    ...{ label: words.rate, min: 0, max: 3, step: 0.05, value: FIRST.rate },
    show: (value) => number(value, 2),
    onChange: (value) => {
      change({ rate: value });
      tell('moved-rate');
    },
  });
  const take = button(words.take, () => {
    change({ logits: stepped(state.logits, state.sampled, state.advantage, state.rate), steps: state.steps + 1 });
    tell('took-step');
  });
  draw();
  return h(
    'section',
    { class: styles['figure'], 'aria-label': words.title, 'data-explorable': 'choice' },
    h('h3', {}, words.title),
    h('p', {}, words.intro),
    drawing,
    h(
      'div',
      { class: styles['controls'] },
      chooser(words.sampled, words.tokens, FIRST.sampled, (sampled) => change({ sampled })),
      advantage.element,
      rate.element,
      h(
        'div',
        { class: styles['buttons'] },
        take,
        button(words.fresh, () => change({ logits: FIRST_LOGITS, steps: 0 })),
      ),
    ),
    told,
    numbers,
  );
}

const WIDTH = 640;
const HEIGHT = 236;
const BARS = { left: 34, width: 170, top: 26, row: 64, height: 16 };

function picture(now: readonly number[], after: readonly number[], sampled: number): SVGElement {
  const triangle = simplex(386, 26, 210, words.tokens);
  const bars = words.tokens.flatMap((token, a) => {
    const y = BARS.top + a * BARS.row;
    const [p, q] = [at(now, a), at(after, a)];
    return [
      s('text', { x: 0, y: y + 24, class: a === sampled ? styles['strong'] : styles['label'] }, token),
      s('rect', { x: BARS.left, y, width: BARS.width * p, height: BARS.height, class: styles['before'] }),
      s('rect', {
        x: BARS.left,
        y: y + BARS.height + 3,
        width: BARS.width * q,
        height: BARS.height,
        class: styles[q >= p ? 'up' : 'down'],
      }),
      s('text', { x: BARS.left + BARS.width * p + 6, y: y + 13, class: styles['small'] }, `${words.now} ${number(p)}`),
      s('text', { x: BARS.left + BARS.width * q + 6, y: y + BARS.height + 16, class: styles['small'] }, `${words.after} ${number(q)}`),
    ];
  });
  const says = words.says(at(words.tokens, sampled), number(at(now, sampled)), number(at(after, sampled)));
  const from = triangle.at(now);
  return s(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words.picture(says), class: styles['svg'] },
    ...bars,
    triangle.drawn(),
    arrow(from, triangle.at(after), 'mean'),
    s('circle', { cx: from.x, cy: from.y, r: 4, class: styles['dot'] }),
    s('text', { x: 368, y: 40, class: styles['small'] }, words.gradient),
  );
}
