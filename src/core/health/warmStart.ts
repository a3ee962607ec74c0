/** Why a warm start ended below its target, from what was measured on the way: pure, so that page and terminal say the same. */
import { SMALLEST_VOCABULARY, type WarmStartSettings, warmStartSchema } from '../document/warmStartSchema.ts';
import { mean } from '../statistics/intervals.ts';
import type { WarmEnding, WarmEvaluation } from '../warmStart.ts';
import { LIMITS } from './limits.ts';
import { percent, shown } from './rule.ts';
import type { Remedy, WarmChange } from './types.ts';

/** What it was shown: episodes of the environment's demonstrations and mistakes. */
export interface Shown {
  /** Mean reward of such an episode. */
  readonly reward: number;
  /** Messages in one, on average. */
  readonly messages: number;
}

export interface WarmCourse {
  readonly settings: WarmStartSettings;
  readonly ended: WarmEnding;
  /** Step by step, the mean cross-entropy of the messages' own tokens, nats. */
  readonly losses: readonly number[];
  readonly evaluations: readonly WarmEvaluation[];
  /** Null where episodes were given. */
  readonly shown: Shown | null;
  /** Characters that a token of the messages stands for; null where there are none. */
  readonly charsPerToken: number | null;
}

export interface Missed {
  /** One sentence or more, with the numbers. */
  readonly why: string;
  readonly remedies: readonly Remedy[];
}

/** Steps whose losses are averaged. */
const STEPS = 20;
/** Of a loss, what counts as having fallen, and how much larger it is where examples were learnt by heart. */
const FALLEN = 0.9;
const BY_HEART = 1.5;

/** Null unless all its tokens were used and its team still earns less than the target. All that holds is said, the likeliest first. */
export function missedTarget(course: WarmCourse): Missed | null {
  const { settings, ended, evaluations } = course;
  const last = evaluations.at(-1);
  if (ended !== 'tokens' || settings.target >= 1 || !last || last.sampled >= settings.target) return null;
  const found = CAUSES.flatMap((cause) => cause(course, last) ?? []);
  const causes = found.length > 0 ? found : [wideTokens(course) ?? unexplained(course, last)];
  return {
    why: [
      `The team earns ${shown(last.sampled)} ± ${shown(last.standardError)} (${last.problems} problems), less than the target of ${settings.target}.`,
      ...causes.map(({ why }) => why),
    ].join(' '),
    remedies: causes.flatMap(({ remedies }) => remedies),
  };
}

type FindCause = (course: WarmCourse, last: WarmEvaluation) => Missed | null;

/** A remedy of one setting; none where the schema does not permit the value or it is what stands. */
function change({ settings }: WarmCourse, text: string, warm: WarmChange): readonly Remedy[] {
  const permitted = warmStartSchema.safeParse({ ...settings, [warm.id]: warm.value }).success;
  return permitted && settings[warm.id] !== warm.value ? [{ text, warm }] : [];
}

const digits = (value: number): number => Number(value.toPrecision(2));

const mistakesShown: FindCause = (course) => {
  const { settings, shown: examples } = course;
  if (!examples || examples.reward >= settings.target) return null;
  // As many messages as there are must all be right: share and reward are about power and root of each other.
  const factor =
    examples.reward > 0 ? (settings.target / examples.reward) ** (1 / Math.max(1, examples.messages)) : Number.POSITIVE_INFINITY;
  const right = Math.min(0.95, Math.ceil(20 * settings.right * factor) / 20);
  const target = Math.floor(20 * examples.reward) / 20;
  return {
    why: `What it was shown earns ${shown(examples.reward)} itself, since ${percent(1 - settings.right)} of the messages are mistakes: a team that learnt all of it earns no more.`,
    remedies: [
      ...change(course, 'Fewer mistakes.', { id: 'right', value: right }),
      ...(target > 0 ? change(course, 'Or a target that it can reach.', { id: 'target', value: target }) : []),
    ],
  };
};

const hardlyLearnt: FindCause = (course) => {
  const { losses, settings } = course;
  if (losses.length < 2 * STEPS) return null;
  const [first, last] = [losses[0] ?? 0, mean(losses.slice(-STEPS))];
  if (last < FALLEN * first) return null;
  const { trains, learningRate } = settings;
  return {
    why: `Its loss has hardly fallen: ${shown(first)} → ${shown(last)} nats a token.`,
    remedies: [
      ...change(course, 'A larger learning rate.', { id: 'learningRate', value: digits(Math.min(1, 3 * learningRate)) }),
      ...(trains === 'adapters'
        ? change(course, 'Adapters alone can do little on a base that is far off.', { id: 'trains', value: 'new_base' })
        : []),
    ],
  };
};

const byHeart: FindCause = (course, { heldOut }) => {
  const { losses, settings } = course;
  const trained = losses.length === 0 ? Number.NaN : mean(losses.slice(-STEPS));
  if (!heldOut || !(heldOut.loss > BY_HEART * trained && heldOut.loss - trained > 0.1)) return null;
  return {
    why: `It has learnt its examples by heart: a loss of ${shown(trained)} nats a token on them, ${shown(heldOut.loss)} on those that were kept back.`,
    remedies: [
      { text: 'More episodes to learn from.' },
      ...change(course, 'Or fewer tokens.', { id: 'tokens', value: digits(Math.max(1000, settings.tokens / 2)) }),
    ],
  };
};

const stillLearning: FindCause = (course, { heldOut }) => {
  const { evaluations, settings } = course;
  const half = evaluations.filter(({ tokens }) => tokens <= settings.tokens / 2).at(-1)?.heldOut;
  if (!half || !heldOut || heldOut.loss >= FALLEN * half.loss) return null;
  return {
    why: `It was still learning: its loss on messages that were kept back fell from ${shown(half.loss)} to ${shown(heldOut.loss)} nats a token in the second half.`,
    remedies: change(course, 'More tokens.', { id: 'tokens', value: 2 * settings.tokens }),
  };
};

const CAUSES: readonly FindCause[] = [mistakesShown, hardlyLearnt, byHeart, stillLearning];

function wideTokens(course: WarmCourse): Missed | null {
  const { charsPerToken, settings } = course;
  if (settings.trains !== 'new_base' || charsPerToken === null || charsPerToken < LIMITS.wideTokens) return null;
  const remedies = change(course, 'A vocabulary of little more than bytes.', { id: 'vocabularySize', value: SMALLEST_VOCABULARY });
  if (remedies.length === 0) return null;
  return {
    why: `A token of its messages stands for ${shown(charsPerToken)} characters: where the problems are about single letters or digits, the tokenizer has swallowed them.`,
    remedies,
  };
}

function unexplained(course: WarmCourse, { heldOut, greedy }: WarmEvaluation): Missed {
  const { settings } = course;
  const known = heldOut ? `a sampled token is the one shown in ${percent(heldOut.accuracy)}, ` : '';
  return {
    why: `What was measured does not tell why: ${known}greedily the team earns ${shown(greedy)}.`,
    remedies: [
      ...(settings.trains === 'new_base' ? change(course, 'A wider base.', { id: 'hiddenSize', value: 2 * settings.hiddenSize }) : []),
      ...change(course, 'More tokens.', { id: 'tokens', value: 2 * settings.tokens }),
    ],
  };
}
