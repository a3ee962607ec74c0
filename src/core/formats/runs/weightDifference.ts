/** `weight_difference.json` of a run: what holding its bases in fewer bits changes, and the tokens of a run that this is measured on. */
import { wholeResponse } from '../../episode/tools.ts';
import { z } from 'zod';
import { baseNameOf } from '../../document/bases.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { faultAt } from '../../faultAt.ts';
import { runFileFaults } from '../../../words/words.ts';
import { decodeJson, encodeJson } from '../files.ts';
import { RUN_PATHS } from '../runPaths.ts';

/** Tokens of a base that are predicted at most where nobody says how many. */
export const COMPARED_TOKENS = 4096;

const comparedSchema = z.strictObject({
  base: z.string(),
  /** How it was held (`team.weights`). */
  form: z.string(),
  /** The file of the run, or the text, whose tokens they are. */
  source: z.string(),
  tokens: z.int().min(1),
  /** Nats a token. */
  kl_mean: z.number(),
  kl_max: z.number(),
  /** The token of the largest, as it is written, and the sequence it is in, from 0. */
  max_at: z.strictObject({ sequence: z.int().min(0), token: z.int().min(1), text: z.string() }),
  backend: z.string(),
});

/** What was measured of one base. */
export type ComparedWeights = Readonly<z.infer<typeof comparedSchema>>;

/** Contents of `weight_difference.json`. */
export const weightDifferenceJson = (compared: readonly ComparedWeights[]): Uint8Array => encodeJson(compared);

/** What a `weight_difference.json` says; throws `E_RUN_FILE` where it is none. */
export function parseWeightDifference(bytes: Uint8Array): readonly ComparedWeights[] {
  const subject = RUN_PATHS.weightDifference;
  const entries = z.array(z.unknown()).safeParse(decodeJson(bytes, subject, runFileFaults, 'E_RUN_FILE'));
  if (!entries.success) throw faultAt(runFileFaults, 'E_RUN_FILE', { found: 'entry', subject, entry: 1 });
  return entries.data.map((value, index) => {
    const parsed = comparedSchema.safeParse(value);
    if (!parsed.success)
      throw faultAt(runFileFaults, 'E_RUN_FILE', { found: 'entry', subject, entry: index + 1 }, z.prettifyError(parsed.error));
    return parsed.data;
  });
}

/** The messages of agents on `base` behind their prompts, as token ids, with at most `most` tokens to predict; of a run's episodes. */
export function comparedTokens(
  document: ProjectDocument,
  episodes: readonly EpisodeRecord[],
  base: string,
  most = COMPARED_TOKENS,
): (readonly number[])[] {
  const { agents } = document.team;
  return tokensOf(episodes, (role) => agents.some((agent) => agent.role === role && baseNameOf(document, agent) === base), most);
}

/** The same of the roles that `of` takes. */
export function tokensOf(episodes: readonly EpisodeRecord[], of: (role: string) => boolean, most = COMPARED_TOKENS): (readonly number[])[] {
  const own = episodes.flatMap(({ messages }) => messages.filter(({ role }) => of(role)));
  return firstTokens(
    own.map((message) => [...message.prompt_ids, ...wholeResponse(message)]),
    most,
  );
}

/** Sequences from the first on, in which at most `most` tokens are predicted: all but the first of each. The last one may be cut. */
export function firstTokens(sequences: readonly (readonly number[])[], most = COMPARED_TOKENS): (readonly number[])[] {
  const taken: (readonly number[])[] = [];
  let left = most;
  for (const ids of sequences) {
    const some = ids.slice(0, left + 1);
    if (some.length < 2) continue;
    taken.push(some);
    left -= some.length - 1;
    if (left === 0) break;
  }
  return taken;
}
