/** The analysis that docs/study.md lays down, from participants’ files to every number of the report. */
import { CONDITIONS, type Condition } from '../../src/core/study/assignment.ts';
import { formOf } from '../../src/core/study/course.ts';
import { type StudyRecord, TESTS, type Test } from '../../src/core/study/events.ts';
import { INVENTORY_FORMS, type InventoryForm } from '../../src/core/lessons/inventory.ts';
import { type StudyLink, studyLinkText } from '../../src/core/study/link.ts';
import type { Learning, TestScore } from '../../src/core/study/scores.ts';
import { meanWithInterval } from '../../src/core/statistics/intervals.ts';
import { type Effect, effectsOf } from './effects.ts';
import { type FormStatistics, formStatistics } from './itemStatistics.ts';
import { type Complete, EXCLUSIONS, type Exclusion, isComplete, MINUTE, type Participant, participantOf } from './participants.ts';

/** A mean with half its 95 % interval; null of fewer than two. */
export interface Told {
  readonly count: number;
  readonly mean: number | null;
  readonly half: number | null;
}

export interface ConditionSummary {
  readonly condition: Condition;
  /** Who was assigned to it. */
  readonly began: number;
  readonly excluded: Readonly<Record<Exclusion, number>>;
  /** Of those who were not excluded, who did not finish the second test. */
  readonly left: number;
  /** Of those who count, by test. */
  readonly scores: Readonly<Record<Test, Told>>;
  /** Times in minutes, stumbles as numbers a participant, predictions as share that came true. */
  readonly learning: Readonly<Record<keyof Learning, Told>>;
}

export interface StudyAnalysis {
  readonly study: string;
  readonly conditions: readonly ConditionSummary[];
  readonly post: { readonly count: number; readonly effects: readonly Effect[] };
  readonly delayed: { readonly count: number; readonly effects: readonly Effect[] };
  /** Each form where it was the pre-test, and where it was the post-test. */
  readonly forms: readonly { readonly form: InventoryForm; readonly test: Test; readonly statistics: FormStatistics | null }[];
}

/** Records of one study, one of each participant. */
export function analysed(link: StudyLink, records: readonly StudyRecord[]): StudyAnalysis {
  const participants = records.map(participantOf);
  const complete = participants.filter(isComplete);
  const outcomes = (test: 'post' | 'delayed') =>
    complete.flatMap(({ condition, order, pre, [test]: later }) =>
      later ? [{ condition, order, pre: pre.score, score: later.score }] : [],
    );
  const [post, delayed] = [outcomes('post'), outcomes('delayed')];
  return {
    study: studyLinkText(link),
    conditions: CONDITIONS.map((condition) =>
      summary(
        condition,
        participants.filter((one) => one.condition === condition),
      ),
    ),
    post: { count: post.length, effects: effectsOf(post) },
    delayed: { count: delayed.length, effects: effectsOf(delayed) },
    forms: INVENTORY_FORMS.flatMap((form) =>
      TESTS.map((test) => ({
        form,
        test,
        statistics: formStatistics(
          complete.flatMap(({ order, [test]: taken }) => (taken && formOf(test, order) === form ? [taken.items] : [])),
        ),
      })),
    ),
  };
}

function summary(condition: Condition, participants: readonly Participant[]): ConditionSummary {
  const complete = participants.filter(isComplete);
  const scores = (test: Test): Told => told(complete.flatMap(({ [test]: taken }) => (taken ? [scored(taken)] : [])));
  return {
    condition,
    began: participants.length,
    excluded: byKey(EXCLUSIONS, (reason) => participants.filter(({ excluded }) => excluded === reason).length),
    left: participants.filter(({ excluded, pre, post }) => excluded === null && !(pre && post)).length,
    scores: byKey(TESTS, scores),
    learning: learningSummary(complete),
  };
}

const scored = ({ score }: TestScore): number => score;

function learningSummary(complete: readonly Complete[]): ConditionSummary['learning'] {
  const all = complete.flatMap(({ learning }) => (learning ? [learning] : []));
  const of = (value: (learning: Learning) => number | null): Told => told(all.map(value).filter((one) => one !== null));
  return {
    time: of(({ time }) => time / MINUTE),
    steps: of(({ steps }) => steps),
    backSteps: of(({ backSteps }) => backSteps),
    wrongChecks: of(({ wrongChecks }) => wrongChecks),
    hints: of(({ hints }) => hints),
    assisted: of(({ assisted }) => assisted),
    recorded: of(({ recorded }) => recorded),
    predicted: of(({ predicted }) => predicted),
  };
}

function told(values: readonly number[]): Told {
  const { mean, half } = meanWithInterval(values);
  return { count: values.length, mean: values.length === 0 ? null : mean, half };
}

const byKey = <K extends string, T>(keys: readonly K[], value: (key: K) => T): Readonly<Record<K, T>> =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, T>;
