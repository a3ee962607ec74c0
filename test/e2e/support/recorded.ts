/** The recorded run that the page opens with, read from its files: what the page shows of it is held against these. */
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';

/** Its newest iteration with episodes, which is on screen at once. */
export const RECORDED_ITERATION = 40;

export const shownEpisodes = (): readonly EpisodeRecord[] => recordedEpisodes('planner-solver', RECORDED_ITERATION);
