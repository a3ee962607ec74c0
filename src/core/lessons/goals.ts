/** When a `do` step is done: goals are data, told by a pure function from what the page knows. */
import type { ProjectDocument } from '../document/schema.ts';
import type { Before } from './before.ts';
import type { StageAt } from './lesson.ts';

/** Things that happen and leave no other trace in the page's state; told by the stores (`page/state/happenings`). */
export const HAPPENINGS = [
  /** The backward recursion was stepped by hand. */
  'stepped-recursion',
  /** A message was replaced and the rest played again: the answer is there. */
  'replayed',
  /** Shapley values were computed. */
  'asked-shares',
  /** The critic was checked against tree Monte-Carlo. */
  'asked-critic',
  /** The estimators were computed on a batch: with other discounts, or held against what is true of it. */
  'asked-estimators',
  /** An adapter or a run was exported. */
  'exported',
  /** A run was begun at an iteration of another. */
  'forked',
  /** Two or more runs were compared. */
  'compared',
  /** A sweep was put into the queue. */
  'swept',
  /** In the figures of lesson 0: another advantage, learning rate or baseline; a step of the policy gradient. */
  'moved-advantage',
  'moved-rate',
  'took-step',
  'moved-baseline',
  /** In the credit explorable: another value, reward, discount or trace; GAE walked to the first token; arcs of a token; the batch; the switches. */
  'moved-value',
  'moved-reward',
  'moved-trace',
  'ran-backwards',
  'chose-arcs',
  'moved-others',
  'turned-mask',
  'by-message',
  /** In the team of two: another joint action, chance or payoff; steps of both at once, or of one after the other; the arrow. */
  'chose-joint',
  'moved-chance',
  'moved-payoff',
  'stepped-together',
  'stepped-in-turn',
  'turned-hearing',
] as const;
export type Happening = (typeof HAPPENINGS)[number];

export type Goal =
  /** The cursor is there: every part that is given agrees. */
  | { readonly is: 'at'; readonly at: Omit<StageAt, 'run' | 'part'> }
  /** An agent is selected: this one, or any. */
  | { readonly is: 'agent'; readonly role?: string }
  /** A token is read, of this agent's message, or any. */
  | { readonly is: 'token'; readonly role?: string }
  /** An episode is read whose reward is at least (`right`) or below 1 (`wrong`). */
  | { readonly is: 'episode'; readonly outcome: 'right' | 'wrong' }
  | { readonly is: 'edge'; readonly from: string; readonly to: string; readonly drawn: boolean }
  /** The agent's prompt is another than when the step was entered first. */
  | { readonly is: 'prompt'; readonly role: string }
  /** A setting of the project (`training.learningRate`, `team.agents.solver.adapter.rank`) has a value. */
  | { readonly is: 'setting'; readonly path: string; readonly equals: string | number | boolean | null }
  | { readonly is: 'setting'; readonly path: string; readonly atLeast: number }
  | { readonly is: 'setting'; readonly path: string; readonly atMost: number }
  /** Something in one of these parts of the project (`team.agents.solver.adapter`) is another than when the step was entered first. */
  | { readonly is: 'changed'; readonly paths: readonly [string, ...string[]] }
  /** The run that is read was trained with this value of a setting. */
  | { readonly is: 'read-run'; readonly path: string; readonly equals: string | number | boolean | null }
  /** A run of the project as it is was trained this many iterations since the step was entered; of a fork those of its own. */
  | { readonly is: 'trained'; readonly iterations: number }
  /** A metric of the learner's newest run: its mean over the last `over` iterations; not before the run has that many. */
  | { readonly is: 'metric'; readonly name: string; readonly over: number; readonly above: number }
  | { readonly is: 'metric'; readonly name: string; readonly over: number; readonly below: number }
  | { readonly is: 'happened'; readonly what: Happening }
  | { readonly is: 'all'; readonly of: readonly Goal[] }
  | { readonly is: 'any'; readonly of: readonly Goal[] };

/** What the page knows while a step is open. */
export interface StageFacts {
  readonly document: ProjectDocument;
  /** What the goal compares with, as it was when the step was entered first (`before.ts`). */
  readonly before: Before;
  readonly cursor: {
    readonly place: string;
    readonly tab: string;
    readonly view: string;
    readonly channel: string;
    readonly role: string | null;
    readonly iteration: number | null;
    readonly episode: number | null;
    readonly message: number | null;
    readonly token: number | null;
  };
  /** The episode that is read; null where none is on screen. `message`: the role that speaks where the cursor is. */
  readonly episode: { readonly reward: number; readonly role: string | null } | null;
  /** What the run whose episodes are read was trained with; null where none is on screen. */
  readonly read: ProjectDocument | null;
  /** The newest run that was begun in this page since the step was entered; its metrics by iteration. */
  readonly run: { readonly metrics: readonly Readonly<Record<string, number>>[] } | null;
  readonly happened: ReadonlySet<Happening>;
}
