/**
 * What the measured tables say, in words, by evidence; read again whenever they are measured again. Numbers are links to the
 * evidence, as in a lesson, so that they are those of the tables.
 */
export const EVIDENCE_NOTES: Readonly<Record<string, string>> = {
  'lazy-team': `**What was found.** Under equal credit the verifier puts its own answer in place of the others' in
[](evidence:lazy-team/equal/series.skill/verifier_overrides.last) of the episodes, while the plan stays as often wrong as it was. The reward does
not show it: [](evidence:lazy-team/equal/after.sampled) sampled, no less than a team that works together. A slower or an adaptive rate earns a
little more and leaves the team nearly as lazy; agent by agent, less so. Only credit per step makes planner and solver right, and
by itself it costs reward ([](evidence:lazy-team/per-step/after.sampled)): what the verifier still overrides is mostly
right already. With an adaptive rate it costs nothing. In the prototype laziness cost 25 points and more, because its verifier did the
others' work badly; this one does it well.`,
};
