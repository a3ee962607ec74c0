/**
 * What the measured tables say, in words, by evidence; read again whenever they are measured again. Numbers are links to the
 * evidence, as in a lesson, so that they are those of the tables, and every sentence about a difference has its claim, which a
 * test holds against the file.
 */
import type { Claim } from '../../src/core/lessons/claims.ts';

export interface Note {
  readonly text: string;
  readonly claims: readonly Claim[];
}

const SAMPLED = 'after.sampled';

export const EVIDENCE_NOTES: Readonly<Record<string, Note>> = {
  'lazy-team': {
    text: `**What was found.** Under equal credit the verifier puts its own answer in place of the others' in
[](evidence:lazy-team/equal/series.skill/verifier_overrides.last) of the episodes, while the plan is no more often right than at the start and the solver gets worse. The reward does
not show it: [](evidence:lazy-team/equal/after.sampled) sampled, not told apart from the team that works together. Agent by agent, at a slower rate and at an
adaptive one the verifier overrides less, agent by agent less than at the slower rate. The slower and the adaptive rate earn more than equal credit at 3e-3
([](evidence:lazy-team/slow/after.sampled.less.equal) and [](evidence:lazy-team/adaptive/after.sampled.less.equal)). Credit
per step makes planner and solver right more often than any of these. By itself its reward is lower at its best
([](evidence:lazy-team/per-step/peak.less.equal)); at the end ([](evidence:lazy-team/per-step/after.sampled.less.equal))
the two are not told apart. Where its verifier still overrides, it is right less often than it was. With an adaptive rate besides, its reward is not told apart from that of
the adaptive rate alone. Nor is any agent's KL to the base told apart from that of equal credit at the same rate.`,
    claims: [
      {
        says: 'the plan is no more often right than at the start',
        of: 'equal/series.skill/plan_right.last',
        than: 'equal/series.skill/plan_right.first',
        is: 'alike',
      },
      {
        says: 'the solver gets worse',
        of: 'equal/series.skill/answer_right_given_plan.last',
        than: 'equal/series.skill/answer_right_given_plan.first',
        is: 'lower',
      },
      { says: 'not told apart from the team that works together', of: `equal/${SAMPLED}`, than: 'per-step-adaptive', is: 'alike' },
      ...['rotation', 'slow', 'adaptive'].map(
        (variant): Claim => ({
          says: 'adaptive one the verifier overrides less',
          of: `${variant}/series.skill/verifier_overrides.last`,
          than: 'equal',
          is: 'lower',
        }),
      ),
      {
        says: 'agent by agent less than at the slower rate',
        of: 'rotation/series.skill/verifier_overrides.last',
        than: 'slow',
        is: 'lower',
      },
      ...['slow', 'adaptive'].map(
        (variant): Claim => ({
          says: 'The slower and the adaptive rate earn more than equal credit',
          of: `${variant}/${SAMPLED}`,
          than: 'equal',
          is: 'higher',
        }),
      ),
      ...['equal', 'rotation', 'slow', 'adaptive'].flatMap((other) =>
        ['plan_right', 'answer_right_given_plan'].map(
          (skill): Claim => ({
            says: 'per step makes planner and solver right more often than any of these',
            of: `per-step/series.skill/${skill}.last`,
            than: other,
            is: 'higher',
          }),
        ),
      ),
      { says: 'its reward is lower at its best', of: 'per-step/peak', than: 'equal', is: 'lower' },
      { says: 'the two are not told apart', of: `per-step/${SAMPLED}`, than: 'equal', is: 'alike' },
      {
        says: 'it is right less often than it was',
        of: 'per-step/series.skill/override_right.last',
        than: 'per-step/series.skill/override_right.first',
        is: 'lower',
      },
      { says: 'its reward is not told apart from that of', of: `per-step-adaptive/${SAMPLED}`, than: 'adaptive', is: 'alike' },
      ...['planner', 'solver', 'verifier'].flatMap((role): Claim[] => {
        const says = "Nor is any agent's KL to the base told apart";
        const what = `series.actor/${role}/kl_ref.last`;
        return [
          { says, of: `per-step/${what}`, than: 'equal', is: 'alike' },
          { says, of: `per-step-adaptive/${what}`, than: 'adaptive', is: 'alike' },
        ];
      }),
    ],
  },

  signalling: {
    text: `**What was found.** Without the arrow the listener can only guess one of eight colours, and training changes nothing that could be told apart:
[](evidence:signalling/unseen/after.sampled) after it, against [](evidence:signalling/seen/after.sampled) with the arrow. A convention was there before: writing
the likeliest token each time, the untrained team with the arrow is right in [](evidence:signalling/seen/before.greedy). When sampling it keeps to it now and then only
([](evidence:signalling/seen/before.sampled)); training makes that its habit.`,
    claims: [
      { says: 'training changes nothing that could be told apart', of: `unseen/${SAMPLED}`, than: 'unseen/before.sampled', is: 'alike' },
      { says: 'with the arrow', of: `seen/${SAMPLED}`, than: 'unseen', is: 'higher' },
      { says: 'training makes that its habit', of: `seen/${SAMPLED}`, than: 'seen/before.sampled', is: 'higher' },
    ],
  },

  enough: {
    text: `**What was found.** A desk that may end the search, and pays for every message, writes [](evidence:enough/cost/series.rollout/calls.last) messages an episode with the
gardener in the last five iterations; where nobody may stop it is [](evidence:enough/fixed/series.rollout/calls.last), so that there are
fewer by [](evidence:enough/cost/series.rollout/calls.last.less.fixed). What the environment pays is not told apart
([](evidence:enough/cost/after.sampled) and [](evidence:enough/fixed/after.sampled) sampled, [](evidence:enough/cost/after.sampled.less.fixed)), though the desk that may stop begins far lower
([](evidence:enough/cost/before.sampled) and [](evidence:enough/fixed/before.sampled)), because it is content too early. It goes on where nothing was found in
[](evidence:enough/cost/series.skill/desk goes on.last) of the cases, at first in [](evidence:enough/cost/series.skill/desk goes on.first).
Where calls cost nothing, the same desk learns to go on and hardly stops: [](evidence:enough/free/series.rollout/calls.last) messages, more by
[](evidence:enough/free/series.rollout/calls.last.less.cost) than where they cost. It is the price that makes stopping worth learning.`,
    claims: [
      { says: 'fewer by', of: 'cost/series.rollout/calls.last', than: 'fixed', is: 'lower' },
      { says: 'What the environment pays is not told apart', of: `cost/${SAMPLED}`, than: 'fixed', is: 'alike' },
      { says: 'begins far lower', of: 'cost/before.sampled', than: 'fixed', is: 'lower' },
      { says: 'than where they cost', of: 'free/series.rollout/calls.last', than: 'cost', is: 'higher' },
    ],
  },

  dispatch: {
    text: `**What was found.** Where seconds cost, a team whose dispatcher waits for all goes from [](evidence:dispatch/all/before.sampled) to
[](evidence:dispatch/all/after.sampled) sampled. The scout’s messages become shorter,
from [](evidence:dispatch/all/series.response_length/scout/mean.first) tokens in the first five iterations to [](evidence:dispatch/all/series.response_length/scout/mean.last) in the last five: the
street and the closing token. The order then arrives after [](evidence:dispatch/all/series.arrival/dispatcher/mean.last) s. Whether that is for the seconds is not shown: where these cost nothing
the length at the end is not told apart ([](evidence:dispatch/free/series.response_length/scout/mean.last.less.all) tokens).
Untrained, the team earns more with a timeout of 3 s than without ([](evidence:dispatch/timeout/before.sampled.less.all)); at the end it is
a little lower, by [](evidence:dispatch/timeout/after.sampled.less.all).
With interruption the end is not told apart from waiting for all ([](evidence:dispatch/interrupts/after.sampled.less.all)). A dispatcher who starts at once hears nobody and ends lower by
[](evidence:dispatch/hasty/after.sampled.less.all), though its order arrives after [](evidence:dispatch/hasty/series.arrival/dispatcher/mean.last) s.`,
    claims: [
      { says: 'goes from', of: `all/${SAMPLED}`, than: 'all/before.sampled', is: 'higher' },
      {
        says: 'become shorter',
        of: 'all/series.response_length/scout/mean.last',
        than: 'all/series.response_length/scout/mean.first',
        is: 'lower',
      },
      { says: 'the length at the end is not told apart', of: 'free/series.response_length/scout/mean.last', than: 'all', is: 'alike' },
      { says: 'earns more with a timeout of 3 s', of: 'timeout/before.sampled', than: 'all', is: 'higher' },
      { says: 'a little lower', of: `timeout/${SAMPLED}`, than: 'all', is: 'lower' },
      { says: 'not told apart from waiting for all', of: `interrupts/${SAMPLED}`, than: 'all', is: 'alike' },
      { says: 'ends lower by', of: `hasty/${SAMPLED}`, than: 'all', is: 'lower' },
    ],
  },

  switchboard: {
    text: `**What was found.** With the graph that the operator chooses the team goes from [](evidence:switchboard/chosen/before.sampled) to
[](evidence:switchboard/chosen/after.sampled) sampled; where everybody speaks in both turns and the teller hears all three clerks, to
[](evidence:switchboard/own/after.sampled), lower by [](evidence:switchboard/own/after.sampled.less.chosen): nothing that the teller hears says which number was asked for. It takes
[](evidence:switchboard/chosen/series.rollout/calls.last) messages an episode instead of [](evidence:switchboard/own/series.rollout/calls.last).`,
    claims: [
      { says: 'the team goes from', of: `chosen/${SAMPLED}`, than: 'chosen/before.sampled', is: 'higher' },
      { says: 'lower by', of: `own/${SAMPLED}`, than: 'chosen', is: 'lower' },
    ],
  },

  router: {
    text: `**What was found.** With a router that is trained the team goes from [](evidence:router/routed/before.sampled) to [](evidence:router/routed/after.sampled) sampled; where the teller hears all
three clerks, to [](evidence:router/fixed/after.sampled), lower by [](evidence:router/fixed/after.sampled.less.routed). That it hears the operator as well is not told apart from this
([](evidence:router/heard/after.sampled.less.fixed)). A random router earns more than the fixed graph ([](evidence:router/random/after.sampled.less.fixed)): the teller need not choose. It earns less than a
router that is not trained ([](evidence:router/random/after.sampled.less.frozen)), and that less than the trained one ([](evidence:router/frozen/after.sampled.less.routed)). A router's messages
that nobody can follow are [](evidence:router/routed/series.routing/unknown_role.last) an episode at the end. Predicted beforehand, in points: 20 ± 4 fixed, 28 ± 8 with the operator heard, 31 ± 4 at random, 52 ± 6 untrained, 93 ± 4 trained.`,
    claims: [
      { says: 'the team goes from', of: `routed/${SAMPLED}`, than: 'routed/before.sampled', is: 'higher' },
      { says: 'lower by', of: `fixed/${SAMPLED}`, than: 'routed', is: 'lower' },
      { says: 'as well is not told apart from this', of: `heard/${SAMPLED}`, than: 'fixed', is: 'alike' },
      { says: 'A random router earns more than the fixed graph', of: `random/${SAMPLED}`, than: 'fixed', is: 'higher' },
      { says: 'It earns less than a', of: `random/${SAMPLED}`, than: 'frozen', is: 'lower' },
      { says: 'and that less than the trained one', of: `frozen/${SAMPLED}`, than: 'routed', is: 'lower' },
    ],
  },

  'stories-duo': {
    text: `**What was found.** The duo learns: sampled it goes from [](evidence:stories-duo/trained/before.sampled) to
[](evidence:stories-duo/trained/after.sampled), and where each takes the likeliest token from [](evidence:stories-duo/trained/before.greedy) to
[](evidence:stories-duo/trained/after.greedy), in 20 iterations of 32 episodes. The first answer is right more often at the end
([](evidence:stories-duo/trained/series.skill/first answer right.first) of the first five iterations, [](evidence:stories-duo/trained/series.skill/first answer right.last) of the last).
The checker mends more of what is wrong ([](evidence:stories-duo/trained/series.skill/check mends what is wrong.first),
[](evidence:stories-duo/trained/series.skill/check mends what is wrong.last)). How often it keeps what is right is not
told apart ([](evidence:stories-duo/trained/series.skill/check keeps what is right.first), [](evidence:stories-duo/trained/series.skill/check keeps what is right.last)).`,
    claims: [
      { says: 'sampled it goes from', of: `trained/${SAMPLED}`, than: 'trained/before.sampled', is: 'higher' },
      { says: 'where each takes the likeliest token from', of: 'trained/after.greedy', than: 'trained/before.greedy', is: 'higher' },
      {
        says: 'The first answer is right more often',
        of: 'trained/series.skill/first answer right.last',
        than: 'trained/series.skill/first answer right.first',
        is: 'higher',
      },
      {
        says: 'The checker mends more',
        of: 'trained/series.skill/check mends what is wrong.last',
        than: 'trained/series.skill/check mends what is wrong.first',
        is: 'higher',
      },
      {
        says: 'is not\ntold apart',
        of: 'trained/series.skill/check keeps what is right.last',
        than: 'trained/series.skill/check keeps what is right.first',
        is: 'alike',
      },
    ],
  },

  calculator: {
    text: `**What was found.** With the calculator the team goes from [](evidence:calculator/with/before.sampled) sampled to
[](evidence:calculator/with/after.sampled), greedily from [](evidence:calculator/with/before.greedy) to [](evidence:calculator/with/after.greedy), and it asks more often
than at the start ([](evidence:calculator/with/series.skill/solver asks the calculator.first) of the first five iterations,
[](evidence:calculator/with/series.skill/solver asks the calculator.last) of the last). From the same base, with as many episodes of the same problems and nobody to answer, it earns less
([](evidence:calculator/without/after.sampled)): of these sums, by heart, the base knows next to none.`,
    claims: [
      { says: 'the team goes from', of: `with/${SAMPLED}`, than: 'with/before.sampled', is: 'higher' },
      { says: 'greedily from', of: 'with/after.greedy', than: 'with/before.greedy', is: 'higher' },
      {
        says: 'it asks more often\nthan at the start',
        of: 'with/series.skill/solver asks the calculator.last',
        than: 'with/series.skill/solver asks the calculator.first',
        is: 'higher',
      },
      { says: 'it earns less', of: `without/${SAMPLED}`, than: 'with', is: 'lower' },
    ],
  },

  'sibling-order': {
    text: `**What was found.** In either order credit along who hears is not told apart from credit along the serialised team
([](evidence:sibling-order/listener/after.sampled.less.serial) and
[](evidence:sibling-order/listener-swapped/after.sampled.less.serial-swapped)), with ten seeds. With the right branch first the serialised team ends lower
([](evidence:sibling-order/serial-swapped/after.sampled.less.serial)). That is no proof that the order of credit did it: an agent's random numbers go by its place
in the list, so the swapped team also draws others. Along who hears no advantage depends on the order, and there the swap
([](evidence:sibling-order/listener-swapped/after.sampled.less.listener)) is not told apart from none.`,
    claims: [
      { says: 'In either order credit along who hears is not told apart', of: `listener/${SAMPLED}`, than: 'serial', is: 'alike' },
      {
        says: 'In either order credit along who hears is not told apart',
        of: `listener-swapped/${SAMPLED}`,
        than: 'serial-swapped',
        is: 'alike',
      },
      { says: 'With the right branch first the serialised team ends lower', of: `serial-swapped/${SAMPLED}`, than: 'serial', is: 'lower' },
      { says: 'is not told apart from none', of: `listener-swapped/${SAMPLED}`, than: 'listener', is: 'alike' },
    ],
  },

  ...Object.fromEntries(
    (['micro', 'relay'] as const).map((project): [string, Note] => [
      `independent-${project}`,
      {
        text: `**What was found.** Each agent by itself is not told apart from the serialised team, sampled after training
([](evidence:independent-${project}/independent/after.sampled.less.serial)) or at its best ([](evidence:independent-${project}/independent/peak.less.serial)).`,
        claims: [SAMPLED, 'peak'].map(
          (what): Claim => ({
            says: 'Each agent by itself is not told apart from the serialised team',
            of: `independent/${what}`,
            than: 'serial',
            is: 'alike',
          }),
        ),
      },
    ]),
  ),

  'independent-critics': {
    text: `**What was found.** Independent learners with a critic of their own, an adapter and a head for each (the set of settings \`ippo\`), are not told apart from the same with one critic for both,
sampled after training ([](evidence:independent-critics/own/after.sampled.less.shared)) or at its best ([](evidence:independent-critics/own/peak.less.shared)).
A critic of one's own has an adapter besides, so this is not of sharing alone.`,
    claims: [SAMPLED, 'peak'].map(
      (what): Claim => ({
        says: 'are not told apart from the same with one critic for both',
        of: `own/${what}`,
        than: 'shared',
        is: 'alike',
      }),
    ),
  },

  'central-relay': {
    text: `**What was found.** A critic that reads the joint transcript is not told apart from one that reads the speaker’s prompt, sampled after training
([](evidence:central-relay/mappo/after.sampled.less.serial)), nor is it with adapters of its own
([](evidence:central-relay/mappo-adapted/after.sampled.less.adapted)); each agent by itself is not told apart either
([](evidence:central-relay/independent/after.sampled.less.serial)). All come near the top of a task this small, so little room was left to differ in.`,
    claims: [
      { says: 'joint transcript is not told apart from', of: 'mappo/after.sampled', than: 'serial', is: 'alike' },
      { says: 'nor is it with adapters of its own', of: 'mappo-adapted/after.sampled', than: 'adapted', is: 'alike' },
      { says: 'each agent by itself is not told apart either', of: 'independent/after.sampled', than: 'serial', is: 'alike' },
    ],
  },

  'baselines-micro': {
    text: `**What was found.** On the micro base, with ten seeds, MaxRL is not told apart from GRPO, sampled after training
([](evidence:baselines-micro/maxrl-8/after.sampled.less.grpo-8)), and RAE is not told apart from REINFORCE less the batch's mean
([](evidence:baselines-micro/rae-1/after.sampled.less.reinforce-1)). REINFORCE ends higher than GRPO ([](evidence:baselines-micro/reinforce-1/after.sampled.less.grpo-8)), but with
eight times as many problems and half as many steps: that is not the estimator alone.`,
    claims: [
      { says: 'MaxRL is not told apart from GRPO', of: `maxrl-8/${SAMPLED}`, than: 'grpo-8', is: 'alike' },
      { says: 'RAE is not told apart from REINFORCE', of: `rae-1/${SAMPLED}`, than: 'reinforce-1', is: 'alike' },
      { says: 'REINFORCE ends higher than GRPO', of: `reinforce-1/${SAMPLED}`, than: 'grpo-8', is: 'higher' },
    ],
  },

  'baselines-standard': {
    text: `**What was found.** On the standard base, with five seeds, MaxRL ends lower than GRPO, sampled ([](evidence:baselines-standard/maxrl-8/after.sampled.less.grpo-8)); greedy it is not told apart
([](evidence:baselines-standard/maxrl-8/after.greedy.less.grpo-8)), nor is it on the micro base. RAE is not told apart from REINFORCE less the batch's mean, sampled
([](evidence:baselines-standard/rae-1/after.sampled.less.reinforce-1)). REINFORCE ends higher than GRPO ([](evidence:baselines-standard/reinforce-1/after.sampled.less.grpo-8)), again with more problems and fewer steps.`,
    claims: [
      { says: 'MaxRL ends lower than GRPO', of: `maxrl-8/${SAMPLED}`, than: 'grpo-8', is: 'lower' },
      { says: 'greedy it is not told apart', of: 'maxrl-8/after.greedy', than: 'grpo-8', is: 'alike' },
      { says: 'RAE is not told apart from REINFORCE', of: `rae-1/${SAMPLED}`, than: 'reinforce-1', is: 'alike' },
      { says: 'REINFORCE ends higher than GRPO', of: `reinforce-1/${SAMPLED}`, than: 'grpo-8', is: 'higher' },
    ],
  },

  posts: {
    text: `**What was found.** With decentralised actors a critic that is told the hidden state is not told apart from the same critic without it, sampled after training
([](evidence:posts/privileged/after.sampled.less.transcript)), nor from each agent's own ([](evidence:posts/privileged/after.sampled.less.own)); on the frozen base's features it is not told apart either
([](evidence:posts/privileged-frozen/after.sampled.less.transcript-frozen)). In no variant does the critic explain
the variance of what it was fitted to (\`critic/vf_explained_var\`, the last five iterations): within a run this short none has learnt to read.`,
    claims: [
      { says: 'is not told apart from the same critic without it', of: `privileged/${SAMPLED}`, than: 'transcript', is: 'alike' },
      { says: 'nor from each agent', of: `privileged/${SAMPLED}`, than: 'own', is: 'alike' },
      { says: 'it is not told apart either', of: `privileged-frozen/${SAMPLED}`, than: 'transcript-frozen', is: 'alike' },
    ],
  },

  transfer: {
    text: `**What was found.** On problems that were never rewarded the team goes from [](evidence:transfer/trained/extra.test.before.sampled) to
[](evidence:transfer/trained/extra.test.sampled) sampled, a little below the [](evidence:transfer/trained/extra.train.sampled) of rewarded ones. The base has seen the arithmetic of both in its
pretraining, so this shows no new ability.`,
    claims: [
      { says: 'the team goes from', of: 'trained/extra.test.sampled', than: 'trained/extra.test.before.sampled', is: 'higher' },
      { says: 'a little below', of: 'trained/extra.test.sampled', than: 'trained/extra.train.sampled', is: 'lower' },
    ],
  },

  lora: {
    text: `**What was found.** One adapter for both is not told apart from one each. Rank 2
is not told apart from rank 8 after training ([](evidence:lora/rank-2/after.sampled.less.per-agent)), and at its best higher ([](evidence:lora/rank-2/peak.less.per-agent)). Rank 16 with its α of 32 is behind at its best
([](evidence:lora/rank-16/peak.less.per-agent)) and in the last five iterations ([](evidence:lora/rank-16/series.reward.last.less.per-agent)); after training ([](evidence:lora/rank-16/after.sampled.less.per-agent), wide because of one seed)
it is not told apart. Why was not measured. Queries and values alone are lower sampled ([](evidence:lora/q-v-only/after.sampled.less.per-agent)) and higher greedy
([](evidence:lora/q-v-only/after.greedy.less.per-agent)), and the solver's entropy stays higher.`,
    claims: [
      { says: 'One adapter for both is not told apart from one each', of: `shared/${SAMPLED}`, than: 'per-agent', is: 'alike' },
      { says: 'One adapter for both is not told apart from one each', of: 'shared/peak', than: 'per-agent', is: 'alike' },
      { says: 'and at its best higher', of: 'rank-2/peak', than: 'per-agent', is: 'higher' },
      { says: 'is not told apart from rank 8 after training', of: `rank-2/${SAMPLED}`, than: 'per-agent', is: 'alike' },
      { says: 'is behind at its best', of: 'rank-16/peak', than: 'per-agent', is: 'lower' },
      { says: 'and in the last five iterations', of: 'rank-16/series.reward.last', than: 'per-agent', is: 'lower' },
      { says: 'it is not told apart', of: `rank-16/${SAMPLED}`, than: 'per-agent', is: 'alike' },
      { says: 'are lower sampled', of: `q-v-only/${SAMPLED}`, than: 'per-agent', is: 'lower' },
      { says: 'and higher greedy', of: 'q-v-only/after.greedy', than: 'per-agent', is: 'higher' },
      { says: "the solver's entropy stays higher", of: 'q-v-only/series.actor/solver/entropy.last', than: 'per-agent', is: 'higher' },
    ],
  },

  critics: {
    text: `**What was found.** No kind of critic is told apart from the shared head by the reward on \`micro\`, nor is a critic that never learns
([](evidence:critics/silent/after.sampled)). Why was not measured; the advantages are centred, which is a baseline without a critic. The explained variance is thrown far below 0 in iterations whose returns hardly
differ, so its mean over the last iterations says nothing.`,
    claims: ['multi_head', 'lora', 'eager', 'silent'].flatMap((variant) =>
      [SAMPLED, 'peak'].map(
        (what): Claim => ({
          says:
            variant === 'silent'
              ? 'nor is a critic that never learns'
              : 'No kind of critic is told apart from the shared head by the reward',
          of: `${variant}/${what}`,
          than: 'shared',
          is: 'alike',
        }),
      ),
    ),
  },

  counterfactuals: {
    text: `**What was found.** The Shapley values say what the environment knows: the second runner earned what was gained
([](evidence:counterfactuals/tppo/extra.shapley.second); the first [](evidence:counterfactuals/tppo/extra.shapley.first), the third [](evidence:counterfactuals/tppo/extra.shapley.third)), and together they are the gain over the
untrained team, by construction. The KL to the base points at the same agent. VinePPO, which asks the environment what each message was
worth, is not told apart from TPPO, which left little to improve.`,
    claims: [
      ...['first', 'third'].flatMap((role): Claim[] => [
        {
          says: 'the second runner earned what was gained',
          of: 'tppo/extra.shapley.second',
          than: `tppo/extra.shapley.${role}`,
          is: 'higher',
        },
        {
          says: 'The KL to the base points at the same agent',
          of: 'tppo/series.actor/second/kl_ref.last',
          than: `tppo/series.actor/${role}/kl_ref.last`,
          is: 'higher',
        },
      ]),
      { says: 'is not told apart from TPPO', of: `vineppo/${SAMPLED}`, than: 'tppo', is: 'alike' },
    ],
  },

  'action-or-token': {
    text: `**What was found.** After training neither way is told apart from token level. On the way action level is a little higher: at its best
[](evidence:action-or-token/appo/peak.less.tppo), in the last five iterations [](evidence:action-or-token/appo/series.reward.last.less.tppo). Messages have a handful of tokens here; what long messages do was not measured. With the message
log-probability divided by its tokens fewer of the planner's decisions are clipped at first.`,
    claims: [
      ...['appo', 'appo-token'].map(
        (variant): Claim => ({
          says: 'After training neither way is told apart from token level',
          of: `${variant}/${SAMPLED}`,
          than: 'tppo',
          is: 'alike',
        }),
      ),
      { says: 'On the way action level is a little higher', of: 'appo/peak', than: 'tppo', is: 'higher' },
      ...['appo', 'tppo'].map(
        (other): Claim => ({
          says: "fewer of the planner's decisions are clipped at first",
          of: 'appo-token/series.actor/planner/pg_clipfrac.first',
          than: other,
          is: 'lower',
        }),
      ),
      { says: 'in the last five iterations', of: 'appo/series.reward.last', than: 'tppo', is: 'higher' },
    ],
  },

  prompts: {
    text: `**What was found.** On this base, made with two prompts of its own, wrong prompts harm, and none at all hardly does. Untrained and without any prompt the team is a little lower sampled
([](evidence:prompts/none/before.sampled.less.own)) and a little higher greedy ([](evidence:prompts/none/before.greedy.less.own)) than with its own; trained without any it is not told apart from the
team with its own ([](evidence:prompts/none/after.sampled.less.own)) and higher greedy ([](evidence:prompts/none/after.greedy.less.own)). With the wrong prompts
it is lower from the start ([](evidence:prompts/swapped/before.sampled.less.own) swapped), and training does not make up for it: swapped it ends lower ([](evidence:prompts/swapped/after.sampled.less.own)),
and so it does where the planner is told what the solver is ([](evidence:prompts/both-solver/after.sampled.less.own)). In both the plan is never right, from the first iterations to the last.`,
    claims: [
      { says: 'without any prompt the team is a little lower sampled', of: 'none/before.sampled', than: 'own', is: 'lower' },
      { says: 'a little higher greedy', of: 'none/before.greedy', than: 'own', is: 'higher' },
      { says: 'trained without any it is not told apart', of: `none/${SAMPLED}`, than: 'own', is: 'alike' },
      { says: 'and higher greedy', of: 'none/after.greedy', than: 'own', is: 'higher' },
      ...['swapped', 'both-solver'].flatMap((variant): Claim[] => [
        { says: 'it is lower from the start', of: `${variant}/before.sampled`, than: 'own', is: 'lower' },
        { says: 'swapped it ends lower', of: `${variant}/${SAMPLED}`, than: 'own', is: 'lower' },
      ]),
    ],
  },

  groups: {
    text: `**What was found.** With the same number of episodes GRPO in groups of 8 ends lower than a critic, sampled ([](evidence:groups/grpo-8/after.sampled.less.tppo)). It sees an
eighth of the problems, and late in training [](evidence:groups/grpo-8/series.reward/frac_zero_std.last) of its groups are all right or all wrong and have nothing to compare. Whether that is why, the
critic with the same groups of 8 was to say: it is not told apart from GRPO ([](evidence:groups/tppo-8/after.sampled.less.grpo-8)), nor from itself without groups
([](evidence:groups/tppo-8/after.sampled.less.tppo)), so five seeds leave it open. GRPO in groups of 4 ends higher than in groups of 8
([](evidence:groups/grpo-4/after.sampled.less.grpo-8)) and is not told apart from the critic. Neither is RLOO with one pass over each batch; REINFORCE with one pass ends higher than the critic
([](evidence:groups/reinforce-1/after.sampled.less.tppo)). Groups per
agent give the very numbers of groups per team, because each agent speaks once and all are paid the same.`,
    claims: [
      { says: 'GRPO in groups of 8 ends lower than a critic', of: `grpo-8/${SAMPLED}`, than: 'tppo', is: 'lower' },
      { says: 'it is not told apart from GRPO', of: `tppo-8/${SAMPLED}`, than: 'grpo-8', is: 'alike' },
      { says: 'nor from itself without groups', of: `tppo-8/${SAMPLED}`, than: 'tppo', is: 'alike' },
      { says: 'GRPO in groups of 4 ends higher than in groups of 8', of: `grpo-4/${SAMPLED}`, than: 'grpo-8', is: 'higher' },
      { says: 'is not told apart from the critic', of: `grpo-4/${SAMPLED}`, than: 'tppo', is: 'alike' },
      { says: 'Neither is RLOO with one pass over each batch', of: `rloo/${SAMPLED}`, than: 'tppo', is: 'alike' },
      { says: 'REINFORCE with one pass ends higher than the critic', of: `reinforce-1/${SAMPLED}`, than: 'tppo', is: 'higher' },
      { says: 'give the very numbers of groups per team', of: `grpo-agent/${SAMPLED}`, than: 'grpo-8', is: 'alike' },
    ],
  },

  'trust-region': {
    text: `**What was found.** With the clip alone the team rises ([](evidence:trust-region/none/peak) at its best) and then ends lower than it began
([](evidence:trust-region/none/after.sampled)); without the clip its peak is lower still. The adaptive rate ends where the healthy rate does, not told apart from it. Rollback
with half the rate saves the team too, and ends a little lower than the healthy rate ([](evidence:trust-region/rollback/after.sampled.less.healthy)). The early stop ends higher than no guard
([](evidence:trust-region/early-stop/after.sampled.less.none)), very differently from seed to seed, and lower than the healthy rate ([](evidence:trust-region/early-stop/after.sampled.less.healthy)). The gate and the penalty reach a higher peak and
are not told apart at the end: the gate looks before a step, at a batch whose first step always has KL 0. Looking after the
last step it takes back every iteration here, and the team stays as it was.`,
    claims: [
      { says: 'the team rises', of: 'none/peak', than: 'none/before.sampled', is: 'higher' },
      { says: 'ends lower than it began', of: `none/${SAMPLED}`, than: 'none/before.sampled', is: 'lower' },
      { says: 'its peak is lower still', of: 'no-clip/peak', than: 'none', is: 'lower' },
      { says: 'not told apart from it', of: `adaptive/${SAMPLED}`, than: 'healthy', is: 'alike' },
      { says: 'with half the rate saves the team too', of: `rollback/${SAMPLED}`, than: 'none', is: 'higher' },
      { says: 'ends a little lower than the healthy rate', of: `rollback/${SAMPLED}`, than: 'healthy', is: 'lower' },
      { says: 'The early stop ends higher than no guard', of: `early-stop/${SAMPLED}`, than: 'none', is: 'higher' },
      { says: 'and lower than the healthy rate', of: `early-stop/${SAMPLED}`, than: 'healthy', is: 'lower' },
      ...['gate', 'penalty'].flatMap((variant): Claim[] => [
        { says: 'The gate and the penalty reach a higher peak', of: `${variant}/peak`, than: 'none', is: 'higher' },
        { says: 'are not told apart at the end', of: `${variant}/${SAMPLED}`, than: 'none', is: 'alike' },
      ]),
      { says: 'the team stays as it was', of: `gate-after/${SAMPLED}`, than: 'gate-after/before.sampled', is: 'alike' },
    ],
  },

  reuse: {
    text: `**What was found.** Without a guard the team ends lower than it began ([](evidence:reuse/none/after.sampled)). The clip at 0.2
reaches a higher peak ([](evidence:reuse/clip/peak.less.none)) and is not told apart at the end ([](evidence:reuse/clip/after.sampled.less.none)): it takes the push off a token that has moved too far, but does not
move it back. The gate, with the clip and without, the early stop, rollback and the adaptive rate all end higher than no guard; of these the gate without the clip
ends lower than the team with two epochs and the clip ([](evidence:reuse/gate/after.sampled.less.healthy)), the others are not told apart from it, rollback and the adaptive rate with seeds far apart.
The penalty is not told apart from no guard. Looking after the last step the gate takes back every iteration here, and the team stays as it was.`,
    claims: [
      { says: 'the team ends lower than it began', of: `none/${SAMPLED}`, than: 'none/before.sampled', is: 'lower' },
      { says: 'reaches a higher peak', of: 'clip/peak', than: 'none', is: 'higher' },
      { says: 'is not told apart at the end', of: `clip/${SAMPLED}`, than: 'none', is: 'alike' },
      ...['gate', 'clip-gate', 'early-stop', 'rollback', 'adaptive'].map(
        (variant): Claim => ({ says: 'all end higher than no guard', of: `${variant}/${SAMPLED}`, than: 'none', is: 'higher' }),
      ),
      { says: 'ends lower than the team with two epochs', of: `gate/${SAMPLED}`, than: 'healthy', is: 'lower' },
      ...['clip-gate', 'early-stop', 'rollback', 'adaptive'].map(
        (variant): Claim => ({ says: 'the others are not told apart from it', of: `${variant}/${SAMPLED}`, than: 'healthy', is: 'alike' }),
      ),
      { says: 'The penalty is not told apart from no guard', of: `penalty/${SAMPLED}`, than: 'none', is: 'alike' },
      { says: 'the team stays as it was', of: `gate-after/${SAMPLED}`, than: 'gate-after/before.sampled', is: 'alike' },
    ],
  },

  'prompts-standard': {
    text: `**What was found.** As on the micro base: trained without any prompt the team is not told apart from the team with its own
([](evidence:prompts-standard/none/after.sampled.less.own)). With the wrong prompts it is lower from the start ([](evidence:prompts-standard/swapped/before.sampled.less.own) swapped) and ends lower, swapped
([](evidence:prompts-standard/swapped/after.sampled.less.own)) and where the planner is told what the solver is ([](evidence:prompts-standard/both-solver/after.sampled.less.own), one seed apart from the others).`,
    claims: [
      { says: 'is not told apart from the team with its own', of: `none/${SAMPLED}`, than: 'own', is: 'alike' },
      ...['swapped', 'both-solver'].flatMap((variant): Claim[] => [
        { says: 'it is lower from the start', of: `${variant}/before.sampled`, than: 'own', is: 'lower' },
        { says: 'and ends lower', of: `${variant}/${SAMPLED}`, than: 'own', is: 'lower' },
      ]),
    ],
  },

  'algorithms-standard-solo': {
    text: `**What was found.** Groups of eight end lower than TPPO without groups, with GRPO ([](evidence:algorithms-standard-solo/grpo-8/after.sampled.less.tppo))
as with TPPO itself ([](evidence:algorithms-standard-solo/tppo-8/after.sampled.less.tppo)), at the same number of episodes. REINFORCE that uses its episodes twice ends
lower as well ([](evidence:algorithms-standard-solo/reinforce/after.sampled.less.tppo)); APPO and REINFORCE with one epoch are not told apart from TPPO.`,
    claims: [
      ...['grpo-8', 'tppo-8'].map(
        (variant): Claim => ({ says: 'Groups of eight end lower than TPPO', of: `${variant}/${SAMPLED}`, than: 'tppo', is: 'lower' }),
      ),
      { says: 'REINFORCE that uses its episodes twice ends', of: `reinforce/${SAMPLED}`, than: 'tppo', is: 'lower' },
      ...['appo', 'reinforce-1'].map(
        (variant): Claim => ({ says: 'are not told apart from TPPO', of: `${variant}/${SAMPLED}`, than: 'tppo', is: 'alike' }),
      ),
    ],
  },

  'distillation-micro': {
    text: `**What was found.** From the reward alone the team learns ([](evidence:distillation-micro/ppo/after.sampled)), and so it does from its teacher alone
([](evidence:distillation-micro/teacher/after.sampled)), which is another seed's team of the first kind. At equal episodes neither the teacher alone nor added to the reward is told apart from the reward alone. All come near the top of a task this small, so little room was left to differ in.`,
    claims: [
      { says: 'From the reward alone the team learns', of: `ppo/${SAMPLED}`, than: 'ppo/before.sampled', is: 'higher' },
      { says: 'and so it does from its teacher alone', of: `teacher/${SAMPLED}`, than: 'teacher/before.sampled', is: 'higher' },
      ...['teacher', 'both'].map(
        (variant): Claim => ({ says: 'is told apart from the reward alone', of: `${variant}/${SAMPLED}`, than: 'ppo', is: 'alike' }),
      ),
    ],
  },

  'lazy-team-standard': {
    text: `**What was found.** On this base three agents learn under one reward ([](evidence:lazy-team-standard/equal/after.sampled)). Credit per step ends a little lower
([](evidence:lazy-team-standard/per-step/after.sampled.less.equal)); with an adaptive rate besides it is not told apart, nor are training agent by agent, the slower rate and the
adaptive rate alone.`,
    claims: [
      { says: 'three agents learn under one reward', of: `equal/${SAMPLED}`, than: 'equal/before.sampled', is: 'higher' },
      { says: 'Credit per step ends a little lower', of: `per-step/${SAMPLED}`, than: 'equal', is: 'lower' },
      ...['per-step-adaptive', 'rotation', 'slow', 'adaptive'].map(
        (variant): Claim => ({ says: 'it is not told apart, nor are', of: `${variant}/${SAMPLED}`, than: 'equal', is: 'alike' }),
      ),
    ],
  },

  'trust-region-standard': {
    text: `**What was found.** With the clip alone the team rises ([](evidence:trust-region-standard/none/peak) at its best) and then ends lower than it began
([](evidence:trust-region-standard/none/after.sampled)). The adaptive rate is not told apart from the healthy rate. Rollback with half the rate ends higher than no guard
([](evidence:trust-region-standard/rollback/after.sampled.less.none)) and lower than the healthy rate ([](evidence:trust-region-standard/rollback/after.sampled.less.healthy)); the penalty ends a little higher than no guard
([](evidence:trust-region-standard/penalty/after.sampled.less.none)). The gate and the early stop are not told apart from no guard here, with seeds far apart. Looking
after the last step the gate takes back nearly every iteration, and the team stays as it was.`,
    claims: [
      { says: 'the team rises', of: 'none/peak', than: 'none/before.sampled', is: 'higher' },
      { says: 'ends lower than it began', of: `none/${SAMPLED}`, than: 'none/before.sampled', is: 'lower' },
      { says: 'is not told apart from the healthy rate', of: `adaptive/${SAMPLED}`, than: 'healthy', is: 'alike' },
      { says: 'Rollback with half the rate ends higher than no guard', of: `rollback/${SAMPLED}`, than: 'none', is: 'higher' },
      { says: 'and lower than the healthy rate', of: `rollback/${SAMPLED}`, than: 'healthy', is: 'lower' },
      { says: 'the penalty ends a little higher than no guard', of: `penalty/${SAMPLED}`, than: 'none', is: 'higher' },
      ...['gate', 'early-stop'].map(
        (variant): Claim => ({ says: 'are not told apart from no guard here', of: `${variant}/${SAMPLED}`, than: 'none', is: 'alike' }),
      ),
      { says: 'the team stays as it was', of: `gate-after/${SAMPLED}`, than: 'gate-after/before.sampled', is: 'alike' },
    ],
  },

  'reuse-standard': {
    text: `**What was found.** Without a guard the team ends lower than it began ([](evidence:reuse-standard/none/after.sampled)); the clip at 0.2 and the penalty are not told apart from that. The gate, with the
clip and without, the early stop, rollback and the adaptive rate all end higher than no guard; of these rollback ends lower than the team with two epochs and the clip
([](evidence:reuse-standard/rollback/after.sampled.less.healthy)), the others are not told apart from it. Looking after the last step the gate takes back every iteration here, and the team stays as it was.`,
    claims: [
      { says: 'the team ends lower than it began', of: `none/${SAMPLED}`, than: 'none/before.sampled', is: 'lower' },
      ...['clip', 'penalty'].map(
        (variant): Claim => ({
          says: 'the clip at 0.2 and the penalty are not told apart',
          of: `${variant}/${SAMPLED}`,
          than: 'none',
          is: 'alike',
        }),
      ),
      ...['gate', 'clip-gate', 'early-stop', 'rollback', 'adaptive'].map(
        (variant): Claim => ({ says: 'all end higher than no guard', of: `${variant}/${SAMPLED}`, than: 'none', is: 'higher' }),
      ),
      { says: 'rollback ends lower than the team with two epochs', of: `rollback/${SAMPLED}`, than: 'healthy', is: 'lower' },
      ...['gate', 'clip-gate', 'early-stop', 'adaptive'].map(
        (variant): Claim => ({ says: 'the others are not told apart from it', of: `${variant}/${SAMPLED}`, than: 'healthy', is: 'alike' }),
      ),
      { says: 'the team stays as it was', of: `gate-after/${SAMPLED}`, than: 'gate-after/before.sampled', is: 'alike' },
    ],
  },
  miniature: {
    text: `**What was found.** Each agent by itself is not told apart from the serialised team
in the duo ([](evidence:miniature/duo-ippo/after.sampled.less.duo-tppo)) nor in the trio ([](evidence:miniature/trio-ippo/after.sampled.less.trio-tppo)). In
both each agent hears all that was said before it, so that a critic of the joint transcript reads what the speaker's does: the runs of MAPPO are those of TPPO,
rewards and entropies alike. IPPO is here with a shared critic (parameter sharing), as the set of settings had it then; it now gives each agent its own. IPPO and MAPPO were measured by workbench 0.2.0, the others by 0.1.0, whose KL to the base is that after an update: it is not to be compared with theirs.`,
    claims: ['duo', 'trio'].flatMap((team): Claim[] => [
      { says: 'is not told apart from the serialised team', of: `${team}-ippo/${SAMPLED}`, than: `${team}-tppo`, is: 'alike' },
      { says: 'the runs of MAPPO are those of TPPO', of: `${team}-mappo/${SAMPLED}`, than: `${team}-tppo`, is: 'alike' },
    ]),
  },
};
