/** Reads what a run folder holds, as a person or TensorBoard would. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../../unit/core/formats/tfeventsReader.ts';

export const linesOf = (folder: string, path: string): string[] => readFileSync(join(folder, path), 'utf8').split('\n').slice(0, -1);

export const iterationsOf = (folder: string, path: string): number[] =>
  linesOf(folder, path).map((line) => (JSON.parse(line) as { iteration: number }).iteration);

/** Every event of every event file, in the files' order. */
export const eventsOf = (folder: string): ReturnType<typeof readEvents> =>
  readdirSync(folder)
    .filter((name) => name.startsWith('events.out.tfevents.'))
    .sort()
    .flatMap((name) => readEvents(readFileSync(join(folder, name))));
