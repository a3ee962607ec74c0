/**
 * A teacher's view of a project: which places and panels a student sees, and what they may change. It travels beside the
 * document, never in it, and holds in the store as well as on screen: an edit of what is locked is refused with a sentence.
 */
import { isRecord } from '../isRecord.ts';
import { z } from 'zod';
import { BACKENDS } from '../backend.ts';
import { fault, FaultError, type Fault } from '../faults.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { lessonViewFaults } from '../../words/words.ts';

/** The places of the page, as its rail names them. */
export const LESSON_PLACES = ['team', 'environment', 'training', 'inspect', 'runs', 'learn'] as const;
export type LessonPlace = (typeof LESSON_PLACES)[number];

/** Parts of the page that a lesson can do without. */
export const LESSON_CONTROLS = [
  'canvas',
  'agent',
  'charts',
  'episodes',
  'bench',
  'dataset',
  'settingsPresets',
  'projectMenu',
  'lockedSettings',
] as const;
export type LessonControl = (typeof LESSON_CONTROLS)[number];

/** A path in the document: dotted, agents by role, such as `team.agents.solver.prompt`. What lies below belongs to it. */
const path = z.string().regex(/^[A-Za-z][\w.-]{0,199}$/);

export const teacherViewSchema = z.strictObject({
  /** Shown on top, with the task below it. */
  title: z.string().max(120).default(''),
  task: z.string().max(4000).default(''),
  places: z
    .array(z.enum(LESSON_PLACES))
    .min(1)
    .max(LESSON_PLACES.length)
    .default([...LESSON_PLACES]),
  hidden: z.array(z.enum(LESSON_CONTROLS)).max(LESSON_CONTROLS.length).default([]),
  /** What may not be changed … */
  locked: z.array(path).max(200).default([]),
  /** … except for this; of two that hold for a path the longer one counts. */
  editable: z.array(path).max(200).default([]),
  /** Where runs are computed; null leaves it to the student's own choice. */
  backend: z.enum(BACKENDS).nullable().default(null),
});
export type TeacherView = z.infer<typeof teacherViewSchema>;

/** The view in `input`; throws `E_LESSON_INVALID`. */
export function parseTeacherView(input: unknown): TeacherView {
  const result = teacherViewSchema.safeParse(input);
  if (result.success) return result.data;
  throw new FaultError(fault(lessonViewFaults, 'E_LESSON_INVALID', {}, { detail: z.prettifyError(result.error) }));
}

/** The view without what its schema puts back. */
export function shortView(view: TeacherView): Partial<TeacherView> {
  const standard: Readonly<Record<string, unknown>> = teacherViewSchema.parse({});
  return Object.fromEntries(Object.entries(view).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(standard[key])));
}

/** Every part of the document that training depends on; what is called and where agents lie on the canvas is nobody's business. */
export const LOCKABLE = ['description', 'team', 'environment', 'training', 'warmStart'] as const;

/** Whether `view` keeps what lies at `path` from being changed. */
export function isLocked(view: Pick<TeacherView, 'locked' | 'editable'>, path: string): boolean {
  const longest = (paths: readonly string[]): number =>
    Math.max(-1, ...paths.filter((each) => path === each || path.startsWith(`${each}.`)).map((each) => each.length));
  return longest(view.locked) > longest(view.editable);
}

/** Why `after` may not follow `before` under `view`; null when it may. */
export function lockFault(view: Pick<TeacherView, 'locked' | 'editable'>, before: ProjectDocument, after: ProjectDocument): Fault | null {
  if (view.locked.length === 0) return null;
  const path = LOCKABLE.flatMap((part) => changedPaths(forLocks(before, part), forLocks(after, part), part)).find((each) =>
    isLocked(view, each),
  );
  if (path === undefined) return null;
  return fault(lessonViewFaults, 'E_LESSON_LOCKED', { place: path }, { place: { subject: path } });
}

/** A part of the document with agents by role, so that a lock follows an agent wherever it stands. */
function forLocks(document: ProjectDocument, part: (typeof LOCKABLE)[number]): unknown {
  if (part !== 'team') return document[part];
  const { agents, ...team } = document.team;
  return {
    ...team,
    agents: Object.fromEntries(agents.map(({ label: _display, ...agent }) => [agent.role, agent])),
    order: agents.map(({ role }) => role),
  };
}

/** Where two values differ, as deep as both are objects; lists and texts are one path. */
function changedPaths(before: unknown, after: unknown, path: string): string[] {
  if (before === after) return [];
  if (!isRecord(before) || !isRecord(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changedPaths(before[key], after[key], `${path}.${key}`),
  );
}
