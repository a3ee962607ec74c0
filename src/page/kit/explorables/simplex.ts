/** All distributions over three tokens as a triangle: a corner is certainty of one of them. */
import { s } from '../plain/dom.ts';
import styles from './explorables.module.css';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Simplex {
  readonly at: (policy: readonly number[]) => Point;
  /** The triangle with its corners named. */
  readonly drawn: () => SVGElement;
}

/** A triangle `size` wide with its upper left corner at (`left`, `top`). */
export function simplex(left: number, top: number, size: number, names: readonly string[]): Simplex {
  const height = (size * Math.sqrt(3)) / 2;
  const corners: readonly Point[] = [
    { x: left + size / 2, y: top },
    { x: left, y: top + height },
    { x: left + size, y: top + height },
  ];
  const at = (policy: readonly number[]): Point => ({
    x: corners.reduce((sum, { x }, token) => sum + (policy[token] ?? 0) * x, 0),
    y: corners.reduce((sum, { y }, token) => sum + (policy[token] ?? 0) * y, 0),
  });
  const drawn = (): SVGElement => {
    const labels = corners.map(({ x, y }, token) =>
      s('text', { x, y: token === 0 ? y - 8 : y + 18, 'text-anchor': 'middle', class: styles['label'] }, names[token]),
    );
    return s('g', {}, s('polygon', { points: corners.map(({ x, y }) => `${x},${y}`).join(' '), class: styles['triangle'] }), ...labels);
  };
  return { at, drawn };
}

/** An arrow with its head; a dot where it is too short for one. */
export function arrow(from: Point, to: Point, name: string): SVGElement {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1.5) return s('circle', { cx: to.x, cy: to.y, r: 2.5, class: styles[name] });
  const head = Math.min(8, length * 0.6);
  const [ux, uy] = [dx / length, dy / length];
  const [bx, by] = [to.x - ux * head, to.y - uy * head];
  const corner = (side: 1 | -1): string => `${bx - side * uy * head * 0.5},${by + side * ux * head * 0.5}`;
  return s(
    'g',
    { class: styles[name] },
    s('line', { x1: from.x, y1: from.y, x2: bx, y2: by }),
    s('polygon', { points: `${to.x},${to.y} ${corner(1)} ${corner(-1)}` }),
  );
}
