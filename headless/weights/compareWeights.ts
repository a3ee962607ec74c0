/** What holding a run's bases in fewer bits changes, measured on texts of the run or of a file, and written beside the run. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { baseNameOf, baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { encodeJson } from '../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { openBase } from '../../src/session/team/base.ts';
import { weightDifference } from '../../src/session/team/weightDifference.ts';
import { commandFaults } from '../../src/words/words.ts';
import { installWebGpu } from '../../scripts/webgpu-node.ts';
import type { BaseFiles } from '../kit/bases.ts';
import type { EngineOptions } from '../kit/engineFlags.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import type { TerminalRun } from '../kit/run/storedRun.ts';
import { textsFor, upTo } from './texts.ts';

/** A line of `weight_difference.json`: one base; KL in nats a token. */
export interface ComparedWeights {
  readonly base: string;
  readonly form: string;
  /** The file of the run, or the text, whose tokens they are. */
  readonly source: string;
  readonly tokens: number;
  readonly kl_mean: number;
  readonly kl_max: number;
  /** The token of the largest, as it is written, and the sequence it is in, from 0. */
  readonly max_at: { readonly sequence: number; readonly token: number; readonly text: string };
  readonly backend: string;
}

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
  const { options, backend } = comparison;
  const { document } = run;
  const { weights: form } = document.team;
  const names = baseNames(document);
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const { source, textsOf } = await textsFor(run, comparison.text);
  const { agents } = document.team;
  const found: ComparedWeights[] = [];
  for (const name of names) {
    const files = options.bases(name, names);
    const { tokenizer } = openBase(name, files, form);
    const sequences = upTo(
      comparison.tokens,
      textsOf(
        (role) => agents.some((agent) => agent.role === role && baseNameOf(document, agent) === name),
        (text) => tokenizer.encode(text),
      ),
    );
    if (sequences.length === 0)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'compare-weights', wrong: 'no text', source }));
    let computed: string = backend;
    const difference = await weightDifference(
      {
        form,
        read: (as) => openBase(name, files, as).read(),
        open: async (weights) => {
          const workers = Math.min(4, availableParallelism());
          const { engine } = await startEngine(backend, BACKEND_FILES, { workers, ...options, weights });
          computed = engine.backend;
          return engine;
        },
      },
      sequences,
    );
    const { tokens, mean, max, at } = difference;
    const text = tokenizer.tokenText(sequences[at.sequence]?.[at.token] ?? 0);
    found.push({ base: name, form, source, tokens, kl_mean: mean, kl_max: max, max_at: { ...at, text }, backend: computed });
  }
  await writeFileWhole(join(run.folder, RUN_PATHS.weightDifference), encodeJson(found));
  return found;
}
