/** A folder for the gallery out of the open project: which run may go along, the files, and what CI would say of them. */
import { parseDocument } from '../../../../../core/document/parse.ts';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import type { Fault } from '../../../../../core/faults.ts';
import { unzipOne, zipFiles } from '../../../../../core/formats/archive.ts';
import { type Files, filesInto } from '../../../../../core/formats/files.ts';
import { RECOMMENDED } from '../../../../../core/formats/models/recommended.ts';
import { RUN_PATHS } from '../../../../../core/formats/runPaths.ts';
import { galleryFault, type Ground, played } from '../../../../../core/gallery/folder.ts';
import { folderName, type GivenRecording, makeGalleryFolder, metricsOf, type SaidCard } from '../../../../../core/gallery/make.ts';
import { importInfoOf } from '../../../../../core/formats/imports/run/info.ts';
import { saveFile } from '../../../../kit/files/saveFile.ts';
import { agentColor } from '../../../../kit/theme/agentColors.ts';
import { wholeFiles } from '../../../../state/bases/bases.ts';
import { engineStore } from '../../../../state/engine/engine.ts';
import { libraryStore } from '../../../../state/library/library.ts';
import { currentRun, runsStore } from '../../../../state/runs/runs.ts';
import type { RunSet } from '../../../../state/runs/types.ts';
import { fetchGallery } from '../../gallery/gallery.ts';

/** Why the run on screen cannot go along. */
export type NoRun = 'none' | 'other' | 'unkept';

/** The run on screen, where it is of `document` as it is, and its files are here. */
export function runToGive(document: ProjectDocument): RunSet | NoRun {
  const run = currentRun(runsStore.getState());
  if (!run || importInfoOf(run.info)) return 'none';
  if (played(run.document) !== played(document)) return 'other';
  const kept = run.origin === 'recorded' || libraryStore.getState().cards.some(({ id }) => id === run.id);
  return kept ? run : 'unkept';
}

async function recordingOf(run: RunSet): Promise<GivenRecording> {
  if (run.origin === 'recorded') return { shipped: run.id, metrics: run.metrics };
  const files = await wholeFiles(await libraryStore.getState().folder(run.id));
  return { files, metrics: metricsOf(files) };
}

export interface MadeFolder {
  readonly name: string;
  readonly files: Files;
  /** The first that CI would refuse it for; null where it may stand in the gallery. */
  readonly fault: Fault | null;
}

export async function madeFolder(said: SaidCard, document: ProjectDocument, run: RunSet | null): Promise<MadeFolder> {
  const shipped = (await fetchGallery()).flatMap(({ bases }) => bases);
  const { kept } = engineStore.getState();
  const bytesOf = (base: string): number | null =>
    [...shipped, ...kept].find(({ name }) => name === base)?.bytes ?? RECOMMENDED.find(({ id }) => id === base)?.bytes ?? null;
  const recording = run && (await recordingOf(run));
  const files = makeGalleryFolder({ said, document, run: recording, bytesOf, color: (slot) => agentColor(slot, 'light') });
  const name = folderName(said.title);
  return { name, files, fault: galleryFault(name, files, ground(bytesOf)) };
}

/** Evidence is files of the repository; a card made here claims nothing. */
const ground = (weights: Ground['weights']): Ground => ({
  evidence: () => null,
  weights,
  recorded: (id) => runsStore.getState().runs[id]?.document ?? null,
  openRun: (archive) => {
    const project = unzipOne(archive, (path) => path === RUN_PATHS.project, archive.length * 1000);
    return parseDocument(new TextDecoder().decode(project?.bytes));
  },
});

/** Downloads the folder as a zip. */
export function downloadFolder({ name, files }: MadeFolder): { readonly file: string; readonly bytes: number } {
  const zip = new Uint8Array(zipFiles(filesInto(name, files)));
  const file = `${name}-gallery.zip`;
  saveFile(file, zip, 'application/zip');
  return { file, bytes: zip.byteLength };
}
