/** The trackers of experiments that a run can be taken to; what writes their files is fetched when it is wanted. */
export const TRACKERS = ['wandb', 'trackio'] as const;
export type Tracker = (typeof TRACKERS)[number];
