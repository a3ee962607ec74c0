/** What holding a run's bases in fewer bits changes, measured on texts of the run or of a file, and written beside the run. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { iterationsIn, RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
import { comparedTokens, type ComparedWeights, firstTokens, weightDifferenceJson } from '../../src/core/formats/runs/weightDifference.ts';
import { compareBase } from '../../src/session/run/compareBase.ts';
import { openBase } from '../../src/session/team/base.ts';
import { commandFaults } from '../../src/words/words.ts';
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import type { BaseFiles } from '../kit/bases.ts';
import type { EngineOptions } from '../kit/engineFlags.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import type { TerminalRun } from '../kit/run/storedRun.ts';

/** Tokens of a text that are read in one stretch. */
const STRETCH = 512;

export interface Comparison {
  readonly backend: BackendChoice;
  readonly options: EngineOptions & { readonly bases: BaseFiles };
  /** Most tokens that are predicted for a base. */
  readonly tokens: number;
  /** A file whose text is read instead of the run's episodes. */
  readonly text?: string;
}

/** Of every base of the run; throws `E_FLAG` where there is nothing to read. Writes them into the run's folder. */
export async function compareWeights(run: TerminalRun, comparison: Comparison): Promise<ComparedWeights[]> {
  const { backend, tokens } = comparison;
  const { bases, ...options } = comparison.options;
  const { weights: form } = run.document.team;
  const names = baseNames(run.document);
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const { source, textsOf } = await textsFor(run, tokens, comparison.text);
  const workers = Math.min(4, availableParallelism());
  const found: ComparedWeights[] = [];
  for (const name of names) {
    const files = bases(name, names);
    const sequences = textsOf(name, (text) => openBase(name, files, form).tokenizer.encode(text));
    if (sequences.length === 0)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'compare-weights', wrong: 'no text', source }));
    const given = { name, files, form, source, backend, backendFiles: BACKEND_FILES, options: { workers, ...options } };
    found.push(await compareBase(given, sequences));
  }
  await writeFileWhole(join(run.folder, RUN_PATHS.weightDifference), weightDifferenceJson(found));
  return found;
}

type Texts = (base: string, encode: (text: string) => readonly number[]) => readonly (readonly number[])[];

/** What is read: of a file's text stretches, of the run the messages of its newest episodes behind their prompts. */
async function textsFor(
  run: TerminalRun,
  tokens: number,
  file: string | undefined,
): Promise<{ readonly source: string; readonly textsOf: Texts }> {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    return { source: file, textsOf: (_, encode) => firstTokens(stretches(encode(text)), tokens) };
  }
  const source = RUN_PATHS.rollout(iterationsIn(run.paths, 'rollout').at(-1) ?? 0);
  const bytes = await run.files.read(source);
  const episodes = bytes ? parseEpisodes(new TextDecoder().decode(bytes), source) : [];
  return { source, textsOf: (base) => comparedTokens(run.document, episodes, base, tokens) };
}

function stretches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / STRETCH) }, (_, index) => ids.slice(index * STRETCH, (index + 1) * STRETCH));
}
