/**
 * What the measured tables say, in words, by evidence; read again whenever they are measured again. Numbers are links to the
 * evidence, as in a lesson, so that they are those of the tables.
 */
export const EVIDENCE_NOTES: Readonly<Record<string, string>> = {
  'lazy-team': `**What was found.** Under equal credit the verifier puts its own answer in place of the others' in
[](evidence:lazy-team/equal/series.skill/verifier_overrides.last) of the episodes, while the plan stays as often wrong as it was. The reward does
not show it: [](evidence:lazy-team/equal/after.sampled) sampled, no less than a team that works together. A slower or an adaptive rate earns a
little more and leaves the team nearly as lazy; agent by agent, less so. Only credit per step makes planner and solver right, and
by itself it costs reward ([](evidence:lazy-team/per-step/after.sampled)): where the verifier still overrides it is
mostly wrong. With an adaptive rate it costs nothing. In the prototype laziness cost 25 points and more, because its verifier did the
others' work badly; this one does it well.`,

  signalling: `**What was found.** Without the arrow the listener can only guess one of eight colours, and training changes nothing:
[](evidence:signalling/unseen/after.sampled) after it, against [](evidence:signalling/seen/after.sampled) with the arrow. The speaker's signals are as free to change
in both; what is missing is not a reward but a way for it to tell a good signal from a bad one.`,

  transfer: `**What was found.** On problems that were never rewarded the team goes from [](evidence:transfer/trained/extra.test.before.sampled) to
[](evidence:transfer/trained/extra.test.sampled) sampled, on rewarded ones to [](evidence:transfer/trained/extra.train.sampled). The base has seen the arithmetic of both in its
pretraining: what carries over is the habit that was sharpened, not a new ability.`,

  lora: `**What was found.** The rank hardly matters, and one adapter for both does as well as one each: planning and solving do not get
in each other's way here. Queries and values alone learn as much in the end but stay less sure of it (sampled
[](evidence:lora/q-v-only/after.sampled), greedy [](evidence:lora/q-v-only/after.greedy)). The prototype lost more that way, and with rank 16.`,
};
