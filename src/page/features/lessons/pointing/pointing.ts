/**
 * Points at parts of the page: outlines them, brings the first into view, and describes them for who does not see the outline.
 *
 * The outline is a style rule, so it follows whatever is drawn, moved or drawn anew without a line of code, lies over nothing and
 * catches no click. Only whether anything of it is there has to be looked for; that is done some time after the page's elements
 * changed, not at each change, so that it costs nothing while a run is under way.
 */
import type { Target } from '../../../../core/lessons/lesson.ts';
import { selectorOf } from './targets.ts';

/** Least time between two looks, milliseconds. */
const PAUSE = 150;

/** How long what is pointed at is kept in view while a place still fills, milliseconds; not once the learner does something. */
const SETTLING = 2500;
const DOING = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

export interface Pointing {
  readonly targets: readonly Target[];
  /** Id of the text that describes what is pointed at. */
  readonly description: string;
  /**
   * Told whenever the first of the targets comes on screen, or the last of them leaves it: a step that has an arrow deleted, or
   * *Train* pressed (which is *Pause* from then on), takes one of them away itself, and nobody has got lost by that.
   */
  readonly onThere: (there: boolean) => void;
}

/** Begins to point; returns how to end it. */
export function pointAt({ targets, description, onThere }: Pointing): () => void {
  const [first] = targets;
  if (first === undefined) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(outlineRules(targets));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const described = new Set<Element>();
  let there: boolean | null = null;
  let settled = Number.POSITIVE_INFINITY;
  const settle = (): void => {
    if (Number.isFinite(settled)) settled = 0;
  };
  for (const doing of DOING) addEventListener(doing, settle, { capture: true, passive: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    timer = undefined;
    const found = document.querySelector(selectorOf([first]));
    const now = performance.now();
    // What has gone, as skills do when a run begins, is brought again when it is back.
    if (!found?.checkVisibility()) settled = Number.POSITIVE_INFINITY;
    else if (now < settled) {
      settled = Math.min(settled, now + SETTLING);
      found.scrollIntoView({ block: blockOf(found), inline: 'nearest', behavior: 'smooth' });
    }
    const elements = [...document.querySelectorAll(selectorOf(targets))];
    for (const element of elements) describe(reachableOf(element) ?? element, description, described);
    const shown = elements.some((element) => element.checkVisibility());
    if (shown !== there) {
      there = shown;
      onThere(shown);
    }
  };
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(look, PAUSE);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  timer = setTimeout(look, 0);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const doing of DOING) removeEventListener(doing, settle, { capture: true });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    for (const element of described) undescribe(element, description);
  };
}

/**
 * Where the page is narrow the lesson lies over its lower half: what it covers comes to the top, so that what follows can be seen
 * as well.
 */
function blockOf(target: Element): ScrollLogicalPosition {
  const foot = Number.parseFloat(document.documentElement.style.getPropertyValue('--lesson-foot'));
  return target.getBoundingClientRect().bottom > window.innerHeight - foot ? 'start' : 'nearest';
}

/** Moves the focus to the first target that is on screen; whether there was one. */
export function focusTarget(targets: readonly Target[]): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(selectorOf(targets))].find((element) => element.checkVisibility());
  if (!found) return false;
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const reachable = reachableOf(found);
  if (reachable === null) found.tabIndex = -1;
  (reachable ?? found).focus({ preventScroll: true });
  return true;
}

const REACHABLE = 'button:not([disabled]), a[href], input:not([disabled]):not([type="hidden"]), textarea, select, [tabindex]';

/** What of a target takes the focus: itself, or the first part of it that does. */
function reachableOf(target: Element): HTMLElement | null {
  return target.matches(REACHABLE) ? (target as HTMLElement) : target.querySelector<HTMLElement>(REACHABLE);
}

const idsOf = (element: Element): string[] => (element.getAttribute('aria-describedby') ?? '').split(/\s+/).filter(Boolean);

function describe(element: Element, id: string, described: Set<Element>): void {
  const ids = idsOf(element);
  if (!ids.includes(id)) element.setAttribute('aria-describedby', [...ids, id].join(' '));
  described.add(element);
}

function undescribe(element: Element, id: string): void {
  const rest = idsOf(element).filter((other) => other !== id);
  if (rest.length > 0) element.setAttribute('aria-describedby', rest.join(' '));
  else element.removeAttribute('aria-describedby');
}

/** Small things and fields are outlined around, large ones within, where nothing cuts the line off; an arrow glows along its line. */
function outlineRules(targets: readonly Target[]): string {
  const arrows = targets.filter((target) => target.startsWith('edge:'));
  const boxes = targets.filter((target) => !target.startsWith('edge:'));
  const fields = [
    '[data-stage="prompt"]',
    '[data-stage="recursion"]',
    '[data-stage="terms"]',
    '[data-stage="adapter"]',
    '[data-stage^="setting:"]',
    '[data-stage^="chart:"]',
  ];
  // Figures that one drags begin at their very edge, and there is room about them.
  const figures = ['[data-stage="explorable"]', '[data-stage="baseline"]'];
  const small = [...fields, 'button', 'a', '[role="tab"]', '[role="button"]'];
  return [
    boxes.length > 0 &&
      `:is(${selectorOf(boxes)}) { outline: 3px solid var(--pointing) !important; outline-offset: -3px; animation: pointing 0.7s ease-in-out 3 alternate; }`,
    boxes.length > 0 && `:is(${selectorOf(boxes)}):is(${figures.join(', ')}) { outline-offset: 6px; }`,
    boxes.length > 0 &&
      `:is(${selectorOf(boxes)}):is(${small.join(', ')}), .react-flow__node:is(${selectorOf(boxes)}) { outline-offset: 1px; }`,
    arrows.length > 0 &&
      `:is(${selectorOf(arrows, ' path')}) { filter: drop-shadow(0 0 2px var(--pointing)) drop-shadow(0 0 4px var(--pointing)); }`,
    '@keyframes pointing { from { outline-color: transparent; } to { outline-color: var(--pointing); } }',
  ]
    .filter(Boolean)
    .join('\n');
}
