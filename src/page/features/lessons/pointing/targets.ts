/**
 * The parts of the page a lesson can point at. Each is marked with `data-stage="<target>"` where it is drawn; a test holds that
 * every name below is.
 */
import type { Target } from '../../../../core/lessons/lesson.ts';
import type { Place } from '../../../state/address/places.ts';

/** Single things, and where each is; null for what is in view in several places. */
export const SINGLE_TARGETS: Readonly<Record<Exclude<Target, `${string}:${string}`>, Place | null>> = {
  canvas: 'team',
  train: null,
  pause: null,
  export: null,
  prompt: 'team',
  adapter: 'team',
  charts: null,
  explorer: 'inspect',
  transcript: null,
  heatmap: null,
  strip: 'inspect',
  token: 'inspect',
  terms: 'inspect',
  recursion: 'inspect',
  channels: 'inspect',
  iterations: 'inspect',
  lights: 'inspect',
  warnings: null,
  skills: null,
  explorable: 'learn',
  baseline: 'learn',
};

/** Kinds of which there are several, as `agent:solver`. */
export const TARGET_KINDS = {
  agent: 'team',
  edge: 'team',
  place: null,
  view: 'inspect',
  chart: null,
  setting: 'training',
} as const satisfies Readonly<Record<string, Place | null>>;

/** Where a target is; null where it is in view in several places, or everywhere. */
export function placeOfTarget(target: Target): Place | null {
  const [kind = ''] = target.split(':');
  return target.includes(':') ? TARGET_KINDS[kind as keyof typeof TARGET_KINDS] : SINGLE_TARGETS[target as keyof typeof SINGLE_TARGETS];
}

/** CSS selector of whatever is marked as one of `targets`. */
export function selectorOf(targets: readonly Target[], below = ''): string {
  return targets.map((target) => `[data-stage=${JSON.stringify(target)}]${below}`).join(', ');
}
