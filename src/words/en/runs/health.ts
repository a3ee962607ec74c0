/** English texts of the warnings about a run; their sentences are in `healthSays.ts`. */
import { spoken } from '../../forms/language.ts';

const TITLES = {
  dead_reward: 'No reward to learn from',
  idle_groups: 'Groups without a difference',
  over_optimised: 'Past its best',
  not_rising: 'Reward is not rising',
  step_too_large: 'Updates too large',
  far_from_base: 'Far from the base',
  clip_saturated: 'Clip cuts much of it',
  gate_refuses: 'KL gate refuses',
  gradient_limited: 'Gradient always limited',
  rate_collapsed: 'Learning rate held down',
  entropy_collapse: 'Entropy collapsed',
  entropy_rise: 'Entropy rises',
  critic_blind: 'Critic explains nothing',
  critic_reads_alike: 'Critic reads nothing more',
  cut_off: 'Messages cut off',
  misrouted: 'Calls nobody can follow',
  overrides: 'One agent overrides the rest',
  bypassed: 'Words that hardly matter',
};

export const healthEn = spoken('runs/health', {
  label: 'Warnings',
  titles: TITLES,
  count: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  over: (count: number) => (count === 1 ? '1 earlier' : `${count} earlier`),
  since: (iteration: number) => `since iteration ${iteration}`,
  between: (from: number, to: number) => `iterations ${from} to ${to}`,
  tryThis: 'What to try',
  goTo: (setting: string) => `Go to “${setting}”`,
  set: (setting: string, value: string) => `Set “${setting}” to ${value}`,
  setWarmTitle: 'Changed for the next warm start',
  setTitle: 'Changed for the next run',
  setDone: (setting: string, value: string) => `“${setting}” is ${value} now. Undo takes it back.`,
  source: 'From',
  dismiss: (title: string) => `Dismiss “${title}”`,
  dismissAll: 'Dismiss all',
  showDismissed: (count: number) => `Show ${count} dismissed`,
  /** The run on screen is of an environment that is not the one at hand. */
  otherEnvironment: (run: string) => `What to try is left out: this run is of “${run}”, and the project now open has another environment.`,
  announced: (titles: string) => `New warning: ${titles}.`,
});
