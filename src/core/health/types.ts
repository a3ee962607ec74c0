/** What a look at a run's metrics may find wrong, in the words of the person who has to act on it. */
import type { TrainingPath } from '../document/settingPaths.ts';

export const WARNING_CODES = [
  'dead_reward',
  'idle_groups',
  'over_optimised',
  'not_rising',
  'step_too_large',
  'far_from_base',
  'clip_saturated',
  'gate_refuses',
  'gradient_limited',
  'rate_collapsed',
  'entropy_collapse',
  'entropy_rise',
  'critic_blind',
  'cut_off',
  'misrouted',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** Something to try: in words, and where it is one setting, that setting and the value to try. */
export interface Remedy {
  readonly text: string;
  readonly path?: TrainingPath;
  readonly value?: number | boolean | string;
  /** What stands elsewhere than among the settings. */
  readonly tab?: 'warmStart';
}

/** One finding about the whole team, or about one agent. */
export interface HealthWarning {
  readonly code: WarningCode;
  /** The agent it is about; absent where it is the team. */
  readonly role?: string;
  /** One or two sentences with the numbers. */
  readonly sentence: string;
  /** First and last iteration of the newest stretch in which it held. */
  readonly since: number;
  readonly until: number;
  /** Whether it still holds in the newest iteration. */
  readonly holds: boolean;
  /** What to try, the likeliest first. */
  readonly remedies: readonly Remedy[];
  /** Where the rule comes from. */
  readonly source: string;
}
