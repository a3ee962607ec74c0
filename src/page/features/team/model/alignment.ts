/** Agents brought in line or spread evenly, as pure functions of where they stand. */
import type { Position } from '../../../../core/editing/edits.ts';
import type { Box } from './route.ts';

export const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'] as const;
/** An edge or middle line that all share; `across` and `down` spread them with equal gaps. */
export type Alignment = (typeof ALIGNMENTS)[number];

/** New positions of `boxes`, by role. The outermost stay where they are when boxes are spread. */
export function aligned(boxes: Readonly<Record<string, Box>>, how: Alignment): Record<string, Position> {
  const all = Object.values(boxes);
  const left = Math.min(...all.map(({ x }) => x));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const top = Math.min(...all.map(({ y }) => y));
  const bottom = Math.max(...all.map(({ y, height }) => y + height));
  const each = (move: (box: Box) => Position): Record<string, Position> =>
    Object.fromEntries(Object.entries(boxes).map(([role, box]) => [role, rounded(move(box))]));
  switch (how) {
    case 'left':
      return each(({ y }) => ({ x: left, y }));
    case 'centre':
      return each(({ y, width }) => ({ x: (left + right - width) / 2, y }));
    case 'right':
      return each(({ y, width }) => ({ x: right - width, y }));
    case 'top':
      return each(({ x }) => ({ x, y: top }));
    case 'middle':
      return each(({ x, height }) => ({ x, y: (top + bottom - height) / 2 }));
    case 'bottom':
      return each(({ x, height }) => ({ x, y: bottom - height }));
    case 'across':
      return spread(boxes, 'x', 'width', right - left);
    case 'down':
      return spread(boxes, 'y', 'height', bottom - top);
    default:
      return how satisfies never;
  }
}

/** Equal gaps along an axis, in the order they stand in. */
function spread(boxes: Readonly<Record<string, Box>>, axis: 'x' | 'y', size: 'width' | 'height', extent: number): Record<string, Position> {
  const inOrder = Object.entries(boxes).toSorted(([, a], [, b]) => a[axis] - b[axis]);
  const filled = inOrder.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = inOrder.length > 1 ? (extent - filled) / (inOrder.length - 1) : 0;
  let at = inOrder[0]?.[1][axis] ?? 0;
  return Object.fromEntries(
    inOrder.map(([role, box]) => {
      const position = rounded({ x: box.x, y: box.y, [axis]: at });
      at += box[size] + gap;
      return [role, position];
    }),
  );
}

const rounded = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) });
