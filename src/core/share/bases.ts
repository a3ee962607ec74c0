/**
 * What a share says of the bases that a project stands on, beside the document: which they are, how large, and where they come from, so
 * that whoever opens it without one is told what is missing and what to do.
 */
import { z } from 'zod';
import { baseNames, SHIPPED_BASES } from '../document/bases.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { parseHubName } from '../formats/models/hubName.ts';

/** `shipped`: lies with the workbench. `hub`: of the Hugging Face Hub, its name says the repository and the revision. `own`: made or chosen by whoever shared it. */
export const BASE_SOURCES = ['shipped', 'hub', 'own'] as const;
export type BaseSource = (typeof BASE_SOURCES)[number];

export const namedBaseSchema = z.strictObject({
  name: z.string().min(1).max(1024),
  from: z.enum(BASE_SOURCES),
  /** Of its files; null where it was not here to be measured. */
  bytes: z.int().min(1).nullable(),
  /** `baseFingerprint`, in hexadecimal; null where it was not computed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});
export type NamedBase = z.infer<typeof namedBaseSchema>;

/** Where the base called `name` comes from. */
export function baseSource(name: string): BaseSource {
  if (SHIPPED_BASES.some((shipped) => shipped === name)) return 'shipped';
  return parseHubName(name) ? 'hub' : 'own';
}

/** The bases of `document`, the team's first; `known` says what is known of one that is here. */
export const namedBases = (
  document: ProjectDocument,
  known: (name: string) => { readonly bytes: number; readonly sha256?: string } | null = () => null,
): NamedBase[] =>
  baseNames(document).map((name) => {
    const found = known(name);
    return { name, from: baseSource(name), bytes: found?.bytes ?? null, sha256: found?.sha256 ?? null };
  });
