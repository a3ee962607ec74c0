/**
 * The projects of the gallery as the build puts them beside the page: `gallery/list.json` and, for each folder of `gallery/`, what opens.
 * A folder that may not stand there fails the build, with the same sentence as the test.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from '../../src/core/document/parse.ts';
import { MODEL_PROJECTS } from '../../src/core/document/presets/modelProjects.ts';
import { SIDE_PROJECTS } from '../../src/core/document/presets/sideProjects.ts';
import { PRESETS } from '../../src/core/document/presets/presets.ts';
import type { Files } from '../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseRows } from '../../src/core/formats/runs/rolloutFile.ts';
import { type RecordingFacts, recordingFacts } from '../../src/core/gallery/facts.ts';
import { type GalleryProject, type Ground, readGalleryFolder } from '../../src/core/gallery/folder.ts';
import { GALLERY_FILES, type GalleryEntry } from '../../src/core/gallery/list.ts';
import type { Evidence } from '../../src/core/lessons/evidence.ts';
import { readGivenRun } from '../../src/runs/takeIn.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GALLERY = join(root, 'gallery');

/** What the repository holds a folder against. */
export const GROUND: Ground = {
  evidence: (id) => {
    const file = ['public', 'docs'].map((place) => join(root, place, 'evidence', `${id}.json`)).find(existsSync);
    return file ? (JSON.parse(readFileSync(file, 'utf8')) as Evidence) : null;
  },
  weights: (base) => statSync(join(root, 'public/models', base, 'model.safetensors')).size,
  recorded: (id) => {
    const file = join(root, 'public', id, RUN_PATHS.project);
    return existsSync(file) ? parseDocument(readFileSync(file, 'utf8')) : null;
  },
  openRun: (archive) => readGivenRun(archive).document,
};

/** The folders, those that ship with the workbench first and in the order in which they are offered. */
export function galleryNames(folder = GALLERY): string[] {
  const order = [...Object.keys(MODEL_PROJECTS), ...Object.keys(PRESETS), ...Object.keys(SIDE_PROJECTS)];
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  return names.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

export const galleryFolder = (name: string, folder = GALLERY): Files =>
  Object.fromEntries(readdirSync(join(folder, name)).map((file) => [file, new Uint8Array(readFileSync(join(folder, name, file)))]));

/** What is known of a project's recorded run; null where it has none. */
export function factsOf(name: string, run: string | null, archive: Uint8Array | undefined): RecordingFacts | null {
  if (run === null) return null;
  const bytes = archive
    ? (readGivenRun(archive).files[RUN_PATHS.metrics] ?? new Uint8Array())
    : readFileSync(join(root, 'public', run, RUN_PATHS.metrics));
  const rows = parseRows(new TextDecoder().decode(bytes), RUN_PATHS.metrics) as Record<string, number>[];
  return recordingFacts(rows, measuredSeconds(name));
}

/** Mean time of a whole run of a shipped project, as docs/results.md measured it on two cores. */
function measuredSeconds(preset: string): number | null {
  const results = readFileSync(join(root, 'docs/results.md'), 'utf8');
  const from = results.indexOf(`\n| \`${preset}\` | 1 |`);
  const seconds = from < 0 ? undefined : /\*\*mean\*\*.*\| (\d+) s \|\n/.exec(results.slice(from))?.[1];
  return seconds === undefined ? null : Number(seconds);
}

/** The entry of a folder in the list. */
export function entryOf(name: string, files: Files, { card, document, picture }: GalleryProject): GalleryEntry {
  const { claims: _, ...rest } = card;
  return { name, ...rest, picture, agents: document.team.agents.length, facts: factsOf(name, card.run, files[GALLERY_FILES.run]) };
}

/** All that the page may fetch of the gallery, by its path beside the page. Throws the first fault of a folder. */
export function galleryFiles(folder = GALLERY): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const list = galleryNames(folder).map((name) => {
    const files = galleryFolder(name, folder);
    const project = readGalleryFolder(name, files, GROUND);
    for (const file of [GALLERY_FILES.project, project.picture, GALLERY_FILES.run])
      if (files[file]) found.set(`gallery/${name}/${file}`, files[file]);
    return entryOf(name, files, project);
  });
  return found.set('gallery/list.json', new TextEncoder().encode(JSON.stringify(list)));
}
