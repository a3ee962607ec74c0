/**
 * Long profiles, in the manner in which papers prompt large models: who is in the team, which of them this agent is, what
 * it is to do and what it must leave to others. They are put together from sentences, so that a base meets the words in
 * many orders and a person's own page of instructions is not beyond it.
 */
import type { Dice } from '../rows/dice.ts';
import type { Behaviour } from './profiles.ts';

export type TeamBehaviour = Exclude<Behaviour, 'solo'>;

/** Names of the three parts in such teams. */
const CASTS: readonly Readonly<Record<TeamBehaviour, string>>[] = [
  { plan: 'Reasoner', solve: 'Actor', verify: 'Verifier' },
  { plan: 'Planner', solve: 'Solver', verify: 'Verifier' },
  { plan: 'Planner', solve: 'Executor', verify: 'Checker' },
];

type Cast = (typeof CASTS)[number];

const OPENINGS: readonly ((count: string, chain: string) => string)[] = [
  (count, chain) => `${count} language model agents (${chain}) solve math problems together, step by step.`,
  (count, chain) => `You belong to a team of ${count.toLowerCase()} LLM agents, ${chain}, and each of them reads the original problem.`,
  (count, chain) => `${count} agents collaborate on one problem: ${chain}. Every agent sees the history of what was said before it.`,
  (count, chain) => `Here ${count.toLowerCase()} LLM agents (${chain}) work on a word problem, one after the other, and share the reward.`,
];

const IDENTITIES: readonly ((name: string) => string)[] = [
  (name) => `You are the **${name}**:`,
  (name) => `You are the **${name}**.`,
  (name) => `Your role is the **${name}**.`,
  (name) => `In this team you are the ${name}.`,
];

const DUTIES: Readonly<Record<TeamBehaviour, readonly ((cast: Cast) => string)[]>> = {
  plan: [
    () => 'Analyze the problem, break it into small steps and plan the strategy.',
    ({ solve }) => `Tell the ${solve} what operation to perform next.`,
    () => '**Do not** compute anything and do not give a numerical answer.',
    () => 'Provide only the reasoning, as an expression, and no result.',
    ({ solve }) => `Your sole job is to guide the ${solve} to the optimal operation.`,
    () => 'Determine the critical next step from the original problem and the history, if there is any.',
    () => 'Find out which numbers matter and which action connects them.',
    ({ solve }) => `Leave all calculations to the ${solve}.`,
    () => 'Be concise: the expression is the plan.',
  ],
  solve: [
    ({ plan }) => `Follow the guidance of the ${plan} and execute the required operations.`,
    () => 'Show your work and present the final numerical answer.',
    () => 'Perform the calculations, simplify the expression and arrive at the result.',
    () => 'Provide the final answer, within \\boxed{} if you like.',
    ({ plan }) => `Use the original problem, the action history and the plan of the ${plan}.`,
    ({ verify }) => `If there is feedback of the ${verify}, use it.`,
    () => 'Carry out each step until one number is left.',
    () => 'Your sole job is to compute; the plan is already there.',
    () => 'End with the final result and nothing behind it.',
  ],
  verify: [
    ({ solve }) => `Review each result of the ${solve} and cross-check it.`,
    () => 'Verify the answer by an alternative method or by plugging it back into the problem.',
    () => 'If you find any inconsistency, give the corrected number.',
    () => 'Confirm the result when it is right by repeating it.',
    ({ solve }) => `Send feedback to the ${solve} by writing what the answer should be.`,
    () => 'You may request that a step is done again, by replacing its result.',
    () => 'Your sole job is to check what the others have done.',
    () => 'Give the final verdict as one number.',
  ],
};

/** Said to anybody. */
const REMARKS: readonly string[] = [
  'Keep your message short.',
  'Other agents depend on what you write, so follow the format.',
  'All agents receive the same reward at the end.',
  'Think about the problem before you write.',
  'Do not explain more than is needed.',
  'Use the numbers of the story and no others.',
];

/** A profile of some 60 to 150 words that asks for `behaviour`, and the names its agents go by. */
export function drawLongProfile(behaviour: TeamBehaviour, dice: Dice): { readonly text: string; readonly roles: Cast } {
  const cast = dice.pick(CASTS);
  const trio = behaviour === 'verify' || dice.chance(0.4);
  const names = [cast.plan, cast.solve, ...(trio ? [cast.verify] : [])];
  const sentences = [
    dice.pick(OPENINGS)(trio ? 'Three' : 'Two', names.join(dice.chance(0.5) ? ' → ' : ' -> ')),
    dice.pick(IDENTITIES)(cast[behaviour]),
    ...some(DUTIES[behaviour], 3 + dice.below(5), dice).map((duty) => duty(cast)),
    ...some(REMARKS, dice.below(4), dice),
  ];
  const lower = (name: string) => name.toLowerCase();
  return { text: sentences.join(' '), roles: { plan: lower(cast.plan), solve: lower(cast.solve), verify: lower(cast.verify) } };
}

/** `count` different elements of `list`, in any order. */
function some<T>(list: readonly T[], count: number, dice: Dice): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(dice.below(left.length), 1)[0] as T);
}
