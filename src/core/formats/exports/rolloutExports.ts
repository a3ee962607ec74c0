/** An iteration's episodes as a file in a format of others: where it lies and what is in it. */
import { baseNameOf } from '../../document/bases.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { exportFaults, importText } from '../../../words/words.ts';
import { fault, FaultError } from '../../faults.ts';
import type { TextTokenizer } from '../../tokenizer/tokenizer.ts';
import type { ImportInfo } from '../imports/run/info.ts';
import { traceLines } from './orchestrationTraces.ts';
import { primeRlLines } from './primeRl.ts';
import type { RolloutFormat } from './rolloutFormats.ts';
import { trlLines } from './trlCompletions.ts';
import { type DecodeIds, verlLines } from './verlRollouts.ts';

/** Path of an iteration's file. */
export function rolloutPath(format: RolloutFormat, iteration: number): string {
  switch (format) {
    case 'prime-rl':
      return `token_exports/step_${iteration}/rank_0.jsonl`;
    case 'verl':
      return `rollouts/${iteration}.jsonl`;
    case 'trl':
      return `completions/completions_${String(iteration).padStart(5, '0')}.jsonl`;
    case 'orchestration':
      return `traces/${iteration}.jsonl`;
  }
}

/**
 * Its contents; `seconds`: what playing the iteration took, where that is known; `imported`: what an imported run tells. Throws
 * `E_EXPORT_TOKENS` for a format that needs more than such a run can tell.
 */
export function rolloutText(
  format: RolloutFormat,
  document: ProjectDocument,
  episodes: readonly EpisodeRecord[],
  decode: DecodeIds,
  seconds?: number,
  imported: ImportInfo | null = null,
): string {
  switch (format) {
    case 'prime-rl':
      if (imported) throw new FaultError(fault(exportFaults, 'E_EXPORT_TOKENS', { source: importText.sources[imported.source] }));
      return primeRlLines(document, episodes);
    case 'verl':
      return verlLines(episodes, decode);
    case 'trl':
      return trlLines(episodes, decode);
    case 'orchestration':
      return traceLines(document, episodes, seconds, imported);
  }
}

/** Of an imported run, whose tokenizer is not here: the texts that its files told. */
export const toldTexts: DecodeIds = (_role, _ids, known) => known;

/** Decodes with the tokenizer of the base each role stands on; `tokenizers` by base. */
export function decoderOf(document: ProjectDocument, tokenizers: ReadonlyMap<string, TextTokenizer>): DecodeIds {
  const byRole = new Map(document.team.agents.map((agent) => [agent.role, tokenizers.get(baseNameOf(document, agent))]));
  return (role, ids) => {
    const tokenizer = byRole.get(role);
    if (!tokenizer) throw new Error(`no tokenizer for the role ${role}`);
    return tokenizer.decode(ids, { skipSpecial: true });
  };
}
