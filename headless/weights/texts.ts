/** Texts on which two models are compared: a run's own, or those of a file. */
import { readFileSync } from 'node:fs';
import { iterationsIn, RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
import { firstTokens, tokensOf } from '../../src/core/formats/runs/weightDifference.ts';
import type { TerminalRun } from '../kit/run/storedRun.ts';

/** Tokens of a text that are read in one stretch. */
const STRETCH = 512;

/** Of a file's text all; of a run what was read and said by the roles that `of` takes. */
export type Texts = (of: (role: string) => boolean, encode: (text: string) => readonly number[]) => readonly (readonly number[])[];

/** What is read: of a file's text stretches, of the run the messages of its newest episodes behind their prompts; with at most `tokens` to predict. */
export async function textsFor(
  run: TerminalRun,
  tokens: number,
  file: string | undefined,
): Promise<{ readonly source: string; readonly textsOf: Texts }> {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    return { source: file, textsOf: (_, encode) => firstTokens(stretches(encode(text)), tokens) };
  }
  const source = RUN_PATHS.rollout(iterationsIn(run.paths, 'rollout').at(-1) ?? 0);
  const bytes = await run.files.read(source);
  const episodes = bytes ? parseEpisodes(new TextDecoder().decode(bytes), source) : [];
  return { source, textsOf: (of) => tokensOf(episodes, of, tokens) };
}

function stretches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / STRETCH) }, (_, index) => ids.slice(index * STRETCH, (index + 1) * STRETCH));
}
