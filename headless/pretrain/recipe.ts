/** How the bases are made: sizes and settings that were measured to give RL something to sharpen (docs/results.md). */
import type { BackendReport } from '../../src/core/backend.ts';
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import { plainLlama } from '../../src/engine/model/plainLlama.ts';
import { PRETRAINING, type SupervisedSettings } from '../../src/session/update/supervised.ts';
import { type Course, MICRO_COURSE, STANDARD_COURSE } from './courses.ts';

export interface Recipe {
  /** The base's folder below `public/models/`, and the preset whose team is measured on it. */
  readonly name: PresetName;
  readonly seed: number;
  readonly course: Course;
  readonly config: ModelConfig;
  /** Corpus size in tokens; each is seen once. */
  readonly tokens: number;
  readonly embeddingStd: number;
  /** The backend on which the shipped weights were made: another one gives slightly other numbers. */
  readonly backend: BackendReport['backend'];
  readonly training: Omit<SupervisedSettings, 'seed'>;
}

export const MICRO: Recipe = {
  name: 'micro',
  seed: 1,
  course: MICRO_COURSE,
  config: plainLlama({ vocabularySize: 512, hiddenSize: 64, intermediateSize: 160, layers: 2 }),
  tokens: 2_000_000,
  embeddingStd: 0.25,
  backend: 'tfjs-wasm',
  training: PRETRAINING,
};

export const STANDARD: Recipe = {
  name: 'standard',
  seed: 1,
  course: STANDARD_COURSE,
  config: plainLlama({ vocabularySize: 640, hiddenSize: 96, intermediateSize: 256, layers: 3 }),
  tokens: 6_000_000,
  embeddingStd: 0.25,
  backend: 'wasm',
  training: PRETRAINING,
};

/** By the name that `npm run make-base -- --preset` takes. */
export const RECIPES = { micro: MICRO, standard: STANDARD } as const;
