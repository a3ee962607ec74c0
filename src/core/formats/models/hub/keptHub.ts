/**
 * How models lie in the browser's private files: `kept/<org>--<name>@<commit>.json` says of which files a model is, `blobs/<hash>`
 * holds each of them once, also while it arrives, and `whole/<hash>` is there when it has been verified. Of a model that a person
 * chose from this computer, the commit and the names of its blobs stand for which files were chosen.
 */
import { z } from 'zod';
import type { HubFile, HubModel } from './hubModel.ts';
import { hubBaseName, type HubName, isCommit, MAIN } from './hubName.ts';

/** The folder of the browser's private files in which they lie; it is older than what else is kept in it now. */
export const HUB_FOLDER = 'hub';

export const HUB_PATHS = {
  kept: 'kept',
  // A chosen folder may be called anything.
  manifest: (id: string, commit: string): string => `kept/${encodeURIComponent(id.replace('/', '--')).slice(0, 120)}@${commit}.json`,
  blob: ({ hash }: KeptFile): string => `blobs/${hash.hex}`,
  whole: ({ hash }: KeptFile): string => `whole/${hash.hex}`,
} as const;

/** Most that is read: of a file, and of a model. No larger one fits into the memory of a page in any form. Bytes. */
export const MOST_IN_PAGE = { file: 2 ** 34, all: 2 ** 34 } as const;

const manifestSchema = z.object({
  id: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** Branches and tags that stood for this commit when it was fetched. */
  revisions: z.array(z.string()),
  licence: z.string().nullable(),
  gated: z.boolean(),
  complete: z.boolean(),
  files: z.array(
    z.object({
      path: z.string(),
      bytes: z.int().nonnegative(),
      hash: z.object({ kind: z.enum(['sha256', 'git', 'chosen']), hex: z.string().regex(/^[0-9a-f]+$/) }),
      /** Of a chosen file, once it is whole: SHA-256 over those of its pieces. */
      digest: z.string().optional(),
    }),
  ),
  /** A person chose it from this computer; `id` is the name of the base. */
  chosen: z.literal(true).optional(),
});

export type KeptModel = z.infer<typeof manifestSchema>;
type KeptFile = { readonly hash: { readonly hex: string } };

/** A manifest as it was read; null where it is none. */
export function parseKeptModel(text: string): KeptModel | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The manifest of a model that was asked for by `name`. */
export function keptModel(
  name: HubName,
  { id, commit, licence, gated }: HubModel,
  files: readonly HubFile[],
  complete: boolean,
): KeptModel {
  const revisions = isCommit(name.revision) ? [] : [name.revision ?? MAIN];
  return { id, commit, revisions, licence, gated, complete, files: files.map(({ path, bytes, hash }) => ({ path, bytes, hash })) };
}

/** The one of `kept` that `name` means: by its commit, or by the branch that it was fetched as. */
export function findKept(kept: readonly KeptModel[], { id, revision }: HubName): KeptModel | null {
  const isIt = isCommit(revision)
    ? ({ commit }: KeptModel): boolean => commit === revision
    : ({ revisions }: KeptModel): boolean => revisions.includes(revision ?? MAIN);
  return kept.find((model) => model.chosen === undefined && model.id === id && isIt(model)) ?? null;
}

/** The chosen model that is the base `name`. */
export const findChosen = (kept: readonly KeptModel[], name: string): KeptModel | null =>
  kept.find((model) => model.chosen && model.complete && model.id === name) ?? null;

/** The name of the base that it is: pinned, so that a project means these very weights. */
export const keptName = ({ id, commit, chosen }: Pick<KeptModel, 'id' | 'commit' | 'chosen'>): string =>
  chosen ? id : hubBaseName({ id, revision: commit });

export const keptBytes = ({ files }: Pick<KeptModel, 'files'>): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
