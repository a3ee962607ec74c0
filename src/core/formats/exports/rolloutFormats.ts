/** The other training libraries whose formats episodes are written in; what writes them is fetched when it is wanted. */
export const ROLLOUT_FORMATS = ['prime-rl', 'verl', 'trl'] as const;
export type RolloutFormat = (typeof ROLLOUT_FORMATS)[number];
