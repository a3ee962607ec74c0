/**
 * What a study keeps of a participant: who they are by a code, what they were assigned, and what happened when. Everything else, where
 * they are and what they scored, follows from it.
 */
import { z } from 'zod';
import { LANGUAGES } from '../../words/words.ts';
import { LESSON_STEP_ID } from '../lessons/ids.ts';
import { INVENTORY_FORMS } from '../lessons/inventory.ts';
import { LESSONS } from '../lessons/lesson.ts';
import { STEP_STATES, SURE } from '../lessons/taken.ts';
import { CONDITIONS, ORDERS } from './assignment.ts';

export const STUDY_FORMAT = 'marft-study';
export const STUDY_VERSION = 1;

/** The parts of a participation, in their order; `predict` is of one condition alone, and `wait` ends when the delayed test is begun. */
export const PHASES = ['pre', 'predict', 'learn', 'post', 'wait', 'delayed', 'done'] as const;
export type Phase = (typeof PHASES)[number];
export const TESTS = ['pre', 'post', 'delayed'] as const satisfies readonly Phase[];
export type Test = (typeof TESTS)[number];

const time = z.number().int().min(0).max(8.64e15);
const id = z.string().min(1).max(60);
const step = z.string().max(60).regex(LESSON_STEP_ID);
const sure = z.enum(SURE).nullable();

const event = <K extends string, T extends z.core.$ZodShape>(kind: K, fields: T) =>
  z.strictObject({ kind: z.literal(kind), at: time, ...fields });

export const studyEventSchema = z.discriminatedUnion('kind', [
  event('phase', { phase: z.enum(PHASES) }),
  event('item', { test: z.enum(TESTS), form: z.enum(INVENTORY_FORMS), item: id }),
  event('choice', { test: z.enum(TESTS), item: id, option: id }),
  event('answer', { test: z.enum(TESTS), item: id, option: id.nullable(), right: z.boolean() }),
  event('step', { step, index: z.number().int().min(0).max(99), back: z.boolean() }),
  event('prediction', { step, option: id, sure, outcome: z.boolean() }),
  event('check', { step, answer: z.union([id, z.record(id, z.number())]), right: z.boolean() }),
  event('state', { step, state: z.enum(STEP_STATES) }),
  event('hint', { step }),
  event('opened', {}),
  event('away', {}),
  event('back', {}),
]);
export type StudyEvent = z.infer<typeof studyEventSchema>;

export const studyHeaderSchema = z.strictObject({
  format: z.literal(STUDY_FORMAT),
  version: z.literal(STUDY_VERSION),
  lesson: z.enum(LESSONS),
  study: z.string().max(40),
  seed: z.number().int().min(0).max(0xffff_ffff),
  participant: z.string().max(24),
  condition: z.enum(CONDITIONS),
  order: z.enum(ORDERS),
  consented: time,
  language: z.enum(LANGUAGES),
  taken: z.boolean(),
  page: z.string().max(40),
});
export type StudyHeader = z.infer<typeof studyHeaderSchema>;

export interface StudyRecord {
  readonly header: StudyHeader;
  /** In the order of their times. */
  readonly events: readonly StudyEvent[];
}
