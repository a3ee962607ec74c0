/** What the museum's and the miniature's texts say of recorded numbers, as data: museum.test.ts holds each against its file. */
import type { Compat } from '../../../../src/core/document/trainingSchema.ts';
import type { Claim } from '../../../../src/core/lessons/claims.ts';
import type { Verdict } from '../../../../src/core/statistics/paired.ts';

const SAMPLED = 'after.sampled';

/** With the defect to what it should be, at the same settings. */
const bug = (says: string, is: Verdict, what = SAMPLED, prefix = ''): Claim => ({
  says,
  of: `${prefix}bug/${what}`,
  than: `${prefix}right`,
  is,
});

/** `r3_linear_transcript` is recorded anew with another project, and its claims with it. */
export const MUSEUM_CLAIMS: Readonly<Record<Exclude<Compat, 'r3_linear_transcript'>, readonly Claim[]>> = {
  r1_previous_turn_mask: [
    bug('the plan is right less often', 'lower', 'series.skill/plan_right.last'),
    bug('the team’s reward is lower', 'lower'),
  ],
  r1_stale_advantages: [
    bug('Neither was told apart', 'alike'),
    bug('Neither was told apart', 'alike', 'series.actor/solver/grad_norm.last'),
  ],
  r1_skip_exact_zeros: [
    bug('Seed by seed the gradient is a little shorter', 'lower', 'series.actor/solver/grad_norm.last'),
    bug('the reward was not told apart', 'alike'),
  ],
  r1_huber_sign: [
    bug('the planner’s mean advantage is lower', 'lower', 'series.critic/advantages/planner/mean.last'),
    bug('so is the critic’s explained variance', 'lower', 'series.critic/vf_explained_var.last'),
    bug('The reward after training was not told apart', 'alike'),
  ],
  r1_half_precision_adam: [
    { says: 'ends lower than it began', of: `bug/${SAMPLED}`, than: 'bug/before.sampled', is: 'lower' },
    bug('At 3e-3 the team is ruined', 'lower'),
    bug('with the defect it ends higher', 'higher', SAMPLED, 'slow-'),
    { says: 'not told apart from the team that is right at 3e-3', of: `slow-bug/${SAMPLED}`, than: 'right', is: 'alike' },
  ],
  r1_raw_bootstrap: [bug('Neither was told apart', 'alike'), bug('Neither was told apart', 'alike', 'series.critic/vf_explained_var.last')],
  r1_drop_leftover: [bug('not told apart', 'alike')],
  r1_untempered_logprobs: [
    bug('Neither was told apart', 'alike'),
    bug('Neither was told apart', 'alike', 'after.greedy'),
    bug('is higher by', 'higher', 'series.actor/solver/kl_ref.last'),
  ],
  r1_row_weighted_chunks: [
    bug('Neither was told apart', 'alike'),
    bug('Neither was told apart', 'alike', 'series.response_length/solver/mean.last'),
  ],
  r3_first_system_prompt: [
    bug('Before training the team earns less', 'lower', 'before.sampled'),
    bug('the reward stays lower', 'lower'),
    bug('The solver shows its work less often', 'lower', 'series.skill/shows_work.last'),
  ],
  r3_linear_training: [
    bug('first ratio is off by more', 'higher', 'series.actor/right/first_ratio_deviation.last'),
    bug('its work is right less often', 'lower', 'series.skill/right_right.last'),
    bug('The reward after training is lower', 'lower'),
  ],
  r3_lost_token_rewards: [
    { says: 'Nothing is learnt, the team ends where it began', of: `bug/${SAMPLED}`, than: 'bug/before.sampled', is: 'alike' },
    bug('the advantages see less', 'lower', 'series.credit/paid.last'),
  ],
  r3_lone_group: [
    bug('its loss is higher', 'higher', 'series.critic/vf_loss.last'),
    bug('the reward after training was not told apart', 'alike'),
  ],
  r3_unstitched_first_tokens: [
    bug('By the reward not told apart', 'alike'),
    bug('By the reward not told apart', 'alike', SAMPLED, 'decoupled-'),
    bug(
      'the speaker keeps the convention it began with less often',
      'lower',
      'series.skill/speaker_keeps_the_convention.last',
      'decoupled-',
    ),
    bug('ends farther from its base', 'higher', 'series.actor/speaker/kl_ref.last', 'decoupled-'),
    bug('with the LoRA critic alone five seeds do not tell either apart', 'alike', 'series.skill/speaker_keeps_the_convention.last'),
    bug('with the LoRA critic alone five seeds do not tell either apart', 'alike', 'series.actor/speaker/kl_ref.last'),
    bug('is off by more', 'higher', 'series.actor/speaker/first_ratio_deviation.last', 'decoupled-'),
  ],
  r3_untrained_orchestrator: [
    bug('The reward after training is lower', 'lower'),
    bug('the desk asks the one who knows less often', 'lower', 'series.skill/asks_who_knows.last'),
  ],
};

/** Of how the miniature's table is read. */
export const MINIATURE_CLAIMS: readonly Claim[] = [
  ...['solo', 'duo', 'trio'].map(
    (team): Claim => ({
      says: 'By action and by token are not told apart with any team',
      of: `${team}-appo/${SAMPLED}`,
      than: `${team}-tppo`,
      is: 'alike',
    }),
  ),
  { says: 'is lower than TPPO in the duo', of: `duo-grpo/${SAMPLED}`, than: 'duo-tppo', is: 'lower' },
  { says: 'lower than APPO in the solo', of: `solo-grpo/${SAMPLED}`, than: 'solo-appo', is: 'lower' },
  ...(
    [
      ['solo-grpo', 'solo-tppo'],
      ['duo-grpo', 'duo-appo'],
      ['trio-grpo', 'trio-tppo'],
      ['trio-grpo', 'trio-appo'],
    ] as const
  ).map(([of, than]): Claim => ({ says: 'elsewhere it is not told apart', of: `${of}/${SAMPLED}`, than, is: 'alike' })),
  ...(['duo', 'trio'] as const).flatMap((team): Claim[] => [
    {
      says: 'Each agent by itself (IPPO with a shared critic) is not told apart from TPPO',
      of: `${team}-ippo/${SAMPLED}`,
      than: `${team}-tppo`,
      is: 'alike',
    },
    { says: 'the runs are TPPO’s', of: `${team}-mappo/${SAMPLED}`, than: `${team}-tppo`, is: 'alike' },
  ]),
  { says: 'The columns differ more', of: `duo-tppo/${SAMPLED}`, than: 'solo-tppo', is: 'higher' },
  { says: 'two agents end higher than one', of: `duo-tppo/${SAMPLED}`, than: 'solo-tppo', is: 'higher' },
  { says: 'three lower than two', of: `trio-tppo/${SAMPLED}`, than: 'duo-tppo', is: 'lower' },
  { says: 'The trio also begins lower than the duo', of: 'trio-tppo/before.sampled', than: 'duo-tppo/before.sampled', is: 'lower' },
];
