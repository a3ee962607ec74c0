/** Lesson 0: whichever token is sampled pushes with its reward less a baseline; the mean of the pushes does not know the baseline, their variance does. */
import { bestBaseline, drift, expected, gradientMoments, probabilities, score } from '../../../core/explorables/choice.ts';
import { at } from '../../../core/at.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import { COMMA, explorablesText } from '../../../words/words.ts';
import { h, s } from '../plain/dom.ts';
import { FIRST_LOGITS } from './choiceFigure.ts';
import { slider, table } from './controls.ts';
import styles from './explorables.module.css';
import { arrow, simplex } from './simplex.ts';

const words = explorablesText.baseline;
const { tokens } = explorablesText.choice;
const number = (value: number, digits = 3): string => explorablesText.signed(value, digits);

const POLICY = probabilities(FIRST_LOGITS);
const LEAST = -1;
const MOST = 2;

export function baselineFigure(tell: (what: Happening) => void): HTMLElement {
  let rewards: readonly number[] = [1, 0.4, 0];
  let baseline = 0;
  const drawing = h('div', { class: styles['drawing'], tabindex: 0 });
  const numbers = h('div', {});
  const draw = (): void => {
    drawing.replaceChildren(picture(rewards, baseline));
    const best = bestBaseline(POLICY, rewards);
    const { columns } = words;
    const across = [baseline, 0, expected(POLICY, rewards), best];
    const moments = across.map((b) => (b === null ? null : gradientMoments(POLICY, rewards, b)));
    numbers.replaceChildren(
      table(
        [columns.quantity, columns.here, columns.none, columns.expected, columns.best],
        [
          [words.at, ...across.map((b) => (b === null ? words.nobody : number(b)))],
          [words.mean, ...moments.map((one) => (one ? one.mean.map((each) => number(each)).join('  ') : '–'))],
          [words.variance, ...moments.map((one) => (one ? number(one.variance, 4) : '–'))],
        ],
      ),
    );
  };
  const paid = tokens.map(
    (token, a) =>
      slider({
        ...{ label: words.reward(token), min: -1, max: 1, step: 0.05, value: at(rewards, a) },
        show: (value) => number(value, 2),
        onChange: (value) => {
          rewards = rewards.with(a, value);
          draw();
        },
      }).element,
  );
  const held = slider({
    ...{ label: words.baseline, min: LEAST, max: MOST, step: 0.05, value: baseline },
    show: (value) => number(value, 2),
    onChange: (value) => {
      baseline = value;
      draw();
      tell('moved-baseline');
    },
  });
  draw();
  return h(
    'section',
    { class: styles['figure'], 'aria-label': words.title, 'data-explorable': 'baseline', 'data-stage': 'baseline' },
    h('h3', {}, words.title),
    h('p', {}, words.intro),
    drawing,
    h('div', { class: styles['controls'] }, held.element, ...paid),
    numbers,
  );
}

/** Arrows are so much longer than what they mean: the probabilities’ drift at a learning rate of 1. */
const STRETCH = 2.2;
const CURVE = { left: 30, top: 24, width: 250, height: 180 };

function picture(rewards: readonly number[], baseline: number): SVGElement {
  const triangle = simplex(386, 26, 210, tokens);
  const from = triangle.at(POLICY);
  const ahead = (direction: readonly number[]): readonly number[] => {
    const moved = drift(POLICY, direction);
    return POLICY.map((p, a) => p + STRETCH * at(moved, a));
  };
  // As long as its token is likely: so that the thick arrow is the sum of the thin ones.
  const samples = POLICY.map((p, token) => {
    const push = p * (at(rewards, token) - baseline);
    return arrow(from, triangle.at(ahead(score(POLICY, token).map((slope) => push * slope))), 'sample');
  });
  const { mean, variance } = gradientMoments(POLICY, rewards, baseline);
  return s(
    'svg',
    {
      ...{ viewBox: '0 0 640 236', role: 'img', class: styles['svg'] },
      'aria-label': words.picture(mean.map((each) => number(each)).join(COMMA), number(variance, 4)),
    },
    ...curveOf(rewards, baseline),
    triangle.drawn(),
    ...samples,
    arrow(from, triangle.at(ahead(mean)), 'mean'),
    s('circle', { cx: from.x, cy: from.y, r: 3, class: styles['dot'] }),
  );
}

/** The variance over all baselines, with the one that is set. */
function curveOf(rewards: readonly number[], baseline: number): SVGElement[] {
  const { left, top, width, height } = CURVE;
  const over = Array.from({ length: 61 }, (_, index) => LEAST + ((MOST - LEAST) * index) / 60);
  const heights = over.map((b) => gradientMoments(POLICY, rewards, b).variance);
  const most = Math.max(...heights, 1e-9);
  const x = (b: number): number => left + (width * (b - LEAST)) / (MOST - LEAST);
  const y = (variance: number): number => top + height * (1 - variance / most);
  const here = gradientMoments(POLICY, rewards, baseline).variance;
  return [
    s('line', { x1: left, y1: top + height, x2: left + width, y2: top + height, class: styles['axis'] }),
    s('line', { x1: x(0), y1: top, x2: x(0), y2: top + height, class: styles['axis'] }),
    s('polyline', { points: over.map((b, index) => `${x(b)},${y(at(heights, index))}`).join(' '), class: styles['curve'] }),
    s('circle', { cx: x(baseline), cy: y(here), r: 5, class: styles['dot'] }),
    s('text', { x: left, y: top - 10, class: styles['small'] }, words.curve),
    ...[LEAST, 0, 1, MOST].map((b) =>
      s('text', { x: x(b), y: top + height + 16, 'text-anchor': 'middle', class: styles['small'] }, number(b, 0)),
    ),
  ];
}
