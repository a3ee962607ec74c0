/**
 * The card of a project in the gallery, `gallery/<name>/card.json`: what a person reads before opening it, whose it is, what it needs and
 * what its words rest on. Strict: what is not known is refused, as a pull request brings it.
 */
import { z } from 'zod';
import { faultAt } from '../faultAt.ts';
import { decodeJson } from '../formats/files.ts';
import { GALLERY_TAGS, galleryFaults } from '../../words/words.ts';
import { namedBaseSchema } from '../share/bases.ts';
import { VERDICTS } from '../statistics/paired.ts';

const line = z
  .string()
  .min(1)
  .max(240)
  .regex(/^\S(?:[^\n\r]*\S)?$/, 'has to be one line');

/** What a text of the card says of two numbers of `public/evidence/` or `docs/evidence/`, as in `core/lessons/claims.ts`. */
const claimSchema = z.strictObject({
  says: z.string().min(1),
  evidence: z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/),
  of: z.string().min(1),
  than: z.string().min(1),
  is: z.enum(VERDICTS),
});

export const cardSchema = z.strictObject({
  /** As a rule the project's name. */
  title: z.string().min(1).max(200),
  /** What it shows, in a sentence. */
  shows: line,
  /** What to look at first. */
  look: line,
  tags: z.array(z.enum(GALLERY_TAGS)).max(GALLERY_TAGS.length),
  author: line,
  /** An SPDX identifier: what others may do with the folder. */
  licence: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$/),
  bases: z.array(namedBaseSchema).min(1),
  /** Its recorded run: `run.zip` beside the card, or a folder below `public/recorded/` that is there already; null without one. */
  run: z.union([z.literal('run.zip'), z.string().regex(/^recorded\/[a-z0-9]+(?:-[a-z0-9]+)*$/)]).nullable(),
  /** Seeds of the recorded run and of what the claims rest on. */
  seeds: z.array(z.int().min(0)),
  claims: z.array(claimSchema).default([]),
});
export type GalleryCard = z.infer<typeof cardSchema>;

/** Reads `card.json`; throws `E_GALLERY_CARD`. `subject` names the file. */
export function parseCard(bytes: Uint8Array, subject: string): GalleryCard {
  const result = cardSchema.safeParse(decodeJson(bytes, subject, galleryFaults, 'E_GALLERY_CARD'));
  if (result.success) return result.data;
  throw faultAt(galleryFaults, 'E_GALLERY_CARD', { found: 'fields', subject }, z.prettifyError(result.error));
}
