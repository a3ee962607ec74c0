/** An iteration's episodes as a file in a format of others: where it lies and what is in it. */
import { baseNameOf } from '../../document/bases.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { exportFaults, importText } from '../../../words/words.ts';
import { fault, FaultError } from '../../faults.ts';
import type { TextTokenizer } from '../../tokenizer/tokenizer.ts';
import type { ImportInfo } from '../imports/run/info.ts';
import { traceLines } from './orchestrationTraces.ts';
import { hasReceipts, primeRlLines } from './primeRl.ts';
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

/** Episodes of an iteration: all of them, or those of a window (null where they are all). */
export interface EpisodePart {
  readonly episodes: readonly EpisodeRecord[];
  /** How many stand before them, and how many there are in all. */
  readonly window: { readonly first: number; readonly of: number } | null;
}

/** A part's place in its iteration's file: beside the window, the lines written before it, and whether any message has a receipt. */
interface Place {
  readonly first: number;
  readonly of: number;
  readonly before: number;
  readonly told: boolean;
}

/** The contents part by part, of an iteration that `read` reads; it is read twice where a line depends on all of it. */
export async function* rolloutTexts(
  format: RolloutFormat,
  document: ProjectDocument,
  read: () => AsyncIterable<EpisodePart>,
  decode: DecodeIds,
  seconds?: number,
  imported: ImportInfo | null = null,
): AsyncGenerator<string> {
  let told: boolean | null = null;
  let before = 0;
  for await (const { episodes, window } of read()) {
    if (window && format === 'prime-rl') told ??= await someReceipt(read());
    const place = window ? { ...window, before, told: told ?? false } : undefined;
    yield rolloutText(format, document, episodes, decode, seconds, imported, place);
    before += episodes.reduce((sum, { messages }) => sum + messages.length, 0);
  }
}

async function someReceipt(parts: AsyncIterable<EpisodePart>): Promise<boolean> {
  for await (const { episodes } of parts) if (hasReceipts(episodes)) return true;
  return false;
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
  place?: Place,
): string {
  switch (format) {
    case 'prime-rl':
      if (imported) throw new FaultError(fault(exportFaults, 'E_EXPORT_TOKENS', { source: importText.sources[imported.source] }));
      return primeRlLines(document, episodes, place);
    case 'verl':
      return verlLines(episodes, decode);
    case 'trl':
      return trlLines(episodes, decode);
    case 'orchestration':
      return traceLines(document, episodes, seconds, imported, place);
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
