/** What holding a run's bases in fewer bits changes, measured on texts of the run or of a file, and written beside the run. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { baseNameOf, baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { encodeJson } from '../../src/core/formats/files.ts';
import { iterationsIn, RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
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

/** Tokens of a text that are read in one stretch. */
const STRETCH = 512;

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
  const found: ComparedWeights[] = [];
  for (const name of names) {
    const files = options.bases(name, names);
    const { tokenizer } = openBase(name, files, form);
    const sequences = upTo(
      comparison.tokens,
      textsOf(name, (text) => tokenizer.encode(text)),
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

type Texts = (base: string, encode: (text: string) => readonly number[]) => readonly (readonly number[])[];

/** What is read: of a file's text stretches, of the run the messages of its newest episodes behind their prompts. */
async function textsFor(run: TerminalRun, file: string | undefined): Promise<{ readonly source: string; readonly textsOf: Texts }> {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    return { source: file, textsOf: (_, encode) => stretches(encode(text)) };
  }
  const source = RUN_PATHS.rollout(iterationsIn(run.paths, 'rollout').at(-1) ?? 0);
  const bytes = await run.files.read(source);
  const { agents } = run.document.team;
  const episodes = bytes ? parseEpisodes(new TextDecoder().decode(bytes), source) : [];
  return {
    source,
    textsOf: (base) =>
      episodes.flatMap(({ messages }) =>
        messages.flatMap(({ role, prompt_ids, response_ids }) => {
          const agent = agents.find((one) => one.role === role);
          return agent && baseNameOf(run.document, agent) === base ? [[...prompt_ids, ...response_ids]] : [];
        }),
      ),
  };
}

function stretches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / STRETCH) }, (_, index) => ids.slice(index * STRETCH, (index + 1) * STRETCH));
}

/** Sequences from the first on, with so many predicted tokens at most: the last one may be cut. */
function upTo(most: number, sequences: readonly (readonly number[])[]): (readonly number[])[] {
  const taken: (readonly number[])[] = [];
  let left = most;
  for (const ids of sequences) {
    const some = ids.slice(0, left + 1);
    if (some.length < 2) continue;
    taken.push(some);
    left -= some.length - 1;
    if (left === 0) break;
  }
  return taken;
}
