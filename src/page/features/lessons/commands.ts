/** What can be done with lessons, for the palette and the keyboard. */
import { gateOf } from '../../../core/lessons/gates.ts';
import { courseOpen, lessonsStore } from '../../state/lessons/lessons.ts';
import type { Command } from '../../kit/commands/command.ts';
import { inPlace } from '../../kit/commands/inPlace.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { toggleFocus } from '../../kit/lessons/focus.ts';
import { lessonCommandsText as words } from '../../../words/words.ts';

const none = (): string | null => (lessonsStore.getState().lesson === null ? words.none : null);

/** Why there is no step `by` further on; null where there is. */
function stepRefused(by: 1 | -1): string | null {
  const { lesson, step, progress } = lessonsStore.getState();
  const course = courseOpen();
  if (lesson === null || !course) return words.none;
  const index = course.steps.findIndex(({ id }) => id === step);
  if (!course.steps[index + by]) return by > 0 ? words.last : words.first;
  return by > 0 && gateOf(course, progress[lesson]?.answers ?? {}) === index ? words.gated : null;
}

function command(
  id: 'list' | 'test' | 'challenges' | 'focus' | 'next' | 'previous' | 'fold' | 'leave',
  run: () => void,
  more: Partial<Command> = {},
): Command {
  return { id: `lessons.${id}`, group: 'lessons', title: words[id], also: words.also, refused: none, run, ...more };
}

export const lessonCommands: readonly Command[] = [
  inPlace('learn', { ...command('list', () => openLearn('lessons')), refused: () => null }),
  inPlace('learn', { ...command('test', () => openLearn('test')), also: words.alsoTest, refused: () => null }),
  inPlace('learn', { ...command('challenges', () => openLearn('challenges')), also: words.alsoChallenges, refused: () => null }),
  command('next', () => lessonsStore.getState().next(), { keys: 'alt+PageDown', inFields: true, refused: () => stepRefused(1) }),
  command('previous', () => lessonsStore.getState().previous(), { keys: 'alt+PageUp', inFields: true, refused: () => stepRefused(-1) }),
  command('fold', () => lessonsStore.getState().fold(!lessonsStore.getState().folded), { keys: 'alt+L' }),
  command('focus', toggleFocus, { keys: 'alt+Z', inFields: true }),
  command('leave', () => lessonsStore.getState().leave()),
];
