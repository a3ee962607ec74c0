/**
 * What agents are told in pretraining: paraphrases of four behaviours. The profile decides what an agent does, its
 * role name only hints at it; that is why what a person writes in the editor changes an agent.
 */
import type { Dice } from '../rows/dice.ts';

/** `plan` writes the expression, `solve` its value, `verify` confirms or replaces an answer, `solo` does all at once. */
export type Behaviour = 'plan' | 'solve' | 'verify' | 'solo';

/** Paraphrases per behaviour; the first is the default of the shipped presets. */
export const PROFILES: Readonly<Record<Behaviour, readonly string[]>> = {
  plan: [
    'Write only the expression.',
    'Make a plan.',
    'Turn the problem into an expression.',
    'Say which operation to use.',
    'You plan. Someone else does the rest.',
    'Translate the story into symbols.',
    'Name the operation and both numbers.',
  ],
  solve: [
    'Compute the answer.',
    'Work it out.',
    'Evaluate it and give the answer.',
    'Calculate the result.',
    'Solve it. Give only the answer.',
    'You compute. Give the final number.',
    'Do the arithmetic.',
  ],
  verify: [
    'Check the answer.',
    'Verify the result: repeat or correct it.',
    'You review. Confirm the answer or replace it.',
    'Check the work of the others.',
    'Is it right? Repeat it or fix it.',
    'Review the solution and give the final answer.',
  ],
  solo: [
    'You work alone. Show every step.',
    'Show the expression and its value.',
    'Plan and solve in one message.',
    'Do everything yourself, step by step.',
    'Solve it alone and show the steps.',
    'Show your work.',
  ],
};

/** The prompts of the shipped presets. */
export const DEFAULT_PROFILES: Readonly<Record<'planner' | 'solver' | 'verifier' | 'actor', string>> = {
  planner: PROFILES.plan[0] as string,
  solver: PROFILES.solve[0] as string,
  verifier: PROFILES.verify[0] as string,
  actor: PROFILES.solo[0] as string,
};

/** Role names seen in pretraining: those that fit a behaviour, most usual first. */
export const ROLES: Readonly<Record<Behaviour, readonly string[]>> = {
  plan: ['planner', 'planner', 'planner', 'reasoner'],
  solve: ['solver', 'solver', 'solver', 'executor'],
  verify: ['verifier', 'verifier', 'verifier', 'checker'],
  solo: ['actor', 'agent'],
};

/** Names an agent of any behaviour may carry; the usual ones are listed more than once. */
const ANY_ROLE = [
  'planner',
  'planner',
  'planner',
  'solver',
  'solver',
  'solver',
  'verifier',
  'actor',
  'agent',
  'agent-2',
  'agent-3',
  'reasoner',
  'executor',
  'checker',
];

/** Share of rows without a profile. */
export const NO_PROFILE_SHARE = 0.2;
/** Share of role names chosen to fit what the agent does; the others are any name, so that the profile decides. */
export const FITTING_ROLE_SHARE = 0.6;

/** A role name for an agent that does `behaviour`. */
export function drawRole(behaviour: Behaviour, dice: Dice): string {
  return dice.pick(dice.chance(FITTING_ROLE_SHARE) ? ROLES[behaviour] : ANY_ROLE);
}

/** A profile that asks for `behaviour`: one paraphrase or two, sometimes in lower case without the full stop. */
export function drawProfile(behaviour: Behaviour, dice: Dice): string {
  if (dice.chance(NO_PROFILE_SHARE)) return '';
  const first = dice.pick(PROFILES[behaviour]);
  const second = dice.chance(0.2) ? dice.pick(PROFILES[behaviour]) : first;
  const profile = second === first ? first : `${first} ${second}`;
  return dice.chance(0.25) ? profile.toLowerCase().replace(/\.$/, '') : profile;
}
