/** How the *micro* base is made: sizes and settings that were measured to give RL something to sharpen (docs/results.md). */
import type { ModelConfig } from '../../src/core/formats/model-config.ts';
import { plainLlama } from '../../src/engine/model/plainLlama.ts';
import type { SupervisedSettings } from '../../src/session/supervised.ts';

export interface Recipe {
  readonly seed: number;
  readonly config: ModelConfig;
  /** Corpus size in tokens; each is seen once. */
  readonly tokens: number;
  readonly embeddingStd: number;
  readonly training: Omit<SupervisedSettings, 'seed'>;
}

export const MICRO: Recipe = {
  seed: 1,
  config: plainLlama({ vocabularySize: 512, hiddenSize: 64, intermediateSize: 160, layers: 2 }),
  tokens: 2_000_000,
  embeddingStd: 0.25,
  training: { learningRate: 4e-3, batchRows: 32, warmupSteps: 50, finalShare: 0.03, beta2: 0.98, weightDecay: 0.01, maxGradNorm: 1 },
};
