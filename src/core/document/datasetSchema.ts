/**
 * A data set attached to the environment: each row reaches `reset` as `problem`. The document holds how it is read; the
 * rows are kept beside it and found again by their digest, because a project stays small and may be shared without them.
 */
import { z } from 'zod';
import { fraction } from './limits.ts';

/**
 * How much of a column a field takes: all of it; a solution's final answer (behind GSM8K's `####`, or in its last
 * `\boxed{}`); the working before `####`; what the user said last in a list of chat messages (R3's `messages`).
 */
export const COLUMN_PARTS = ['whole', 'final', 'working', 'user'] as const;
export type ColumnPart = (typeof COLUMN_PARTS)[number];

export const columnSchema = z.strictObject({
  /** Name of the file's column. */
  column: z.string().min(1).max(200),
  part: z.enum(COLUMN_PARTS).default('whole'),
});

export const datasetSchema = z.strictObject({
  /** Name of the imported file. */
  name: z.string().min(1).max(200),
  /** SHA-256 of the file, hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows of the file. */
  rows: z.int().min(1).max(1_000_000),
  /** The fields of `problem` and where in a row each comes from; empty takes every column under its own name. */
  columns: z.record(z.string().min(1).max(80), columnSchema).default({}),
  split: z
    .strictObject({
      /** The column that says which split a row belongs to (train, test, validation, …); empty draws by `test`. */
      column: z.string().max(200).default(''),
      /** Share of the rows set aside for the test split. */
      test: fraction.default(0.2),
    })
    .prefault({}),
  /** Rows used, drawn with the seed; 0 uses all. */
  sample: z.int().min(0).max(1_000_000).default(0),
  /** Seed of the split and the sample. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
});

export type DatasetSettings = z.infer<typeof datasetSchema>;
export type ColumnSettings = z.infer<typeof columnSchema>;
