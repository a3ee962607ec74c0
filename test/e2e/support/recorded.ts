/** The recorded run that the page opens with, read from its files: what the page shows of it is held against these. */
import { readFile } from 'node:fs/promises';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { parseJsonLines } from '../../../src/core/formats/jsonl.ts';

/** Its newest iteration with episodes, which is on screen at once. */
export const RECORDED_ITERATION = 40;

export async function recordedEpisodes(): Promise<readonly EpisodeRecord[]> {
  const path = new URL(`../../../public/recorded/planner-solver/rollouts/${RECORDED_ITERATION}.jsonl`, import.meta.url);
  return parseJsonLines(await readFile(path, 'utf8'), 'the recorded episodes') as EpisodeRecord[];
}
