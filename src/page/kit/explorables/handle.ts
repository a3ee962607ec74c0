/** A dot that is dragged up and down in a drawing, or moved by the arrow keys: a slider to whoever cannot see it. */
import { s } from '../plain/dom.ts';
import type { Control } from './controls.ts';
import styles from './explorables.module.css';

interface HandleSpec {
  readonly label: string;
  readonly x: number;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** Where a value lies in the drawing, and which one lies at a height. */
  readonly y: (value: number) => number;
  readonly valueAt: (y: number) => number;
  readonly show: (value: number) => string;
  readonly onChange: (value: number) => void;
}

export interface Handle extends Omit<Control<number>, 'element'> {
  readonly element: SVGElement;
  /** Whether it can be moved. */
  readonly enable: (enabled: boolean, label: string) => void;
}

const STEP = 0.05;
const JUMP = 0.2;

export function handle({ label, x, min, max, value, y, valueAt, show, onChange }: HandleSpec): Handle {
  let now = value;
  // What is dragged is larger than what is seen.
  const reach = s('circle', { cx: x, r: 16, class: styles['reach'] });
  const dot = s('circle', { cx: x, r: 8, class: styles['handle'] });
  const element = s(
    'g',
    { role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': min, 'aria-valuemax': max, 'aria-orientation': 'vertical' },
    reach,
    dot,
  );
  const draw = (): void => {
    for (const circle of [reach, dot]) circle.setAttribute('cy', String(y(now)));
    element.setAttribute('aria-valuenow', String(now));
    element.setAttribute('aria-valuetext', show(now));
  };
  const move = (wanted: number): void => {
    const next = Math.min(max, Math.max(min, Math.round(wanted / STEP) * STEP));
    const rounded = Number(next.toFixed(2));
    if (rounded === now || element.getAttribute('aria-disabled') === 'true') return;
    now = rounded;
    draw();
    onChange(now);
  };
  const keys: Readonly<Record<string, () => number>> = {
    ArrowUp: () => now + STEP,
    ArrowRight: () => now + STEP,
    ArrowDown: () => now - STEP,
    ArrowLeft: () => now - STEP,
    PageUp: () => now + JUMP,
    PageDown: () => now - JUMP,
    Home: () => min,
    End: () => max,
  };
  element.addEventListener('keydown', (event) => {
    const wanted = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(wanted());
  });
  const drag = (event: PointerEvent): void => {
    const matrix = element.ownerSVGElement?.getScreenCTM();
    if (matrix) move(valueAt(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()).y));
  };
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    element.focus();
    drag(event);
  });
  element.addEventListener('pointermove', (event) => {
    if (element.hasPointerCapture(event.pointerId)) drag(event);
  });
  draw();
  return {
    element,
    set: (next) => {
      now = next;
      draw();
    },
    enable: (enabled, named) => {
      element.setAttribute('aria-disabled', String(!enabled));
      element.setAttribute('aria-label', named);
    },
  };
}
