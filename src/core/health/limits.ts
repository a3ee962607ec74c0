/**
 * Every threshold, with why it is where it is. “Healthy” are the recorded runs of all shipped projects and further seeds of
 * micro and trio; “collapses” are micro at learning rate 1e-2 and with a batch used eight times, nothing guarding it
 * (docs/results.md). The tests hold all of them: no healthy run may raise anything, every collapse must.
 */
export const LIMITS = {
  /** A mean reward at which little is left to learn, so that silence is no fault. `npm run evaluate` calls 1 a success. */
  solved: 0.9,
  /** Mean reward, either side of zero, that says the team is hardly ever right; the least any shipped project begins with is 0.15. */
  rare: 0.04,
  /** Mean share of groups with equal rewards over five iterations. Groups of which four fifths are equal waste four fifths. */
  idleGroups: 0.8,
  /** Fall of the mean reward of five iterations below its best, as a share of that best: rollback’s own 15 points. */
  rewardDrop: 0.15,
  /** …and in standard errors of that mean, because the best of many is lucky. */
  rewardDropErrors: 5,
  /** Growth of the KL to the base since the best reward, as a factor. */
  klGrowth: 1.2,
  /** Median KL old→new, nats. Healthy runs with an adaptive rate stay below 0.04, at a fixed 3e-3 below 0.08; collapses begin at 0.2 and more; PPO codes stop at 0.015 to 0.02. */
  stepKl: 0.05,
  /** Median KL to the base, nats per token. Healthy runs end at 0.05 to 0.8, collapses pass 5. */
  baseKl: 2,
  /** Mean clip fraction. Healthy runs stay below 0.03; above 0.15 the clip, not the gradient, decides. */
  clipFraction: 0.15,
  /** Share of an agent’s steps that the gate refuses. Healthy runs lose 0.3 at most. */
  refused: 0.5,
  /** Iterations in a row in which the gradient is longer than its limit; healthy runs reach 6 of 10. */
  limitedFor: 10,
  /** Learning rate as a share of what schedule and settings give, held down by adaptive control. Healthy runs: 0.14 and more. */
  rateShare: 0.05,
  /** Entropy, nats per token, below which a message is as good as fixed; and the share of what it was at the start. */
  entropyLow: 0.02,
  entropyLowShare: 0.2,
  /** …while the team is right in less than this share of the episodes, and gained no more than that in so many iterations. */
  entropyReward: 0.75,
  entropyGain: 0.05,
  entropyStall: 10,
  /** Rise of the entropy as a factor, and to at least so many nats. In healthy runs it never doubles from such a height. */
  entropyRise: 2,
  entropyHigh: 0.8,
  /** Explained variance, median of twenty iterations. Zero is a critic that knows the mean, which often suffices. */
  explained: -0.1,
  explainedWindow: 20,
  /** A reward is looked at from this iteration on, over so many; healthy runs have risen by then. */
  flatFrom: 20,
  flatWindow: 10,
  /** …and in standard errors of the difference of the two means. */
  flatErrors: 2,
  /** Largest of the agents’ medians of the KL to the base, nats per token, at which none has moved. Healthy runs pass 0.02 within ten iterations. */
  unmoved: 0.005,
  /** Nats a message that what an agent read tells of what it wrote. Healthy runs have 0.5 and more; `signalling`, whose agents begin by guessing, 0.06 at first and 1.9 at the end. */
  unread: 0.1,
  /** Share of what demonstrations earn that mistakes alone earn. In the shipped environments 0.36 at most. */
  mistakesPaid: 0.5,
  /** Characters that a token stands for, from which on single letters may be out of reach. */
  wideTokens: 2,
  /** Mean share of messages cut off at their longest. Healthy runs stay below 0.04. */
  cutOff: 0.2,
  /** Share of an orchestrator’s messages that nobody can follow. */
  misrouted: 0.5,
} as const;
