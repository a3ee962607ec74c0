/** One base of a run, as its folder stores it against the form that it is held in: computed, and told as `weight_difference.json` does. */
import { at } from '../../core/at.ts';
import type { BackendChoice } from '../../core/backend.ts';
import { fault, FaultError } from '../../core/faults.ts';
import type { ModelFiles } from '../../core/formats/files.ts';
import { openModelFolder } from '../../core/formats/models/hf.ts';
import type { ComparedWeights } from '../../core/formats/runs/weightDifference.ts';
import type { WeightForm } from '../../core/weights/packed.ts';
import { engineFaults } from '../../words/words.ts';
import type { Engine } from '../../engine/engine.ts';
import { peakBytes } from '../../engine/model/cost.ts';
import { makeBatches } from '../../engine/train/batches.ts';
import { type BackendFiles, type BackendOptions, startEngine } from '../team/backend.ts';
import { bytesOfBases, openBase } from '../team/base.ts';
import { asScored, type OnCompared, weightDifference } from '../team/weightDifference.ts';
import { roomFor } from '../room/fits.ts';
import { copiesFor, readingBytes } from '../room/memory.ts';

export interface BaseComparison {
  readonly name: string;
  readonly files: ModelFiles;
  /** How the run holds it; not f32, which loses nothing. */
  readonly form: WeightForm;
  /** What `sequences` are taken from. */
  readonly source: string;
  readonly backend: BackendChoice;
  readonly backendFiles: BackendFiles;
  readonly options?: Omit<BackendOptions, 'weights' | 'weightBytes'>;
}

/** `sequences` as for {@link weightDifference}. Throws `E_MEMORY_PLAN` before weights are read that do not fit, and what reading a base throws. */
export async function compareBase(
  { name, files, form, source, backend, backendFiles, options }: BaseComparison,
  sequences: readonly (readonly number[])[],
  onCompared?: OnCompared,
): Promise<ComparedWeights> {
  const { config, tokenizer } = openBase(name, files, form);
  let computed = backend;
  const open = async (as: WeightForm): Promise<Engine> => {
    const weightBytes = bytesOfBases([{ config, form: as }]);
    // By the form of the run for both, or `auto` might compute one side where the other cannot be.
    const { engine, report } = await startEngine(computed, backendFiles, { ...options, weights: form, weightBytes });
    computed = report.backend;
    if (engine.backend !== 'wasm') return engine;
    const batches = makeBatches(config, [], asScored(sequences), { hidden: true, recompute: engine.recomputes ?? false });
    const scoring = engine.lanes * Math.max(...batches.map(({ plan }) => peakBytes(plan)));
    try {
      requireRoom(copiesFor(engine.lanes) * readingBytes(config, as), scoring, engine.lanes);
    } catch (error) {
      engine.dispose();
      throw error;
    }
    return engine;
  };
  const read = (as: WeightForm) => openBase(name, files, as).read();
  const {
    tokens,
    mean,
    max,
    at: place,
  } = await weightDifference({ stored: storedForm(name, files), form, read, open }, sequences, onCompared);
  const text = tokenizer.tokenText(at(at(sequences, place.sequence, 'sequence'), place.token, 'token'));
  return { base: name, form, source, tokens, kl_mean: mean, kl_max: max, max_at: { ...place, text }, backend: computed };
}

/** The smallest form that holds the very numbers of the folder's matrices: of a base in bfloat16 half of what f32 would take, and less. */
export function storedForm(name: string, files: ModelFiles): WeightForm {
  const matrices = [...openModelFolder(files, name).stored.values()].filter(({ shape }) => shape.length === 2);
  const [form, ...others] = new Set(matrices.map(({ exact }) => exact));
  return form !== undefined && others.length === 0 ? form : 'f32';
}

/** Throws where weights and activations, bytes in all workers together, are more than there is; no change of the run makes it less. */
function requireRoom(parameters: number, activations: number, lanes: number): void {
  const { worker, device } = roomFor(lanes);
  const total = parameters + activations;
  const share = total / copiesFor(lanes);
  if (share <= worker && (device === undefined || total <= device)) return;
  const found = share > worker ? 'worker' : 'device';
  const numbers = found === 'worker' ? { bytes: share, room: worker } : { bytes: total, room: device ?? worker };
  const inOne = found === 'worker' ? copiesFor(lanes) : 1;
  throw new FaultError(
    fault(engineFaults, 'E_MEMORY_PLAN', {
      found,
      work: 'comparison',
      ...numbers,
      parameters: parameters / inOne,
      cache: 0,
      change: null,
      after: null,
    }),
  );
}
