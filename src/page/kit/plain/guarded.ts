/** A part of a plain page: where it cannot be drawn it says so in its place, and the others are. */
import { stoppedText } from '../../../words/words.ts';
import { h } from './dom.ts';

export function guarded(draw: () => Node): Node {
  try {
    return draw();
  } catch (error) {
    return stoppedNote(error);
  }
}

/** The same where there is nothing else to draw. */
export function stoppedNote(error: unknown): HTMLElement {
  console.error(error);
  return h('p', { role: 'alert', 'data-stopped': true }, stoppedText.small);
}
