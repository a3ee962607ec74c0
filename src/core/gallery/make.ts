/** Makes a project's folder for the gallery: what is known fills the card, the picture is drawn, and of a run goes along what is worth looking at. */
import type { ProjectDocument } from '../document/schema.ts';
import { zipFiles } from '../formats/archive.ts';
import { encodeJson, type Files, filesInto, filesUnder } from '../formats/files.ts';
import { iterationsIn, latestCheckpoint, parseRunPath, RUN_PATHS } from '../formats/runPaths.ts';
import { parseRows } from '../formats/runs/rolloutFile.ts';
import { namedBases } from '../share/bases.ts';
import type { GalleryCard } from './card.ts';
import { recordingFacts } from './facts.ts';
import { GALLERY_LIMITS } from './folder.ts';
import { GALLERY_FILES } from './list.ts';
import { galleryPicture } from './picture.ts';

/** What a person says of it. */
export type SaidCard = Pick<GalleryCard, 'title' | 'shows' | 'look' | 'tags' | 'author' | 'licence'>;

/** The recorded run that goes along: one that ships by its id, or the files of a run's folder; its metrics are what the picture shows. */
export type GivenRecording = { readonly metrics: readonly object[] } & ({ readonly shipped: string } | { readonly files: Files });

export interface FolderParts {
  readonly said: SaidCard;
  readonly document: ProjectDocument;
  readonly run: GivenRecording | null;
  /** Bytes of a base's weights; null where they are not known. */
  bytesOf(base: string): number | null;
  /** Of a place in the palette, under white text. */
  color(slot: number): string;
}

/** The folder's files, by their names in it. */
export function makeGalleryFolder({ said, document, run, bytesOf, color }: FolderParts): Files {
  const bases = namedBases(document, (name) => {
    const bytes = bytesOf(name);
    return bytes === null ? null : { bytes };
  });
  const card: Omit<GalleryCard, 'bases'> & { readonly bases: readonly object[] } = {
    ...said,
    bases: bases.map(({ sha256: _, ...base }) => base),
    run: run && ('shipped' in run ? run.shipped : GALLERY_FILES.run),
    seeds: run ? [document.training.seed] : [],
    claims: [],
  };
  const reward = run && recordingFacts(run.metrics as Record<string, number>[], null).reward;
  return {
    [GALLERY_FILES.card]: encodeJson(card),
    [GALLERY_FILES.project]: encodeJson(document),
    'picture.svg': new TextEncoder().encode(galleryPicture(document, color, reward && reward.length > 0 ? reward : null)),
    ...(run && 'files' in run ? { [GALLERY_FILES.run]: galleryRun(run.files) } : {}),
  };
}

/** A folder's name from the project's. */
export const folderName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '') || 'project';

/** Bytes of each iteration's episodes, in whole lines: a page loads little of what it may never show. */
const ROLLOUT_BYTES = 140_000;
const NEWLINE = 10;

/**
 * What goes into the gallery of a run's folder: its rows, the episodes of its first, middle and last iteration that is there, and as far as
 * they fit the newest checkpoint.
 */
export function galleryRun(files: Files): Uint8Array {
  const rollouts = iterationsIn(Object.keys(files), 'rollout');
  const shown = new Set([rollouts[0], rollouts[Math.floor(rollouts.length / 2)], rollouts.at(-1)]);
  const kept = Object.entries(files).flatMap(([path, bytes]) => {
    const parsed = parseRunPath(path);
    if (parsed?.kind === 'single' && path !== RUN_PATHS.best) return [[path, bytes] as const];
    return parsed?.kind === 'rollout' && shown.has(parsed.iteration) ? [[path, wholeLines(bytes)] as const] : [];
  });
  const newest = latestCheckpoint(Object.keys(files));
  const folder = newest === null ? null : RUN_PATHS.checkpoint(newest);
  const small = Object.fromEntries(kept);
  const whole = zipFiles({ ...small, ...(folder === null ? {} : filesInto(folder, filesUnder(files, folder))) });
  return whole.length <= GALLERY_LIMITS.run ? whole : zipFiles(small);
}

const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.length <= ROLLOUT_BYTES ? bytes : bytes.slice(0, bytes.lastIndexOf(NEWLINE, ROLLOUT_BYTES - 1) + 1);

/** The rows of a run's folder, for its picture. */
export const metricsOf = (files: Files): readonly object[] =>
  parseRows(new TextDecoder().decode(files[RUN_PATHS.metrics] ?? new Uint8Array()), RUN_PATHS.metrics);
