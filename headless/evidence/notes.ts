/**
 * What the measured tables say, in words, by evidence; read again whenever they are measured again. Numbers are links to the
 * evidence, as in a lesson, so that they are those of the tables.
 */
export const EVIDENCE_NOTES: Readonly<Record<string, string>> = {
  'lazy-team': `**What was found.** Under equal credit the verifier puts its own answer in place of the others' in
[](evidence:lazy-team/equal/series.skill/verifier_overrides.last) of the episodes, while the plan stays as often wrong as it was. The reward does
not show it: [](evidence:lazy-team/equal/after.sampled) sampled, no less than a team that works together. Agent by agent, a slower rate and an
adaptive one all make it somewhat less lazy, the first of them most, by little; the two rates earn a little more besides. Only credit
per step makes planner and solver right. By itself its reward runs lower on the way (best five iterations
[](evidence:lazy-team/per-step/peak) against [](evidence:lazy-team/equal/peak)); at the end ([](evidence:lazy-team/per-step/after.sampled))
the difference is within what seeds do. Where its verifier still overrides, it is mostly wrong. With an adaptive rate it costs
nothing that could be measured. In the KL to the base credit leaves no trace that five seeds could show: at the same rate the
solver's differs by less than its interval. In the prototype laziness cost 25 points and more, because its verifier did the
others' work badly; this one does it well.`,

  signalling: `**What was found.** Without the arrow the listener can only guess one of eight colours, and training changes nothing:
[](evidence:signalling/unseen/after.sampled) after it, against [](evidence:signalling/seen/after.sampled) with the arrow. A convention was there before: writing
the likeliest token each time, the untrained team with the arrow is right in [](evidence:signalling/seen/before.greedy). When sampling it keeps to it now and then only
([](evidence:signalling/seen/before.sampled)); training makes that its habit.`,

  transfer: `**What was found.** On problems that were never rewarded the team goes from [](evidence:transfer/trained/extra.test.before.sampled) to
[](evidence:transfer/trained/extra.test.sampled) sampled, on rewarded ones to [](evidence:transfer/trained/extra.train.sampled). The base has seen the arithmetic of both in its
pretraining: what carries over is the habit that was sharpened, not a new ability.`,

  lora: `**What was found.** One adapter for both does as well as one each: planning and solving do not get in each other's way here. Rank 2
is enough; rank 16 with its α of 32 is behind: in the last five iterations [](evidence:lora/rank-16/series.reward.last) against [](evidence:lora/per-agent/series.reward.last), at its best
[](evidence:lora/rank-16/peak) against [](evidence:lora/per-agent/peak) (after training its interval is wide, because of one seed). Why was not measured; in the prototype
it acted like a larger rate. Queries and values alone learn as much in the end but stay less sure of it (sampled
[](evidence:lora/q-v-only/after.sampled), greedy [](evidence:lora/q-v-only/after.greedy)); the prototype lost more that way.`,

  critics: `**What was found.** Which kind of critic makes no difference to the reward on \`micro\`, and a critic that never learns does no worse
([](evidence:critics/silent/after.sampled)): its whole reward comes at the end, there is next to nothing to foresee before, and centring the advantages
over the batch does the work of a baseline. The explained variance stays near 0, and is thrown far below it in iterations whose returns hardly
differ, so its mean over the last iterations says nothing.`,

  reuse: `**What was found.** Without the clip every team ends with next to nothing. The clip at 0.2 alone is no protection against eight
passes over a batch ([](evidence:reuse/clip/after.sampled), after a peak of [](evidence:reuse/clip/peak)): it takes the push off a token that has moved too far, but does not
move it back, and the others drag it along. The gate refuses two of three steps and keeps the team ([](evidence:reuse/gate/after.sampled)).`,

  counterfactuals: `**What was found.** The Shapley values say what the environment knows: the second runner earned what was gained
([](evidence:counterfactuals/tppo/extra.shapley.second); the first [](evidence:counterfactuals/tppo/extra.shapley.first), the third [](evidence:counterfactuals/tppo/extra.shapley.third)), and together they are the gain over the
untrained team, by construction. The KL to the base points at the same agent. VinePPO, which asks the environment what each message was
worth, ends where TPPO does: in a chain this short there was nothing left to improve.`,

  groups: `**What was found.** With the same number of episodes groups of 8 end lower than a critic, sampled
([](evidence:groups/grpo-8/after.sampled) against [](evidence:groups/tppo/after.sampled)): they see an eighth of the problems, and late in training [](evidence:groups/grpo-8/series.reward/frac_zero_std.last) of the groups are
all right or all wrong and teach nothing. Groups of 4 see twice as many problems and lose nothing, though more of them are alike. RLOO and
REINFORCE with one pass over each batch do as well or better, here where a critic has little to foresee (\`critics\`). Groups per
agent give the very numbers of groups per team, because each agent speaks once and all are paid the same.`,

  'action-or-token': `**What was found.** No difference beyond the intervals: messages have a handful of tokens, and there is nothing to share out. The message
log-probability divided by its tokens makes the ratio of a message milder, so it is clipped later; one seed of five went astray with it.`,

  'trust-region': `**What was found.** Every team without a guard peaks ([](evidence:trust-region/none/peak)) and dies. Only what makes the steps smaller
rescues it: the adaptive rate and rollback with half the rate end where the healthy rate does. The gate looks before a step, at a batch
whose first step always has KL 0, and dies later, after a peak of [](evidence:trust-region/gate/peak); looking after the last step it takes every iteration back. With two passes
the early stop comes after the last of them, so its numbers are those of no guard. The penalty slows the fall. The KL of the rollback
is marked: it was measured with k3, that of the others with k1.`,
};
