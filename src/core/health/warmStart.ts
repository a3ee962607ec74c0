/** Why a warm start ended below its target, from what was measured on the way: pure, so that page and terminal say the same. */
import { SMALLEST_VOCABULARY, type WarmStartSettings, warmStartSchema } from '../document/warmStartSchema.ts';
import { mean } from '../statistics/intervals.ts';
import type { WarmEnding, WarmEvaluation } from '../warmStart.ts';
import { GAP, warmMissedText as words } from '../../words/words.ts';
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

interface Cause {
  /** One sentence or more, with the numbers. */
  readonly why: string;
  readonly remedies: readonly Remedy[];
}

/** What it is read from too: workers speak English, and a page says it in its own language by `missedTarget(course)`. */
export interface Missed extends Cause {
  readonly course: WarmCourse;
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
      words.earns(shown(last.sampled), shown(last.standardError), last.problems, settings.target),
      ...causes.map(({ why }) => why),
    ].join(GAP),
    remedies: causes.flatMap(({ remedies }) => remedies),
    course,
  };
}

type FindCause = (course: WarmCourse, last: WarmEvaluation) => Cause | null;

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
    why: words.mistakesShown(shown(examples.reward), percent(1 - settings.right)),
    remedies: [
      ...change(course, words.remedies.fewerMistakes, { id: 'right', value: right }),
      ...(target > 0 ? change(course, words.remedies.lowerTarget, { id: 'target', value: target }) : []),
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
    why: words.hardlyLearnt(shown(first), shown(last)),
    remedies: [
      ...change(course, words.remedies.largerRate, { id: 'learningRate', value: digits(Math.min(1, 3 * learningRate)) }),
      ...(trains === 'adapters' ? change(course, words.remedies.newBase, { id: 'trains', value: 'new_base' }) : []),
    ],
  };
};

const byHeart: FindCause = (course, { heldOut }) => {
  const { losses, settings } = course;
  const trained = losses.length === 0 ? Number.NaN : mean(losses.slice(-STEPS));
  if (!heldOut || !(heldOut.loss > BY_HEART * trained && heldOut.loss - trained > 0.1)) return null;
  return {
    why: words.byHeart(shown(trained), shown(heldOut.loss)),
    remedies: [
      { text: words.remedies.moreEpisodes },
      ...change(course, words.remedies.fewerTokens, { id: 'tokens', value: digits(Math.max(1000, settings.tokens / 2)) }),
    ],
  };
};

const stillLearning: FindCause = (course, { heldOut }) => {
  const { evaluations, settings } = course;
  const half = evaluations.filter(({ tokens }) => tokens <= settings.tokens / 2).at(-1)?.heldOut;
  if (!half || !heldOut || heldOut.loss >= FALLEN * half.loss) return null;
  return {
    why: words.stillLearning(shown(half.loss), shown(heldOut.loss)),
    remedies: change(course, words.remedies.moreTokens, { id: 'tokens', value: 2 * settings.tokens }),
  };
};

const CAUSES: readonly FindCause[] = [mistakesShown, hardlyLearnt, byHeart, stillLearning];

function wideTokens(course: WarmCourse): Cause | null {
  const { charsPerToken, settings } = course;
  if (settings.trains !== 'new_base' || charsPerToken === null || charsPerToken < LIMITS.wideTokens) return null;
  const remedies = change(course, words.remedies.smallVocabulary, { id: 'vocabularySize', value: SMALLEST_VOCABULARY });
  if (remedies.length === 0) return null;
  return {
    why: words.wideTokens(shown(charsPerToken)),
    remedies,
  };
}

function unexplained(course: WarmCourse, { heldOut, greedy }: WarmEvaluation): Cause {
  const { settings } = course;
  return {
    why: words.unexplained(heldOut ? percent(heldOut.accuracy) : null, shown(greedy)),
    remedies: [
      ...(settings.trains === 'new_base'
        ? change(course, words.remedies.widerBase, { id: 'hiddenSize', value: 2 * settings.hiddenSize })
        : []),
      ...change(course, words.remedies.moreTokens, { id: 'tokens', value: 2 * settings.tokens }),
    ],
  };
}
