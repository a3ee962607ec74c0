/** What a person sets in an explorable: sliders, switches, buttons. Plain elements, so that a page of somebody else can hold it. */
import { h, on } from '../plain/dom.ts';
import styles from './explorables.module.css';

interface SliderSpec {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly show: (value: number) => string;
  readonly onChange: (value: number) => void;
}

export interface Control<T> {
  readonly element: HTMLElement;
  /** Shows another value; tells nobody. */
  readonly set: (value: T) => void;
}

/** A number between two others: dragged, or moved by the arrow keys. */
export function slider({ label, min, max, step, value, show, onChange }: SliderSpec): Control<number> {
  const input = h('input', { type: 'range', min, max, step, value });
  const output = h('output', {});
  const told = (): void => {
    const now = Number(input.value);
    output.textContent = show(now);
    input.setAttribute('aria-valuetext', show(now));
  };
  on(input, 'input', () => {
    told();
    onChange(Number(input.value));
  });
  told();
  return {
    element: h('label', { class: styles['slider'] }, h('span', {}, label), input, output),
    set: (next) => {
      input.value = String(next);
      told();
    },
  };
}

export function toggle(label: string, value: boolean, onChange: (value: boolean) => void): Control<boolean> {
  const input = h('input', { type: 'checkbox', checked: value });
  on(input, 'change', () => onChange(input.checked));
  return {
    element: h('label', { class: styles['toggle'] }, input, h('span', {}, label)),
    set: (next) => {
      input.checked = next;
    },
  };
}

/** One of a few, as radio buttons. */
export function chooser(legend: string, options: readonly string[], value: number, onChange: (index: number) => void): HTMLElement {
  const name = `choice-${(made += 1)}`;
  const radios = options.map((option, index) => {
    const input = h('input', { type: 'radio', name, value: index, checked: index === value });
    on(input, 'change', () => onChange(index));
    return h('label', { class: styles['toggle'] }, input, h('span', {}, option));
  });
  return h('fieldset', { class: styles['chooser'] }, h('legend', {}, legend), ...radios);
}
let made = 0;

export function button(label: string, onClick: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button', class: styles['button'] }, label);
  on(element, 'click', onClick);
  return element;
}

/** Numbers by row and column; the first cell of a row names it. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const head = h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)));
  const body = rows.map(([name = '', ...cells]) => h('tr', {}, h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', {}, cell))));
  return h('div', { class: styles['numbers'], tabindex: 0 }, h('table', {}, h('thead', {}, head), h('tbody', {}, ...body)));
}
