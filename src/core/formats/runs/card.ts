/**
 * `card.json` beside a run folder: what lists, comparisons and the tree of forks read, so that the folder itself is read
 * only when a run is opened. All of it but the labels can be had from the folder again.
 */
import { z } from 'zod';
import type { Json } from '../../json.ts';
import { faultAt } from '../../faultAt.ts';
import { fault, FaultError } from '../../faults.ts';
import { IMPORT_SOURCES, type ImportSource } from '../imports/importedRun.ts';
import { runFileFaults } from '../../../words/words.ts';
import { decodeJson, encodeJson } from '../files.ts';
import { knownFormat } from './format.ts';

/** Name of the file, in the run folder. */
export const CARD = 'card.json';

/** Where a fork began. */
export interface RunParent {
  readonly run: string;
  /** Completed iterations of the parent at that point. */
  readonly iteration: number;
}

/** Which cell of a sweep a run is. */
export interface SweepCell {
  /** The same for all runs of one sweep. */
  readonly id: string;
  readonly name: string;
  /** What the grid changed, by path into the document, such as `training.learningRate`. The seed is not among them. */
  readonly values: Readonly<Record<string, Json>>;
}

/** What a person wrote about a run, and where it came from. */
export interface RunLabels {
  readonly name: string;
  readonly tags: readonly string[];
  readonly notes: string;
  readonly parent: RunParent | null;
  readonly sweep: SweepCell | null;
}

/** `running` is also what a run is left as when its page closed or crashed. */
export type KeptPhase = 'running' | 'finished' | 'stopped' | 'failed';

export interface RunCard extends RunLabels {
  readonly id: string;
  /** Name of the project it was a run of. */
  readonly project: string;
  /** When it began, milliseconds since 1970; 0 where that is unknown. */
  readonly began: number;
  readonly phase: KeptPhase;
  /** Completed iterations, of `iterations` in all. */
  readonly iteration: number;
  readonly iterations: number;
  /** Null where it is unknown, as of an imported run. */
  readonly seed: number | null;
  /** What trained it, where that was not this workbench. */
  readonly imported?: ImportSource;
  /** The newest metrics row, and the row of the untrained team where there is one; names as in docs/metrics.md. */
  readonly last: Readonly<Record<string, number>>;
  readonly first: Readonly<Record<string, number>> | null;
  /** Iterations of its complete checkpoints, ascending. */
  readonly checkpoints: readonly number[];
  /** Size of its folder. */
  readonly bytes: number;
}

/** A card as it lies on disk, with what only its writer needs. */
export interface StoredCard extends RunCard {
  /** When it was put away, milliseconds since 1970; null while it is listed. */
  readonly removed: number | null;
  /** One iteration in this many keeps its rollouts, beside the newest and the milestones. */
  readonly every: number;
}

/** What a run is called, and so on, where nobody said anything. */
export const NO_LABELS: RunLabels = { name: '', tags: [], notes: '', parent: null, sweep: null };

const count = z.int().min(0);
const row = z.record(z.string().max(200), z.number());

const labels = {
  name: z.string().max(200),
  tags: z.array(z.string().max(60)).max(50),
  notes: z.string().max(20_000),
  parent: z.object({ run: z.string().max(100), iteration: count }).nullable(),
  sweep: z.object({ id: z.string().max(100), name: z.string().max(200), values: z.record(z.string().max(200), z.json()) }).nullable(),
};

/** Loose: what a newer workbench of the same format adds is written back with it. */
const cardSchema = z.looseObject({
  ...labels,
  id: z.string().regex(/^[\w-]{1,100}$/),
  project: z.string().max(1000),
  began: z.number(),
  phase: z.enum(['running', 'finished', 'stopped', 'failed']),
  iteration: count,
  iterations: count,
  seed: z.number().nullable(),
  imported: z.enum(IMPORT_SOURCES).optional(),
  last: row,
  first: row.nullable(),
  checkpoints: z.array(count),
  bytes: count,
  removed: z.number().nullable(),
  every: z.int().min(1),
});

const labelsSchema = z.object(labels).partial();

/** Contents of `card.json`. */
export function cardJson(card: StoredCard): Uint8Array {
  return encodeJson(card);
}

/** What a `card.json` says; throws `E_CARD` where it is none, `E_RUN_FUTURE` where it is of a newer format. */
export function parseCard(bytes: Uint8Array): StoredCard {
  const parsed = cardSchema.safeParse(knownFormat(decodeJson(bytes, CARD, runFileFaults, 'E_CARD'), CARD));
  if (parsed.success) return parsed.data as StoredCard;
  throw faultAt(runFileFaults, 'E_CARD', { found: 'other', subject: CARD }, z.prettifyError(parsed.error));
}

/** Labels within what a card may hold; throws `E_RUN_LABELS` naming what is too long. */
export function checkedLabels(given: Partial<RunLabels>): Partial<RunLabels> {
  const parsed = labelsSchema.safeParse(given);
  if (parsed.success) return parsed.data as Partial<RunLabels>;
  throw new FaultError(fault(runFileFaults, 'E_RUN_LABELS', {}, { detail: z.prettifyError(parsed.error) }));
}
