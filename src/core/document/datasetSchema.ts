/**
 * A data set attached to the environment: each row reaches `reset` as `problem`. The document holds how it is read; the
 * rows are kept beside it and found again by their digest, because a project stays small and may be shared without them.
 */
import { z } from 'zod';
import { fraction } from './limits.ts';

export const datasetSchema = z.strictObject({
  /** Name of the imported file. */
  name: z.string().min(1).max(200),
  /** SHA-256 of the file, hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows of the file. */
  rows: z.int().min(1).max(10_000_000),
  /** The fields of `problem` and the column of the file each comes from; empty takes every column under its own name. */
  columns: z.record(z.string().min(1).max(80), z.string().min(1).max(200)).default({}),
  /** Share of the rows set aside for the test split, drawn with the seed. */
  split: z.strictObject({ test: fraction.default(0.2), seed: z.int().min(0).max(4_294_967_295).default(1) }).prefault({}),
  /** Rows used, drawn with the seed; 0 uses all. */
  sample: z.int().min(0).max(10_000_000).default(0),
});

export type DatasetSettings = z.infer<typeof datasetSchema>;
