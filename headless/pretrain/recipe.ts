/** How the bases are made: sizes and settings that were measured to give RL something to sharpen (docs/results.md). */
import type { BackendReport } from '../../src/core/backend.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import { plainLlama } from '../../src/engine/model/plainLlama.ts';
import { PRETRAINING, type SupervisedSettings } from '../../src/session/update/supervised.ts';
import { chooseProject } from '../kit/project.ts';
import type { CardText } from './card.ts';
import { courseCorpus } from './arithmetic/corpus.ts';
import { MICRO_COURSE, STANDARD_COURSE } from './arithmetic/courses.ts';
import type { Corpus } from './rows/corpus.ts';
import { storiesCorpus } from './stories/corpus.ts';
import { NARROW, WIDE } from './stories/courses.ts';

/** One training on one corpus. */
export interface Stage {
  readonly corpus: Corpus;
  /** Corpus size in tokens; each is seen once. */
  readonly tokens: number;
  readonly training: Omit<SupervisedSettings, 'seed'>;
}

/** The first stage begins with nothing, and its corpus makes the tokenizer. */
export interface Recipe extends Stage {
  /** The base's folder below `public/models/`. */
  readonly name: string;
  /** Whose team is measured on it. */
  readonly project: () => ProjectDocument;
  readonly seed: number;
  readonly config: ModelConfig;
  readonly embeddingStd: number;
  /** The backend on which the shipped weights were made: another one gives slightly other numbers. */
  readonly backend: BackendReport['backend'];
  /** What comes after the first stage, on the weights in the form in which they ship. */
  readonly further?: readonly Stage[];
  /** How its weights ship; what is measured of the base is measured of these numbers. */
  readonly ships: 'F32' | 'BF16';
  /** Episodes of each measurement of the untrained team. */
  readonly measured: number;
  readonly about: CardText;
}

const ARITHMETIC: CardText = {
  does: 'It plans, solves and checks arithmetic word problems',
  knows: 'these problems',
  generator: 'headless/pretrain/arithmetic/corpus.ts',
  team: 'planner → solver',
};

export const MICRO: Recipe = {
  name: 'micro',
  project: () => chooseProject({ preset: 'micro' }),
  seed: 1,
  corpus: courseCorpus(MICRO_COURSE),
  config: plainLlama({ vocabularySize: 512, hiddenSize: 64, intermediateSize: 160, layers: 2 }),
  tokens: 2_000_000,
  embeddingStd: 0.25,
  backend: 'tfjs-wasm',
  training: PRETRAINING,
  ships: 'F32',
  measured: 512,
  about: ARITHMETIC,
};

export const STANDARD: Recipe = {
  name: 'standard',
  project: () => chooseProject({ preset: 'standard' }),
  seed: 1,
  corpus: courseCorpus(STANDARD_COURSE),
  config: plainLlama({ vocabularySize: 640, hiddenSize: 96, intermediateSize: 256, layers: 3 }),
  tokens: 6_000_000,
  embeddingStd: 0.25,
  backend: 'wasm',
  training: PRETRAINING,
  ships: 'F32',
  measured: 512,
  about: ARITHMETIC,
};

/**
 * The step between toy and real: English, a chat template, some 4 million parameters. One to two hours on two cores. After the first
 * stage it knows its products and not half of its other sums (docs/models.md), which is too little for RL to sharpen.
 */
export const STORIES: Recipe = {
  name: 'stories',
  project: () => chooseProject({ preset: 'stories-duo' }),
  seed: 1,
  corpus: storiesCorpus(WIDE),
  config: plainLlama({ vocabularySize: 2048, hiddenSize: 192, intermediateSize: 512, layers: 8 }),
  tokens: 6_000_000,
  embeddingStd: 0.1,
  backend: 'wasm',
  training: { ...PRETRAINING, learningRate: 2e-3, warmupSteps: 200 },
  further: [
    { corpus: storiesCorpus(NARROW), tokens: 600_000, training: { ...PRETRAINING, learningRate: 8e-4, batchRows: 8, warmupSteps: 30 } },
  ],
  ships: 'BF16',
  measured: 256,
  about: {
    does: 'It solves and checks arithmetic stories of several steps, in English and by instructions,',
    knows: 'such stories, sums, and a few small tasks with words',
    generator: 'headless/pretrain/stories/corpus.ts',
    team: 'solver → checker',
  },
};

export const stagesOf = (recipe: Recipe): readonly Stage[] => [recipe, ...(recipe.further ?? [])];

/** By the name that `npm run make-base -- --preset` takes. */
export const RECIPES = { micro: MICRO, standard: STANDARD, stories: STORIES } as const;
