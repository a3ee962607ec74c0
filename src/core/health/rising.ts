/** Is anything learnt: a reward that stays where it began, and what of it the metrics explain. */
import { healthSaysText as says } from '../../words/words.ts';
import { SMALLEST_VOCABULARY } from '../document/warmStartSchema.ts';
import { parseHubName } from '../formats/models/hub/hubName.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { mistakesTold } from './mistakes.ts';
import { at, percent, shown, type Rule } from './rule.ts';
import { bestSoFar, driftOf, noiseOf } from './trend.ts';
import type { Remedy } from './types.ts';

const { found: finding, why: reasons, remedies: tries } = says;

export const notRising: Rule = {
  code: 'not_rising',
  source: says.sources.not_rising,
  checks: (course) => {
    const reward = course.mean('reward/mean');
    const late = course.mean('reward/mean', LIMITS.flatWindow);
    const best = bestSoFar(reward);
    const equal = course.mean('reward/frac_zero_std');
    const deviation = noiseOf(course.column('reward/mean'));
    const error = deviation * Math.sqrt(1 / WINDOW + 1 / LIMITS.flatWindow);
    const first = at(reward, WINDOW - 1);
    return [
      {
        holds: (index) =>
          index + 1 >= LIMITS.flatFrom &&
          Math.abs(at(late, index) - first) < LIMITS.flatErrors * error &&
          // One that rose and fell again is another finding, and so is one that is hardly ever paid, or always.
          at(reward, at(best, index)) - first < LIMITS.rewardDropErrors * (deviation / Math.sqrt(WINDOW)) &&
          Math.abs(at(late, index)) >= LIMITS.rare &&
          at(late, index) < LIMITS.solved &&
          at(equal, index) < 1,
        say: (index) => {
          const { why, remedies } = causeOf(course, index);
          return {
            sentence: finding.notRising(LIMITS.flatWindow, shown(at(late, index)), WINDOW, shown(first), why),
            remedies,
          };
        },
      },
    ];
  },
};

interface Cause {
  readonly why: string;
  readonly remedies: readonly Remedy[];
}

/** All that is known to keep a reward flat and holds here, each with the number it rests on, the likeliest first; where none does, what may. */
function causeOf(course: Course, index: number): Cause {
  const causes = CAUSES.flatMap((cause) => cause(course, index) ?? []);
  if (causes.length === 0) return wideTokens(course, index) ?? unexplained(course, index);
  return { why: reasons.all(causes.map(({ why }) => why)), remedies: causes.flatMap(({ remedies }) => remedies) };
}

type FindCause = (course: Course, index: number) => Cause | null;

const hardlyMoved: FindCause = (course, index) => {
  const drift = at(driftOf(course), index);
  const { learningRate } = course.training;
  if (!(drift < LIMITS.unmoved)) return null;
  return {
    why: reasons.hardlyMoved(shown(drift)),
    remedies: [{ text: tries.faster, path: 'learningRate', value: Number((10 * learningRate).toPrecision(1)) }, { text: tries.stuck }],
  };
};

const nothingToChoose: FindCause = (course, index) => {
  const largest = Math.max(...course.roles.map((role) => at(course.mean(`actor/${role}/entropy`), index)));
  if (!(largest < LIMITS.entropyLow)) return null;
  const { entropyCoef } = course.training;
  return {
    why: reasons.nothingToChoose(shown(largest)),
    remedies: [
      { text: tries.someEntropy, path: 'entropyCoef', value: entropyCoef > 0 ? 2 * entropyCoef : 0.01 },
      { text: tries.lessCertain, go: 'warmStart' },
    ],
  };
};

const unread: FindCause = (course, index) => {
  const found = course.roles.flatMap((role) => {
    const read = at(course.mean(`actor/${role}/prompt_information`, LIMITS.flatWindow), index);
    return read < LIMITS.unread ? [{ role, read: shown(Math.max(0, read)) }] : [];
  });
  if (found.length === 0) return null;
  return {
    why: reasons.unread(found),
    remedies: [
      { text: tries.warmPrompts, go: 'warmStart' },
      { text: tries.lookAtPrompts, go: 'inspect' },
    ],
  };
};

const mistakesCancel: FindCause = ({ known: { mistakes }, roles }) => {
  const why = mistakes && mistakesTold(mistakes, roles.length);
  return why === null
    ? null
    : {
        why,
        remedies: [{ text: tries.mistakes, go: 'environment' }],
      };
};

const paidAlike: FindCause = (course, index) => {
  const equal = at(course.mean('reward/frac_zero_std'), index);
  if (!(equal >= LIMITS.idleGroups / 2)) return null;
  const { groupSize, episodes } = course.training;
  const grouped = groupSize > 1;
  return {
    why: finding.idleGroups(percent(equal), grouped),
    remedies: [
      grouped
        ? { text: tries.largerGroups, path: 'groupSize', value: 2 * groupSize }
        : { text: tries.largerBatches, path: 'episodes', value: 2 * episodes },
      { text: tries.warmUp, go: 'warmStart' },
    ],
  };
};

/** A mere possibility, told where nothing else is known. Only a base that can be made anew has a tokenizer to change. */
const wideTokens: FindCause = (course, index) => {
  if (parseHubName(course.base) !== null) return null;
  const [widest] = course.roles
    .map((role) => ({ role, characters: at(course.mean(`response_length/${role}/chars_per_token`), index) }))
    .filter(({ characters }) => characters >= LIMITS.wideTokens)
    .toSorted((a, b) => b.characters - a.characters);
  if (!widest) return null;
  return {
    why: reasons.wideTokens(widest.role, shown(widest.characters)),
    remedies: [{ text: tries.letterByLetter, warm: { id: 'vocabularySize', value: SMALLEST_VOCABULARY } }],
  };
};

/** The likeliest first. */
const CAUSES: readonly FindCause[] = [hardlyMoved, nothingToChoose, unread, mistakesCancel, paidAlike];

/** Where none of it holds, that. */
function unexplained(course: Course, index: number): Cause {
  return {
    why: reasons.unexplained(shown(at(driftOf(course), index))),
    remedies: [
      {
        text: tries.moreEpisodes,
        path: 'episodes',
        value: 2 * course.training.episodes,
      },
      { text: tries.readEpisodes, go: 'inspect' },
      { text: tries.askInspect, go: 'inspect' },
    ],
  };
}
