/** What an imported run is played on with: a person brings it, and it lies beside the run as `play-on.json`; the adapters beside it. */
import { z } from 'zod';
import { parseDocument } from '../../../document/parse.ts';
import { documentSchema } from '../../../document/schema.ts';
import { faultAt } from '../../../faultAt.ts';
import { isRecord } from '../../../isRecord.ts';
import { sha256 } from '../../../sha256.ts';
import { runFileFaults } from '../../../../words/words.ts';
import { decodeJson, encodeJson } from '../../files.ts';
import { requireKnown } from '../../runs/format.ts';

const count = z.int().min(0);

/** Why an episode cannot be played again as it was recorded. */
export const RETELL_OBSTACLES = ['no_text', 'other_speaker', 'ended', 'goes_on'] as const;
export type RetellObstacle = (typeof RETELL_OBSTACLES)[number];

/** What was found before anything is played on. */
const checkSchema = z.object({
  /** Episodes that were looked at, of those whose problem was found; and how many of them could be played again to their end. */
  of: count,
  told: count,
  /** By what the others could not. */
  obstacles: z.partialRecord(z.enum(RETELL_OBSTACLES), count),
  /** Those of a known reward among the told, and to how many of these the environment gave that reward. */
  rewarded: count,
  same: count,
  /** Messages whose prompt is known, and those whose prompt as it is put together here holds all of it in its order. */
  prompts: count,
  samePrompts: count,
  /** Messages, and those of them whose text was encoded anew. */
  messages: count,
  encoded: count,
  /** Mean absolute difference of the log-probabilities to the recorded ones, nats; null where none are known. */
  logprobs: z.object({ messages: count, tokens: count, difference: z.number() }).nullable(),
});

export type PlayOnCheck = z.infer<typeof checkSchema>;

const playOnSchema = z.object({
  version: z.literal(1),
  document: documentSchema,
  /** Name of the project that environment, data and settings are of. */
  project: z.string(),
  /** Whose team it is: the project's, with its way of putting prompts together, or as the run's files tell it. */
  team: z.enum(['project', 'files']),
  /** Null: every agent speaks with its base alone, as a person chose. */
  adapters: z
    .object({
      /** Completed iterations of the run when they were saved. */
      after: count,
      /** What they were called where they came from. */
      from: z.string(),
      roles: z.array(z.string()),
      /** What their files call their base. */
      trainedOn: z.array(z.string()),
    })
    .nullable(),
  /** Indices of the environment's problems, by {@link problemKey}. */
  problems: z.record(z.string(), z.object({ train: count.optional(), test: count.optional() })),
  episodes: z.object({ matched: count, of: count }),
  /** Null until it was looked at. */
  check: checkSchema.nullable(),
});

export type PlayOn = z.infer<typeof playOnSchema>;

/** Under which a problem is found: of its text without white space around it. 128 bits, since problems may be long. */
export const problemKey = (text: string): string => sha256(text.trim()).slice(0, 32);

export const encodePlayOn = (playOn: PlayOn): Uint8Array => encodeJson(playOn);

/** Reads it back; throws `E_PLAY_ON` for what is none, and the faults of its project. */
export function parsePlayOn(bytes: Uint8Array, subject: string): PlayOn {
  const json = decodeJson(bytes, subject, runFileFaults, 'E_PLAY_ON');
  const other = faultAt(runFileFaults, 'E_PLAY_ON', { found: 'other', subject });
  if (!isRecord(json) || json['document'] === undefined) throw other;
  requireKnown(json['version'], subject);
  // Its project may be of an earlier version, as any file's.
  const read = playOnSchema.safeParse({ ...json, document: parseDocument(json['document']) });
  if (!read.success) throw other;
  return read.data;
}
