/** Where in the page one can be. */

/** The places of the page, in the order of the rail. */
export const PLACES = ['team', 'environment', 'training', 'inspect', 'runs', 'learn'] as const;
export type Place = (typeof PLACES)[number];

/** The tabs within the training place. */
export const TRAINING_TABS = ['settings', 'warmStart', 'engine'] as const;
export type TrainingTab = (typeof TRAINING_TABS)[number];

/** The views of the inspect place, in the order of its tabs. */
export const INSPECT_VIEWS = ['microscope', 'receipt', 'replay', 'blame', 'turned', 'notes', 'shares', 'values', 'estimators'] as const;
export type InspectView = (typeof INSPECT_VIEWS)[number];
