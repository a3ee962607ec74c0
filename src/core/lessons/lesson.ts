/**
 * What a lesson is. Its course (this type, one `course.ts` per lesson) says what each step needs of the workbench and when it is
 * done; its words stand in Markdown, one file per language (`words.ts` says how), so that a translation touches no course. A test
 * holds that both agree step by step.
 */
import type { ProjectDocument } from '../document/schema.ts';
import type { TeacherView } from '../share/teach.ts';
import type { PresetName } from '../document/presets/presets.ts';
import type { Goal } from './goals.ts';

/** The twelve lessons, in their order from 0 on; each is a folder of `src/lessons`. */
export const LESSONS = [
  'one-choice',
  'lamas',
  'reward-to-tokens',
  'action-or-token',
  'trust-region',
  'lora-per-agent',
  'critics',
  'lazy-team',
  'groups',
  'counterfactuals',
  'argument',
  'real-models',
] as const;
export type LessonId = (typeof LESSONS)[number];

export { LANGUAGES, type Language } from '../../words/words.ts';

export const STEP_KINDS = ['show', 'highlight', 'do', 'predict', 'check'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Where a step leads: parts of the cursor, named as in the page's address (`page/state/address`). What is left out stays. */
export interface StageAt {
  readonly place?: 'team' | 'environment' | 'training' | 'inspect' | 'runs' | 'learn';
  readonly tab?: 'settings' | 'warmStart' | 'engine';
  readonly view?: 'microscope' | 'receipt' | 'replay' | 'blame' | 'turned' | 'notes' | 'shares' | 'values' | 'estimators';
  /** A part of the Learn place. */
  readonly part?: 'choice' | 'credit' | 'argument';
  readonly channel?: string;
  readonly role?: string;
  /** `recorded`: the lesson's recorded run comes on screen. `own`: the newest run that the learner trained in this lesson. */
  readonly run?: 'recorded' | 'own';
  readonly iteration?: number;
  readonly episode?: number;
  readonly message?: number;
  readonly token?: number;
}

/**
 * A part of the page to be pointed at, by name: `page/features/lessons/pointing/targets.ts` knows where each is. `agent:solver` is a node of the
 * canvas, `edge:planner>solver` an arrow, `setting:learningRate` a row of the settings, `view:shares` a tab of Inspect,
 * `chart:reward` a panel of the curves; the others are single things.
 */
export type Target =
  | 'canvas'
  | 'train'
  | 'pause'
  | 'export'
  | 'prompt'
  | 'adapter'
  | 'charts'
  | 'explorer'
  | 'transcript'
  | 'heatmap'
  | 'strip'
  | 'token'
  | 'terms'
  | 'recursion'
  | 'channels'
  | 'iterations'
  | 'lights'
  | 'warnings'
  | 'skills'
  | 'explorable'
  | 'baseline'
  | `agent:${string}`
  | `edge:${string}>${string}`
  | `place:${string}`
  | `view:${string}`
  | `chart:${string}`
  | `setting:${string}`;

interface StepBase {
  /** Part of the step's address: `#lesson=lazy-team&step=override`. Lower case, digits and hyphens; unique in its lesson. */
  readonly id: string;
  /** Where the workbench goes when the step is entered. */
  readonly at?: StageAt;
  /** Parts of the page that are outlined while the step is open; the first is scrolled to. */
  readonly targets?: readonly Target[];
  /** A recorded result drawn below the text: an id of `public/evidence`, and which of its series. */
  readonly evidence?: EvidenceUse;
  /** What is changed in the project when the step is first entered, where the lesson does it rather than the learner; one undo step. */
  readonly prepare?: (document: ProjectDocument) => ProjectDocument;
}

export interface EvidenceUse {
  readonly id: string;
  /** Which series is drawn: `reward` (mean reward by iteration) or a name of the evidence's `series`. */
  readonly series?: string;
  /** Variants that are drawn; all where left out. */
  readonly variants?: readonly string[];
}

/** Something to read. */
export interface ShowStep extends StepBase {
  readonly kind: 'show';
}

/** Something to look at in the page. */
export interface HighlightStep extends StepBase {
  readonly kind: 'highlight';
  readonly targets: readonly [Target, ...Target[]];
}

/** Something to do in the page; the workbench notices that it was done. */
export interface DoStep extends StepBase {
  readonly kind: 'do';
  readonly goal: Goal;
  /**
   * For who cannot or would not wait: `run`, the recorded run is shown in place of one trained here; `evidence`, the step's
   * figure is. Either counts as seen, not as done, and is called recorded.
   */
  readonly recorded?: 'run' | 'evidence';
  /** “Do it for me”: what a learner who is stuck gets; one undo step. */
  readonly assist?: (document: ProjectDocument) => ProjectDocument;
  /** Whether the learner is asked what they expect before they do it: of what their words “say what you expect” are of. */
  readonly expects?: true;
}

/** What will happen? Asked before it is shown: the following steps open when an option has been chosen. No option is called wrong. */
export interface PredictStep extends StepBase {
  readonly kind: 'predict';
  /** Ids of the options, in the order they are offered. */
  readonly options: readonly [string, string, ...string[]];
  /** The one that what follows bears out. */
  readonly outcome: string;
}

/** A question with a right answer, explained once answered; it may be answered again. */
export type CheckStep = StepBase & { readonly kind: 'check' } & (
    | { readonly options: readonly [string, string, ...string[]]; readonly right: string }
    | { readonly numbers: readonly NumberAsked[] }
  );

export interface NumberAsked {
  /** Names it in the words. */
  readonly id: string;
  /** Computed from the very function that the page computes with, never typed in. */
  readonly value: number;
  /** Largest difference that counts as right. */
  readonly within: number;
}

export type LessonStep = ShowStep | HighlightStep | DoStep | PredictStep | CheckStep;

/** One lesson, without its words. */
export interface Course {
  readonly id: LessonId;
  /** Minutes it takes, tried out. */
  readonly minutes: number;
  /** The project that is opened for it, as a project of its own, so that the learner's stay as they are. */
  readonly project: { readonly preset: PresetName; readonly prepare?: (document: ProjectDocument) => ProjectDocument };
  /** Folder below `public/recorded` of the run that recorded steps show; the preset's own where left out. */
  readonly recorded?: string;
  readonly steps: readonly LessonStep[];
  /** What a teacher's link to this lesson shows and locks, beside the lesson. */
  readonly trimmed: Partial<Omit<TeacherView, 'title' | 'task'>>;
}
