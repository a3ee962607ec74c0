/** What the Hub says of a model at one commit, and which of its files a base needs. */
import { z } from 'zod';
import { faultAt } from '../../../faultAt.ts';
import { hubFaults, modelFaults } from '../../../../words/words.ts';
import { decodeJson, type Files } from '../../files.ts';
import { CONFIG, GGUF_FILE, takenOfModel, WEIGHTS, WEIGHTS_INDEX } from '../modelFiles.ts';

/** By which a file is known to be whole: SHA-256 of those in large file storage, git's SHA-1 of a blob of all others. */
export interface HubHash {
  readonly kind: 'sha256' | 'git';
  readonly hex: string;
}

export interface HubFile {
  readonly path: string;
  readonly bytes: number;
  readonly hash: HubHash;
}

/** A file of a listing, which may leave out what the file's own headers say. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number | null;
  readonly hash: HubHash | null;
}

export interface HubModel {
  readonly id: string;
  readonly commit: string;
  /** As the model's card names it, such as `apache-2.0`; null where the card is silent. */
  readonly licence: string | null;
  /** Whether its files are given only to who has agreed to terms. */
  readonly gated: boolean;
  readonly files: readonly ListedFile[];
}

const hashSchema = {
  git: z.string().regex(/^[0-9a-f]{40}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};

const siblingSchema = z.object({
  rfilename: z.string().max(1024),
  size: z.int().nonnegative().nullish(),
  blobId: hashSchema.git.nullish().catch(null),
  lfs: z.object({ sha256: hashSchema.sha256, size: z.int().nonnegative() }).nullish().catch(null),
});

const modelSchema = z.object({
  sha: hashSchema.git,
  gated: z.union([z.boolean(), z.string()]).nullish(),
  cardData: z
    .object({ license: z.union([z.string(), z.array(z.string())]).nullish(), license_name: z.string().nullish() })
    .nullish()
    .catch(null),
  siblings: z.array(siblingSchema).max(100_000),
});

/** The answer to `GET /api/models/{id}/revision/{revision}?blobs=true`. Throws `E_HUB_ANSWER`. */
export function parseHubModel(id: string, answer: unknown): HubModel {
  const read = modelSchema.safeParse(answer);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw faultAt(hubFaults, 'E_HUB_ANSWER', { subject: id, found: 'listing', field: issue?.path.join('.') ?? '' });
  }
  const { sha, gated, cardData, siblings } = read.data;
  const named = cardData?.license === 'other' ? cardData.license_name : cardData?.license;
  return {
    id,
    commit: sha,
    licence: [named ?? cardData?.license ?? []].flat().join(', ') || null,
    gated: Boolean(gated),
    files: siblings.map(({ rfilename: path, size, blobId, lfs }) =>
      lfs
        ? { path, bytes: lfs.size, hash: { kind: 'sha256', hex: lfs.sha256 } }
        : { path, bytes: size ?? null, hash: blobId ? { kind: 'git', hex: blobId } : null },
    ),
  };
}

const isWeights = (path: string): boolean => path.endsWith('.safetensors') || GGUF_FILE.test(path);

/** Files of the model that are taken beside its weights: configuration, tokenizer, template, and the index of shards. */
export function smallFiles(model: HubModel): readonly ListedFile[] {
  const whole = model.files.some(({ path }) => path === WEIGHTS);
  const taken = model.files.filter(
    ({ path }) => takenOfModel(path) === 'contents' && !isWeights(path) && !(whole && path === WEIGHTS_INDEX),
  );
  if (taken.some(({ path }) => path === CONFIG)) return taken;
  throw faultAt(hubFaults, 'E_HUB_CONTENTS', { subject: model.id, lacks: hasGguf(model) ? 'all but gguf' : 'config' });
}

/** Its weights: one file, or every shard that its index names. Throws `E_HUB_CONTENTS` where there are none that can be read. */
export function weightFiles(model: HubModel, small: Files): readonly ListedFile[] {
  const named = (path: string): ListedFile | undefined => model.files.find((file) => file.path === path);
  const whole = named(WEIGHTS);
  if (whole) return [whole];
  const index = small[WEIGHTS_INDEX];
  if (!index) throw noWeights(model);
  const read = z
    .looseObject({ weight_map: z.record(z.string(), z.string()) })
    .safeParse(decodeJson(index, `${model.id}/${WEIGHTS_INDEX}`, modelFaults, 'E_MODEL_CONFIG'));
  if (!read.success) throw faultAt(modelFaults, 'E_MODEL_CONFIG', { subject: `${model.id}/${WEIGHTS_INDEX}`, found: 'weight_map' });
  return [...new Set(Object.values(read.data.weight_map))].map((path) => {
    const shard = takenOfModel(path) === 'contents' ? named(path) : undefined;
    if (!shard) throw faultAt(hubFaults, 'E_HUB_CONTENTS', { subject: model.id, lacks: 'shard', file: path.slice(0, 120) });
    return shard;
  });
}

/** About how much will be fetched of it, as far as the listing says: small files, and the weights or all shards. */
export function listedBytes(model: HubModel): number {
  const small = smallFiles(model);
  const whole = model.files.filter(({ path }) => path === WEIGHTS);
  const shards = model.files.filter(({ path }) => path.endsWith('.safetensors') && takenOfModel(path) === 'contents');
  if (whole.length + shards.length === 0 || (whole.length === 0 && !small.some(({ path }) => path === WEIGHTS_INDEX)))
    throw noWeights(model);
  return [...small, ...(whole.length > 0 ? whole : shards)].reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** A repository of such files holds one model in many forms: which of them is meant, its name does not say. */
const hasGguf = ({ files }: HubModel): boolean => files.some(({ path }) => GGUF_FILE.test(path));

function noWeights(model: HubModel): Error {
  if (hasGguf(model)) return faultAt(hubFaults, 'E_HUB_CONTENTS', { subject: model.id, lacks: 'all but gguf' });
  const lacks = model.files.some(({ path }) => takenOfModel(path) === 'name') ? 'safetensors' : 'weights';
  return faultAt(hubFaults, 'E_HUB_CONTENTS', { subject: model.id, lacks });
}
