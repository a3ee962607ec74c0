/** A run as one HTML file for the downloads (docs/exports.md), in the language on screen; what is in it never leaves the machine by itself. */
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { fault, FaultError } from '../../../../core/faults.ts';
import type { EpisodeChoice } from '../../../../core/formats/exports/html/choice.ts';
import { DATA_MARK, RunHtml } from '../../../../core/formats/exports/html/runHtml.ts';
import { READERS } from '../../../../core/formats/exports/html/readers.ts';
import { exportFaults, languageSpoken } from '../../../../words/words.ts';
import { fileNameOf, saveBlob } from '../../../kit/files/saveFile.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { allOf } from '../../../state/library/parts.ts';
import type { RunSet } from '../../../state/runs/types.ts';

export interface SavedRunPage {
  readonly file: string;
  readonly bytes: number;
  /** How many episodes can be read in it. */
  readonly readable: number;
}

/** Packs iteration by iteration, telling how many are done. Throws `E_EXPORT_READER` where the page that reads it is missing, `E_EXPORT_LARGE`. */
export async function downloadRunPage(run: RunSet, choice: EpisodeChoice, onDone: (iterations: number) => void): Promise<SavedRunPage> {
  const library = libraryStore.getState();
  const reader = await readerPage();
  const called = library.cards.find((card) => card.id === run.id)?.name ?? '';
  const name = called || run.document.name;
  const html = new RunHtml({ ...run, name }, choice);
  for (const [index, iteration] of choice.iterations.entries()) {
    html.add(iteration, await allOf(run, iteration));
    onDone(index + 1);
    await new Promise((resolve) => setTimeout(resolve)); // the page stays awake between iterations
  }
  const blob = new Blob(html.finish(reader), { type: 'text/html;charset=utf-8' });
  const file = fileNameOf(importInfoOf(run.info) ? name : `${name} seed ${run.document.training.seed}`, 'html');
  saveBlob(file, blob);
  return { file, bytes: blob.size, readable: html.readable };
}

async function readerPage(): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}${READERS[languageSpoken()]}`);
  if (!response.ok) throw new FaultError(fault(exportFaults, 'E_EXPORT_READER', { status: response.status }));
  const page = await response.text();
  if (!page.includes(DATA_MARK)) throw new FaultError(fault(exportFaults, 'E_EXPORT_READER', { status: null }));
  return page;
}
