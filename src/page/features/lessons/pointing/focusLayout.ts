/**
 * The focus layout: the lesson's text and, of the workbench, only what the open step outlines. What is hidden is hidden by a style rule, as
 * the outline is drawn: it follows whatever is drawn anew, and nothing in the page knows of it.
 */
import { useEffect } from 'react';
import type { Target } from '../../../../core/lessons/lesson.ts';
import { useFocus, useWholeOnMove } from '../../../kit/lessons/focus.ts';
import { useTurns } from '../../../kit/lessons/turns.ts';
import { useLessons } from '../../../state/lessons/lessons.ts';
import { selectorOf } from './targets.ts';

/** The lesson itself, and the room that it keeps at the foot. */
const LESSON = '[data-lesson], [data-lesson-room]';

/**
 * Of what is drawn on the canvas all of it: an agent without the others, or an arrow without its ends, says nothing. Of an agent its settings too; of an
 * episode’s tokens their row with its arcs, and the numbers of the one that is read.
 */
function wholeOf(target: Target): readonly Target[] {
  if (target.startsWith('agent:')) return ['canvas', 'prompt', 'adapter'];
  if (target === 'heatmap') return ['heatmap', 'strip', 'token'];
  return target.startsWith('edge:') ? ['canvas'] : [target];
}

/** Style rules that hide all of the page but the lesson, `targets`, and what these lie in. What is drawn above the page stays. */
export function focusRules(targets: readonly Target[]): string {
  const kept = [LESSON, ...(targets.length > 0 ? [selectorOf([...new Set(targets.flatMap(wholeOf))])] : [])].join(', ');
  return `#root *:not(:is(${kept}), :is(${kept}) *, :has(:is(${kept}))) { display: none !important; }`;
}

/** Whether the page is laid out so now: folded away, the text has given way to all of the workbench, but where the two take turns. */
export function useFocused(): boolean {
  const on = useFocus();
  const turns = useTurns();
  const folded = useLessons((state) => state.folded);
  return on && (turns ? folded : !folded);
}

/** Lays the page out for the open step. `there`: whether anything of the targets is on screen; where nothing is, the text has the window. */
export function useFocusLayout(targets: readonly Target[] | undefined, there: boolean): void {
  const active = useFocused();
  useWholeOnMove();
  const shown = targets !== undefined && targets.length > 0 && there;
  useEffect(() => {
    if (!active) return;
    const root = document.documentElement;
    const sheet = new CSSStyleSheet();
    // What is not on screen may come there, and is shown then.
    sheet.replaceSync(focusRules(targets ?? []));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    root.dataset['lessonFocus'] = shown ? 'part' : 'text';
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      delete root.dataset['lessonFocus'];
    };
  }, [active, shown, targets]);
}
