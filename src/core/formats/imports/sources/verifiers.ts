/** Rollouts that verifiers saves: `traces.jsonl` of its episodes with all their agents, and `results.jsonl` of its first interface (docs/imports.md). */
import type { FileHead, RunReader } from '../reader.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import { eachRow, inOrder, numberInPath, partsOf } from '../trainerRows.ts';
import { verifiersEpisode } from './verifiersEpisode.ts';
import { savedRollout } from './verifiersSaved.ts';

export const verifiers: RunReader = {
  source: 'verifiers',
  claims: (head) => isEpisodes(head) || isSaved(head),
  async *read(files) {
    for (const file of inOrder(files)) {
      const known = { step: numberInPath(file.path, 'step_'), split: null };
      const taker = eachRow((row, at) => {
        const episode = 'example_id' in row ? savedRollout(row, at) : verifiersEpisode(row, at, known);
        return { kind: 'episode', episode };
      });
      yield* partsOf(file, taker);
    }
  },
};

/** A line is an episode; `traces` stands last, behind fields of any length. */
export function isEpisodes(head: FileHead): boolean {
  const keys = firstKeys(headText(head));
  return hasKeys(keys, 'id', 'task') && (keys.has('traces') || keys.has('env') || hasKeys(keys, 'agent', 'nodes'));
}

function isSaved(head: FileHead): boolean {
  const keys = firstKeys(headText(head));
  return hasKeys(keys, 'example_id', 'prompt') && (keys.has('completion') || /(?:^|\/)results\.jsonl/.test(head.path));
}
