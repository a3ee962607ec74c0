/** The formats of others that episodes are written in: training libraries, and the orchestration traces of a survey; what writes them is fetched when it is wanted. */
export const ROLLOUT_FORMATS = ['prime-rl', 'verl', 'trl', 'orchestration'] as const;
export type RolloutFormat = (typeof ROLLOUT_FORMATS)[number];
