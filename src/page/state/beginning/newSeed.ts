/**
 * A seed of its own for the first run of a shipped project: with the seed it ships with, that of the recorded run, a run looks like its replay. The document is edited, so that it says what was trained, and Undo takes it back.
 */
import { PRESETS } from '../../../core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { DocumentHistory } from '../document/document.ts';
import { shippedAs } from '../projects/presetChoice.ts';
import type { RunsState } from '../runs/runs.ts';

const withSeed = (document: ProjectDocument, seed: number): ProjectDocument => ({ ...document, training: { ...document.training, seed } });

/**
 * The document with the next seed, where it is as shipped and its recorded run is on screen, or will be; null where a person has chosen its
 * seed, be it by going back to the one that it ships with.
 */
export function withNewSeed(
  { document, past, future }: DocumentHistory,
  { runs, recorded }: Pick<RunsState, 'runs' | 'recorded'>,
): ProjectDocument | null {
  const { seed } = document.training;
  const shipped = shippedAs(document);
  const awaited = recorded.status === 'idle' || recorded.status === 'loading';
  if (shipped === null || (runs[PRESETS[shipped].recorded] === undefined && !awaited)) return null;
  const chosen = [...past, ...future].some(({ training }) => training.seed !== seed);
  return chosen ? null : withSeed(document, seed + 1);
}

/** The edit that gives the document at hand the seed of `trained`. */
export const takeSeed =
  ({ training: { seed } }: ProjectDocument) =>
  (document: ProjectDocument): ProjectDocument =>
    withSeed(document, seed);
