/** What a look at a run's metrics may find wrong, in the words of the person who has to act on it. */
import type { TrainingPath } from '../document/settingPaths.ts';
import type { WarmStartSettings } from '../document/warmStartSchema.ts';
import type { MistakesPaid } from '../trial/mistakes.ts';

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
  'critic_reads_alike',
  'cut_off',
  'misrouted',
  'overrides',
  'bypassed',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** Something to try: in words, and where it is one setting, that setting and the value to try. */
export interface Remedy {
  readonly text: string;
  readonly path?: TrainingPath;
  readonly value?: number | boolean | string;
  /** A setting of the warm start, and the value to try. */
  readonly warm?: WarmChange;
  /** What stands elsewhere than among the settings. */
  readonly go?: 'warmStart' | 'environment' | 'inspect';
}

export type WarmChange = {
  readonly [Id in keyof WarmStartSettings]: { readonly id: Id; readonly value: WarmStartSettings[Id] };
}[keyof WarmStartSettings];

/** What is known of a project beside a run's metrics; null where it was not looked at, or cannot be. */
export interface Known {
  readonly mistakes: MistakesPaid | null;
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
