/** What holding a run's bases in fewer bits changes, measured on texts of the run or of a file, and written beside the run. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { baseNameOf, teamBaseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { type ComparedWeights, weightDifferenceJson } from '../../src/core/formats/runs/weightDifference.ts';
import { compareBase } from '../../src/session/run/compareBase.ts';
import { openBase } from '../../src/session/team/base.ts';
import { commandFaults } from '../../src/words/words.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import type { BaseFiles } from '../kit/bases.ts';
import type { EngineOptions } from '../kit/engineFlags.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import type { TerminalRun } from '../kit/run/storedRun.ts';
import { textsFor } from './texts.ts';

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
  const names = teamBaseNames(run.document);
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const { source, textsOf } = await textsFor(run, tokens, comparison.text);
  const workers = Math.min(4, availableParallelism());
  const found: ComparedWeights[] = [];
  for (const name of names) {
    const files = bases(name, names);
    const onBase = (role: string): boolean =>
      run.document.team.agents.some((agent) => agent.role === role && baseNameOf(run.document, agent) === name);
    const sequences = textsOf(onBase, (text) => openBase(name, files, form).tokenizer.encode(text));
    if (sequences.length === 0)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'compare-weights', wrong: 'no text', source }));
    const given = { name, files, form, source, backend, backendFiles: BACKEND_FILES, options: { workers, ...options } };
    found.push(await compareBase(given, sequences));
  }
  await writeFileWhole(join(run.folder, RUN_PATHS.weightDifference), weightDifferenceJson(found));
  return found;
}
