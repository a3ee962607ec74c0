/** What a trial of an environment found: which promises of the contract it keeps, and whose call broke one. */
import { spoken } from '../../../forms/language.ts';
import { plural } from '../../../forms/plural.ts';

interface Start {
  readonly seed: number;
  readonly split: string;
  readonly index: number;
}

/** One call in a trial; `turn` counts from 0. */
export interface TrialCall extends Start {
  readonly turn: number;
  readonly manner: keyof typeof MANNERS;
}

const MANNERS = {
  demonstrate: 'demonstrations',
  mistake: 'mistakes',
  random: 'random texts',
  empty: 'empty texts',
  long: 'very long texts',
} as const;

/** `seed 2, train problem 0`. */
const ofStart = ({ seed, split, index }: Start): string => `seed ${seed}, ${split} problem ${index}`;

const turns = (count: number): string => plural(count, 'turn', 'turns');

const WHEN = {
  twice: 'when it was asked twice in a row',
  again: 'when it was asked again in another order',
  read_back: 'from a state that was written as JSON and read back',
} as const;

export const trialFaults = {
  /** `field` is the path of what differs in the result, such as `.state.board[3]`; empty for the whole. */
  E_ENV_STATE: ({ hook, field, when }: { readonly hook: string; readonly field: string; readonly when: keyof typeof WHEN }) => ({
    message: `${hook}() gave a different ${field === '' ? 'result' : field.slice(1)} ${WHEN[when]} with the same input.`,
  }),
};

export const trialText = spoken('faults/running/trialText', {
  /** A fault's sentence, with whose call it was. */
  whose: (message: string, call: TrialCall) =>
    `${message.replace(/\.$/, '')} (${ofStart(call)}, turn ${call.turn}, ${MANNERS[call.manner]}).`,
  /** What a test case is to earn, and what it earned. */
  case: (number: number, wanted: number, reward: number) =>
    wanted === reward ? `case ${number}       earned ${reward}` : `case ${number}       earned ${reward}, and should have earned ${wanted}`,
  notChecked: (message: string) => `Could not be checked: ${message}`,
  deterministic: (calls: number) => `${calls} calls, asked twice in a row, gave the same.`,
  keepsNothing: (calls: number) => `${calls} calls, asked again in reverse with episodes mixed, gave the same.`,
  json: (steps: number) => `${steps} steps gave the same from a state written as JSON and read back.`,
  finite: (episodes: number, manners: readonly (keyof typeof MANNERS)[]) =>
    `All rewards of ${episodes} episodes were finite: ${manners.map((manner) => MANNERS[manner]).join(', ')}.`,
  ended: (episodes: number, horizon: number) => `All ${episodes} episodes ended on their own within ${turns(horizon)}.`,
  late: (needed: number, horizon: number, start: Start) =>
    `Demonstrations need ${turns(needed)} to end, more than the horizon of ${horizon} (${ofStart(start)}): raise the horizon.`,
  /** `cut` of the episodes end by the horizon alone, among them `shown` of the `starts` that demonstrations play. */
  cut: (of: {
    readonly horizon: number;
    readonly cut: number;
    readonly episodes: number;
    readonly shown: number;
    readonly starts: number;
  }) => {
    const demonstrations = of.shown > 0 ? `, ${of.shown === of.starts ? 'all' : of.shown} of demonstrations among them` : '';
    return `Nothing but the session's horizon of ${turns(of.horizon)} ends ${of.cut} of ${of.episodes} episodes${demonstrations}; the others end on their own.`;
  },
  noDemonstrations: 'Not checked: the environment has no demonstrate().',
  poor: (of: { readonly reward: number; readonly full: number; readonly start: Start; readonly poor: number; readonly shown: number }) =>
    `Demonstrations alone earned ${of.reward} instead of ${of.full} (${ofStart(of.start)}; so in ${of.poor} of ${of.shown} episodes).`,
  better: (of: { readonly reward: number; readonly manner: keyof typeof MANNERS; readonly better: number; readonly start: Start }) =>
    `Demonstrations alone earned ${of.reward}, but ${MANNERS[of.manner]} earned ${of.better} (${ofStart(of.start)}).`,
  full: (full: number, episodes: number) =>
    `Demonstrations alone earned at least ${full} in all ${episodes} episodes, and nobody earned more.`,
});
