/** A run's agents as models of their own: base and adapter in one folder, and how far that is from what was trained. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { baseNameOf, baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { adapterFolders } from '../../src/core/formats/exports/loadable.ts';
import { mergedCard, type MergedOf } from '../../src/core/formats/exports/mergedCard.ts';
import { encodeJson, filesUnder, type Files, type ModelFiles } from '../../src/core/formats/files.ts';
import { dequantised } from '../../src/core/formats/models/dequantised.ts';
import { baseFingerprint } from '../../src/core/formats/models/fingerprint.ts';
import { loraModules, openModelFolder } from '../../src/core/formats/models/hf.ts';
import { merged } from '../../src/core/formats/models/merged.ts';
import { type PeftAdapter, readPeft } from '../../src/core/formats/models/adapters/peft.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { openBase } from '../../src/session/team/base.ts';
import { modelDifference } from '../../src/session/team/weightDifference.ts';
import { commandFaults } from '../../src/words/words.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import { readModel, type BaseFiles } from '../kit/bases.ts';
import type { EngineOptions } from '../kit/engineFlags.ts';
import { writeFileWhole, writeFolderWhole } from '../kit/folders.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import type { TerminalRun } from '../kit/run/storedRun.ts';
import { textsFor } from './texts.ts';

/** File of a merged folder that says what it is. */
const ABOUT = 'merge.json';

export interface Merging {
  readonly iteration: number;
  /** Of that iteration's checkpoint. */
  readonly checkpoint: Files;
  readonly bases: BaseFiles;
  /** Of the base the numbers the agent was trained on, not those of its folder. */
  readonly dequantise: boolean;
}

/** How far a merged model is from the one that was trained: KL(trained ‖ merged), nats a token. */
export interface MergedDifference {
  readonly source: string;
  readonly tokens: number;
  readonly kl_mean: number;
  readonly kl_max: number;
  readonly backend: string;
}

export interface MergedAgent extends MergedOf {
  readonly folder: string;
  readonly files: ModelFiles;
  readonly adapter: PeftAdapter;
  /** The base as its folder stores it. */
  readonly stored: ModelFiles;
}

/** Writes `role` merged into `folder`. */
export async function mergeAgent({ document }: TerminalRun, role: string, folder: string, merging: Merging): Promise<MergedAgent> {
  const { iteration, checkpoint, bases, dequantise } = merging;
  const agent = document.team.agents.find((candidate) => candidate.role === role);
  const adapterFiles = adapterFolders({ document }, filesUnder(checkpoint, RUN_PATHS.checkpoint(iteration))).get(role);
  if (!agent || !adapterFiles)
    throw new FaultError(
      fault(commandFaults, 'E_FLAG', {
        command: 'export-models',
        wrong: 'no adapter',
        role,
        folder: RUN_PATHS.checkpoint(iteration),
        iteration,
      }),
    );
  const base = baseNameOf(document, agent);
  const stored = bases(base, baseNames(document));
  const { weights: form } = document.team;
  const opened = openModelFolder(stored, base);
  const adapter = readPeft(adapterFiles, { folder: `${RUN_PATHS.checkpoint(iteration)}/${role}`, modules: loraModules(opened.config) });
  const took = dequantise && form !== 'f32' ? 'dequantised' : 'stored';
  const taken = dequantise && form !== 'f32' ? dequantised(stored, form, base).files : stored;
  const { rank, alpha } = adapter;
  const of: MergedOf = { role, base, baseSha256: await baseFingerprint(opened.config, opened.stored), form, took, iteration, rank, alpha };
  const files = {
    ...merged(taken, adapter, base),
    'README.md': new TextEncoder().encode(mergedCard(document, of)),
    [ABOUT]: aboutFile(of),
  };
  await writeFolderWhole(folder, files);
  return { ...of, folder, files, adapter, stored };
}

const aboutFile = ({ role, base, baseSha256, form, took, iteration, rank, alpha }: MergedOf, difference?: MergedDifference): Uint8Array =>
  encodeJson({
    role,
    iteration,
    base,
    base_sha256: baseSha256,
    trained_in: form,
    took,
    rank,
    alpha,
    dtype: 'F32',
    ...(difference && { difference }),
  });

export interface Measuring {
  readonly backend: BackendChoice;
  readonly options: EngineOptions;
  /** Most tokens that are predicted. */
  readonly tokens: number;
  /** A file whose text is read instead of the agent's messages in the run's newest episodes. */
  readonly text?: string | undefined;
}

/** Reads what was written, computes with it and with what was trained, and writes the difference beside it; null without a text to read. */
export async function measureMerged(run: TerminalRun, agent: MergedAgent, measuring: Measuring): Promise<MergedDifference | null> {
  const { backend, options } = measuring;
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const written = openBase(agent.base, readModel(agent.folder));
  const trained = openBase(agent.base, agent.stored, agent.form);
  const { source, textsOf } = await textsFor(run, measuring.tokens, measuring.text);
  const sequences = textsOf(
    (role) => role === agent.role,
    (text) => trained.tokenizer.encode(text),
  );
  if (sequences.length === 0) return null;
  let computed: string = backend;
  const found = await modelDifference(
    async (weights) => {
      const workers = Math.min(4, availableParallelism());
      const { engine } = await startEngine(backend, BACKEND_FILES, { workers, ...options, weights });
      computed = engine.backend;
      return engine;
    },
    { form: agent.form, read: trained.read, adapter: agent.adapter },
    { form: 'f32', read: written.read },
    sequences,
  );
  const difference = { source, tokens: found.tokens, kl_mean: found.mean, kl_max: found.max, backend: computed };
  await writeFileWhole(join(agent.folder, ABOUT), aboutFile(agent, difference));
  return difference;
}
