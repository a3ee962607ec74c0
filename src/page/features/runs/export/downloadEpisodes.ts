/** The episodes of a run as a zip of another training library's files (docs/exports.md); nothing leaves the machine. */
import { baseNames } from '../../../../core/document/bases.ts';
import { fault, FaultError } from '../../../../core/faults.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { PROMPT_FILES, promptFilesOf, readPromptFiles } from '../../../../core/formats/models/hf.ts';
import { decoderOf, rolloutPath, rolloutTexts, toldTexts } from '../../../../core/formats/exports/rolloutExports.ts';
import type { RolloutFormat } from '../../../../core/formats/exports/rolloutFormats.ts';
import { tokenizerFor, type TextTokenizer } from '../../../../core/tokenizer/tokenizer.ts';
import { wholeFiles } from '../../../state/bases/hubBases.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { partsOf } from '../../../state/library/parts.ts';
import { httpFolder, type ReadFile } from '../../../state/runs/recorded.ts';
import { readableIterations } from '../../../state/runs/keep.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import type { Files } from '../../../../../workers/trainer/protocol.ts';
import { saveZip } from '../../../kit/files/saveZip.ts';
import { exportFaults } from '../../../../words/words.ts';
import type { Downloaded } from './downloadRun.ts';
import { ownBases } from '../../../kit/projects/basesToTake.ts';
import { exportName } from './exportRun.ts';

export interface DownloadedEpisodes extends Downloaded {
  /** How many iterations' episodes are in it. */
  readonly iterations: number;
}

/** Downloads all episodes that are kept of a run, in memory or on disk, one file per iteration. */
export async function downloadEpisodes(id: string, format: RolloutFormat): Promise<DownloadedEpisodes | null> {
  const library = libraryStore.getState();
  const run = runsStore.getState().runs[id] ?? (await library.load(id));
  const iterations = readableIterations(run).toReversed();
  if (iterations.length === 0) throw new FaultError(fault(exportFaults, 'E_EXPORT_NO_EPISODES', {}));
  const imported = importInfoOf(run.info);
  const decode = imported ? toldTexts : decoderOf(run.document, await tokenizersOf(run));
  const files: Record<string, Blob> = {};
  for (const iteration of iterations) {
    const seconds = run.timing.find((row) => row['iteration'] === iteration)?.['timing_s/rollout'];
    const parts: Blob[] = [];
    for await (const text of rolloutTexts(format, run.document, () => partsOf(run, iteration), decode, seconds, imported)) {
      parts.push(new Blob([text])); // not on the page's heap
      await new Promise((resolve) => setTimeout(resolve)); // the page stays awake between them
    }
    files[rolloutPath(format, iteration)] = new Blob(parts);
  }
  const called = library.cards.find((card) => card.id === id)?.name;
  const file = exportName(run, called, format);
  const bytes = await saveZip(file, files);
  return bytes === null ? null : { file, bytes, iterations: iterations.length };
}

/** The tokenizer of every base of the run: of a dropped folder, or of one the page serves. */
async function tokenizersOf(run: RunSet): Promise<ReadonlyMap<string, TextTokenizer>> {
  const own = { ...(await ownBases(run.document)), ...run.bases };
  const found = baseNames(run.document).map(async (name) => {
    const folder = httpFolder(`${import.meta.env.BASE_URL}models/${encodeURIComponent(name)}`);
    const files = own[name] ? await wholeFiles(promptFilesOf(own[name])) : await promptFiles(folder);
    const { config, tokenizer } = readPromptFiles(files, name);
    return [name, tokenizerFor(tokenizer, config.vocabularySize, name)] as const;
  });
  return new Map(await Promise.all(found));
}

async function promptFiles(read: ReadFile): Promise<Files> {
  const files = await Promise.all(PROMPT_FILES.map(async (path) => [path, await read(path)] as const));
  return Object.fromEntries(files.flatMap(([path, bytes]) => (bytes ? [[path, bytes]] : [])));
}
