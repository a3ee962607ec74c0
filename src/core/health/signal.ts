/** Is there anything to learn from: rewards that differ, and a critic that knows more than nothing. */
import { needsCritic } from '../document/derived.ts';
import type { Course } from './course.ts';
import { WINDOW } from './course.ts';
import { LIMITS } from './limits.ts';
import { at, percent, shown, type Rule } from './rule.ts';

const grouped = ({ training }: Course): boolean => training.groupSize > 1;
const ZERO_STD = 'reward/frac_zero_std';

export const deadReward: Rule = {
  code: 'dead_reward',
  source: 'Policy gradients need rewards that differ (DAPO, Yu et al. 2025, §3.2: dynamic sampling)',
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
            ? `Every ${grouped(course) ? 'group' : 'batch'} of the last ${WINDOW} iterations was paid alike (mean reward ${shown(at(reward, index))}), so the reward teaches nothing.`
            : `The team is hardly ever paid (mean reward ${shown(at(reward, index))} over ${WINDOW} iterations), so there is next to nothing to reinforce. A base that has never seen such problems is hardly ever right by chance.`,
          remedies: [
            { text: 'Warm the team up first, so that it is right now and then.', go: 'warmStart' },
            { text: 'Read some episodes: does the environment pay partly right answers, and can the team ever be right?', go: 'inspect' },
            { text: 'If it learnt before, go back to an earlier checkpoint with a smaller learning rate.', path: 'learningRate' },
          ],
        }),
      },
    ];
  },
};

export const idleGroups: Rule = {
  code: 'idle_groups',
  source: 'GRPO without variance in a group has no advantage (Shao et al. 2024, §4.1; DAPO §3.2)',
  checks: (course) => {
    if (!grouped(course)) return [];
    const idle = course.mean(ZERO_STD);
    const all = course.least(ZERO_STD);
    const reward = course.mean('reward/mean');
    return [
      {
        holds: (index) => at(idle, index) >= LIMITS.idleGroups && all[index] !== 1 && at(reward, index) < LIMITS.solved,
        say: (index) => ({
          sentence: `In ${percent(at(idle, index))} of the groups every episode was paid the same, so they teach nothing.`,
          remedies: [
            { text: 'Larger groups differ more often.', path: 'groupSize' },
            { text: 'An algorithm with a critic learns from such episodes too.', path: 'algorithm', value: 'tppo' },
          ],
        }),
      },
    ];
  },
};

export const criticBlind: Rule = {
  code: 'critic_blind',
  source:
    'Explained variance below zero: worse than predicting a constant (Stable-Baselines3, logger; CleanRL, `losses/explained_variance`)',
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
          sentence: `For ${LIMITS.explainedWindow} iterations the critic predicted returns worse than their mean would (explained variance ${shown(at(explained, index))}), so advantages are noisier than without it.`,
          remedies: [
            { text: 'A smaller learning rate for the critic.', path: 'critic.learningRate' },
            { text: 'Or one that starts before the agents do.', path: 'critic.warmup' },
            { text: 'An algorithm without a critic.', path: 'algorithm', value: 'reinforce' },
          ],
        }),
      },
    ];
  },
};
