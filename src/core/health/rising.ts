/** Is anything learnt: a reward that stays where it began, and what of it the metrics explain. */
import { SMALLEST_VOCABULARY } from '../document/warmStartSchema.ts';
import { parseHubName } from '../formats/models/hub/hubName.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { mistakesTold } from './mistakes.ts';
import { at, percent, shown, type Rule } from './rule.ts';
import { bestSoFar, driftOf, noiseOf } from './trend.ts';
import type { Remedy } from './types.ts';

export const notRising: Rule = {
  code: 'not_rising',
  source: 'Two means that differ by less than two standard errors are not told apart; docs/warnings.md',
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
            sentence: `The mean reward of the last ${LIMITS.flatWindow} iterations (${shown(at(late, index))}) is not told apart from that of the first ${WINDOW} (${shown(first)}). ${why}`,
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
  return { why: causes.map(({ why }) => why).join(' '), remedies: causes.flatMap(({ remedies }) => remedies) };
}

type FindCause = (course: Course, index: number) => Cause | null;

const hardlyMoved: FindCause = (course, index) => {
  const drift = at(driftOf(course), index);
  const { learningRate } = course.training;
  if (!(drift < LIMITS.unmoved)) return null;
  return {
    why: `The agents have hardly moved: at most ${shown(drift)} nats a token from their base.`,
    remedies: [
      { text: 'A larger learning rate.', path: 'learningRate', value: Number((10 * learningRate).toPrecision(1)) },
      { text: 'Agents that are frozen, or whose gate refuses every step, cannot move either.' },
    ],
  };
};

const nothingToChoose: FindCause = (course, index) => {
  const largest = Math.max(...course.roles.map((role) => at(course.mean(`actor/${role}/entropy`), index)));
  if (!(largest < LIMITS.entropyLow)) return null;
  const { entropyCoef } = course.training;
  return {
    why: `The agents say nearly the same each time (entropy at most ${shown(largest)} nats a token), so there is nothing to choose from.`,
    remedies: [
      { text: 'An entropy bonus.', path: 'entropyCoef', value: entropyCoef > 0 ? 2 * entropyCoef : 0.01 },
      { text: 'Or begin again from a less certain team: a warm start with more mistakes.', go: 'warmStart' },
    ],
  };
};

const unread: FindCause = (course, index) => {
  const found = course.roles.flatMap((role) => {
    const read = at(course.mean(`actor/${role}/prompt_information`, LIMITS.flatWindow), index);
    return read < LIMITS.unread ? [{ role, read }] : [];
  });
  if (found.length === 0) return null;
  const named = found.map(({ role, read }) => `“${role}” (${shown(Math.max(0, read))})`).join(', ');
  return {
    why: `What an agent reads hardly tells what it says: ${named} nats a message, where 0 is the same whatever it reads. So it cannot answer the problem.`,
    remedies: [
      { text: 'A base knows the prompts it was made with: warm the team up on those it has now.', go: 'warmStart' },
      { text: 'Look at what the agent is given to read: is what it needs in there?', go: 'inspect' },
    ],
  };
};

const mistakesCancel: FindCause = ({ known: { mistakes }, roles }) => {
  const why = mistakes && mistakesTold(mistakes, roles.length);
  return why === null
    ? null
    : {
        why,
        remedies: [
          { text: 'Let mistake() be wrong in a way that no other mistake makes up for, or pay only what is right.', go: 'environment' },
        ],
      };
};

const paidAlike: FindCause = (course, index) => {
  const equal = at(course.mean('reward/frac_zero_std'), index);
  if (!(equal >= LIMITS.idleGroups / 2)) return null;
  const { groupSize, episodes } = course.training;
  const grouped = groupSize > 1;
  return {
    why: `In ${percent(equal)} of the ${grouped ? 'groups' : 'batches'} every episode was paid the same, so they teach nothing.`,
    remedies: [
      grouped
        ? { text: 'Larger groups differ more often.', path: 'groupSize', value: 2 * groupSize }
        : { text: 'Larger batches differ more often.', path: 'episodes', value: 2 * episodes },
      { text: 'Warm the team up first, so that it is right now and then.', go: 'warmStart' },
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
    why: `A token of “${widest.role}” stands for ${shown(widest.characters)} characters: where a problem is about single letters or digits, the tokenizer has swallowed them.`,
    remedies: [
      { text: 'A new base that reads and writes nearly letter by letter.', warm: { id: 'vocabularySize', value: SMALLEST_VOCABULARY } },
    ],
  };
};

/** The likeliest first. */
const CAUSES: readonly FindCause[] = [hardlyMoved, nothingToChoose, unread, mistakesCancel, paidAlike];

/** Where none of it holds, that. */
function unexplained(course: Course, index: number): Cause {
  return {
    why: `The agents have moved (${shown(at(driftOf(course), index))} nats a token from their base), to no effect on it: the metrics do not tell why.`,
    remedies: [
      {
        text: 'More episodes an iteration: what is learnt from few is mostly noise.',
        path: 'episodes',
        value: 2 * course.training.episodes,
      },
      { text: 'Read episodes that were right and wrong: do agents read what others say, and can the team be right?', go: 'inspect' },
      { text: 'Ask in Inspect whose messages earn the reward (Shapley), and whether the critic knows it (Critic check).', go: 'inspect' },
    ],
  };
}
