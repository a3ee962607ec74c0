/**
 * How far the ratio of a first pass may be from 1: sampling and scoring are both single precision, along different ways. Before an
 * iteration's first step the policy that learns is the one that sampled, so anything more is a mistake (or training lags).
 */
export const FIRST_RATIO_TOLERANCE = 1e-3;
