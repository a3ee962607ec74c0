/**
 * The learning record: what somebody did in the lessons and answered in the final test, as one JSON file that they can hand in. It is what
 * they say they did, no proof of it: anybody can edit a text file. Its fields are described in `docs/learning-record.md`.
 */
import { z } from 'zod';
import { CONCEPTS, INVENTORY_FORMS } from '../inventory.ts';
import { LESSON_STEP_ID } from '../ids.ts';
import { LESSONS } from '../lesson.ts';
import { MOST_EXPECTED, STEP_STATES, SURE } from '../taken.ts';

export const RECORD_FORMAT = 'marft-workbench/learning-record';
/** Raised when a reader of the version before would misread it. */
export const RECORD_VERSION = 1;

/** Longest name of a learner, characters. */
export const MOST_NAME = 120;
const MOST_STEPS = 100;
const MOST_TESTS = 50;

const when = z.iso.datetime();
const id = z.string().min(1).max(60);
const stepId = id.regex(LESSON_STEP_ID);
const answer = z.union([id, z.record(id, z.number())]);

/** Null where the step was never entered. */
const base = { step: stepId, state: z.enum(STEP_STATES).nullable(), entered: when.nullable() };

const step = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.enum(['show', 'highlight']) }),
  z.strictObject({ ...base, kind: z.literal('do'), expected: z.string().max(MOST_EXPECTED).nullable(), sure: z.enum(SURE).nullable() }),
  z.strictObject({ ...base, kind: z.literal('predict'), predicted: id.nullable(), sure: z.enum(SURE).nullable(), happened: id }),
  z.strictObject({
    ...base,
    kind: z.literal('check'),
    /** Null where nothing was answered, or before the page began to keep first answers. */
    first: z.strictObject({ answer, right: z.boolean() }).nullable(),
    newest: z.strictObject({ answer, right: z.boolean() }).nullable(),
  }),
]);

const lesson = z.strictObject({ lesson: z.enum(LESSONS), steps: z.array(step).max(MOST_STEPS) });

/** Items answered right, answered at all, and asked. */
const score = z.strictObject({ right: z.int(), answered: z.int(), items: z.int() });

const test = z.strictObject({
  form: z.enum(INVENTORY_FORMS),
  begun: when,
  /** Null while it is being taken; then it has no score. */
  finished: when.nullable(),
  /** The option chosen of each item that was answered, and when it was chosen. */
  answers: z.array(z.strictObject({ item: id, option: id, at: when })).max(CONCEPTS.length),
  score: score.nullable(),
});

export const recordSchema = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  version: z.literal(RECORD_VERSION),
  /** What the learner is called, as they wrote it; may be empty. */
  learner: z.string().max(MOST_NAME),
  made: when,
  /** The page's version. */
  page: z.string().max(40),
  language: z.string().max(12),
  lessons: z.array(lesson).max(LESSONS.length),
  tests: z.array(test).max(MOST_TESTS),
});

export type LearningRecord = z.infer<typeof recordSchema>;
export type RecordedLesson = LearningRecord['lessons'][number];
export type RecordedStep = RecordedLesson['steps'][number];
export type RecordedTest = LearningRecord['tests'][number];
