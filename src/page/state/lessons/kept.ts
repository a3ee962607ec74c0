/** Lessons as this browser keeps them. What is found there is as hostile as any file: what is not understood of it costs no other. */
import { z } from 'zod';
import { isPresetName } from '../../../core/document/presets/presets.ts';
import { HAPPENINGS } from '../../../core/lessons/goals.ts';
import { LESSON_STEP_ID, lessonNamed } from '../../../core/lessons/ids.ts';
import { LESSONS, type LessonId } from '../../../core/lessons/lesson.ts';
import { MOST_EXPECTED, STEP_STATES, SURE } from '../../../core/lessons/taken.ts';
import { type KeptText, keptText, recordIn } from '../storage/kept.ts';
import { STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';
import type { HomeProject, LessonProgress, LessonsState } from './types.ts';

export interface KeptLessons {
  readonly progress: LessonsState['progress'];
  /** The lesson that was open when the page was left. */
  readonly open: { readonly lesson: LessonId; readonly folded: boolean; readonly home: HomeProject | null } | null;
}

/** Most characters of the text that are read, and most steps of one lesson. */
const MOST_TEXT = 1_000_000;
const MOST_STEPS = 100;

const stepId = z.string().max(60).regex(LESSON_STEP_ID);
const projectId = z.string().regex(/^[\w-]{1,64}$/);
const shortId = z.string().min(1).max(60);
const answer = z.union([shortId, z.record(shortId, z.number())]);
/** A step compares a few parts of the project. */
const MOST_PARTS = 20;
const before = z
  .record(z.string().max(200), z.string().regex(/^[0-9a-f]{1,8}-\d{1,9}$/))
  .refine((parts) => Object.keys(parts).length <= MOST_PARTS);
const expected = z.object({ text: z.string().max(MOST_EXPECTED).nullable(), sure: z.enum(SURE).nullable() });
const happened = z.array(z.enum(HAPPENINGS)).max(HAPPENINGS.length);
const progressSchema = z.object({
  step: stepId,
  states: z.record(z.string(), z.unknown()).catch({}),
  answers: z.record(z.string(), z.unknown()).catch({}),
  first: z.record(z.string(), z.unknown()).catch({}),
  project: projectId.nullable().catch(null),
  run: z.string().min(1).max(200).nullable().catch(null),
  entered: z.record(z.string(), z.unknown()).catch({}),
  before: z.record(z.string(), z.unknown()).catch({}),
  happened: z.record(z.string(), z.unknown()).catch({}),
  expected: z.record(z.string(), z.unknown()).catch({}),
});
const homeSchema = z.object({
  project: projectId,
  name: z.string().max(200),
  preset: z.string().refine(isPresetName).nullable().catch(null),
  run: z.string().min(1).max(200).nullable().catch(null),
});

/** Where they lie. */
export const lessonsText = (storage: TextStorage): KeptText => keptText(storage, STORAGE_KEYS.lessons, 'lessons', MOST_TEXT);

/** What was kept, as far as this version can read it. */
export function readLessons(text: string | null): KeptLessons {
  const kept = recordIn(text);
  const all = recordOf(kept['progress']);
  const progress = LESSONS.flatMap((lesson) => {
    const read = Object.hasOwn(all, lesson) ? progressOf(all[lesson]) : null;
    return read ? [[lesson, read] as const] : [];
  });
  const open = recordOf(kept['open']);
  const lesson = lessonNamed(open['lesson']);
  return {
    progress: Object.fromEntries(progress),
    open: lesson && { lesson, folded: open['folded'] === true, home: homeOf(open['home']) },
  };
}

function progressOf(value: unknown): LessonProgress | null {
  const { data } = progressSchema.safeParse(value);
  if (!data) return null;
  return {
    ...data,
    states: understood(data.states, z.enum(STEP_STATES)),
    answers: understood(data.answers, answer),
    first: understood(data.first, answer),
    entered: understood(data.entered, z.number()),
    before: understood(data.before, before),
    happened: understood(data.happened, happened),
    expected: understood(data.expected, expected),
  };
}

/** The entries under ids of steps that `schema` understands. */
function understood<T>(entries: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Readonly<Record<string, T>> {
  const read = Object.entries(entries)
    .slice(0, MOST_STEPS)
    .flatMap(([id, value]) => {
      const { success, data } = schema.safeParse(value);
      return success && stepId.safeParse(id).success ? [[id, data] as const] : [];
    });
  return Object.fromEntries(read);
}

function homeOf(value: unknown): HomeProject | null {
  const { data } = homeSchema.safeParse(value);
  return data ? { ...data, preset: data.preset !== null && isPresetName(data.preset) ? data.preset : null } : null;
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};

/**
 * The text that keeps `now`. Progress of lessons that are not open here is taken from what is kept already: another tab may have
 * gone on with them. So is what this version does not understand.
 */
export function writeLessons(now: KeptLessons, here: ReadonlySet<LessonId>, before: string | null): string {
  const kept = recordIn(before);
  const { progress: read } = readLessons(before);
  const elsewhere = Object.entries(recordOf(kept['progress']))
    .filter(([lesson]) => !here.has(lesson as LessonId))
    .map(([lesson, value]) => [lesson, read[lesson as LessonId] ?? value]);
  return JSON.stringify({ ...kept, ...now, progress: { ...now.progress, ...Object.fromEntries(elsewhere) } });
}
