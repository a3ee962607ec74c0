/** Is there anything to learn from: rewards that differ, and a critic that knows more than nothing. */
import { healthSaysText as says } from '../../words/words.ts';
import { needsCritic } from '../document/derived.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Rule } from './rule.ts';

const { found, remedies: tries } = says;

const grouped = ({ training }: Course): boolean => training.groupSize > 1;
const ZERO_STD = 'reward/frac_zero_std';

export const deadReward: Rule = {
  code: 'dead_reward',
  source: says.sources.dead_reward,
  checks: (course) => {
    const equal = course.least(ZERO_STD);
    const reward = course.mean('reward/mean');
    const paidAlike = (index: number) => equal[index] === 1 && at(reward, index) < LIMITS.solved;
    const hardlyPaid = (index: number) => Math.abs(at(reward, index)) < LIMITS.rare;
    return [
      {
        // Everything right is the same as everything wrong to the gradient, but no fault.
        holds: (index) => paidAlike(index) || hardlyPaid(index),
        say: (index) => ({
          sentence: paidAlike(index)
            ? found.paidAlike(grouped(course), WINDOW, shown(at(reward, index)))
            : found.hardlyPaid(shown(at(reward, index)), WINDOW),
          remedies: [
            { text: tries.warmUp, go: 'warmStart' },
            { text: tries.partlyRight, go: 'inspect' },
            { text: tries.goBack, path: 'learningRate' },
          ],
        }),
      },
    ];
  },
};

export const idleGroups: Rule = {
  code: 'idle_groups',
  source: says.sources.idle_groups,
  checks: (course) => {
    if (!grouped(course)) return [];
    const idle = course.mean(ZERO_STD);
    const all = course.least(ZERO_STD);
    const reward = course.mean('reward/mean');
    return [
      {
        holds: (index) => at(idle, index) >= LIMITS.idleGroups && all[index] !== 1 && at(reward, index) < LIMITS.solved,
        say: (index) => ({
          sentence: found.idleGroups(percent(at(idle, index)), true),
          remedies: [
            { text: tries.largerGroups, path: 'groupSize' },
            { text: tries.withCritic, path: 'algorithm', value: 'tppo' },
          ],
        }),
      },
    ];
  },
};

export const criticBlind: Rule = {
  code: 'critic_blind',
  source: says.sources.critic_blind,
  checks: (course) => {
    if (!needsCritic(course.training)) return [];
    const dead = course.least(ZERO_STD);
    const explained = course.median('critic/vf_explained_var', LIMITS.explainedWindow);
    const reward = course.mean('reward/mean');
    return [
      {
        // Where the team is nearly always right, or always wrong, the returns hardly vary and the number means nothing.
        holds: (index) =>
          at(explained, index) < LIMITS.explained &&
          at(reward, index) < LIMITS.solved &&
          dead[index] !== 1 &&
          Math.abs(at(reward, index)) >= LIMITS.rare,
        say: (index) => ({
          sentence: found.criticBlind(LIMITS.explainedWindow, shown(at(explained, index))),
          remedies: [
            { text: tries.slowerCritic, path: 'critic.learningRate' },
            { text: tries.criticFirst, path: 'critic.warmup' },
            { text: tries.withoutCritic, path: 'algorithm', value: 'reinforce' },
          ],
        }),
      },
    ];
  },
};

export const criticReadsAlike: Rule = {
  code: 'critic_reads_alike',
  source: says.sources.critic_reads_alike,
  checks: (course) => {
    if (!needsCritic(course.training)) return [];
    const apart = course.mean('critic/read_apart_frac');
    return [
      {
        holds: (index) => apart[index] === 0,
        say: () => ({
          sentence: found.criticReadsAlike(WINDOW),
          remedies: [{ text: tries.readSpeaker, path: 'critic.reads', value: 'speaker' }, { text: tries.hideSomething }],
        }),
      },
    ];
  },
};
