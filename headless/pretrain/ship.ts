/** A base that was trained, as the folder that ships: its weights in the form of its recipe, and its card with what they do. */
import type { Split } from '../../src/core/environment/contract.ts';
import { writeModelFolder } from '../../src/core/formats/models/hf.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../../src/core/formats/safetensors.ts';
import type { TokenizerFiles } from '../../src/core/tokenizer/files.ts';
import { TextTokenizer } from '../../src/core/tokenizer/tokenizer.ts';
import { bfloatToFloat, floatToBfloat } from '../../src/core/weights/half.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { TrainingSession } from '../../src/session/run/session.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import type { BaseModel } from '../../src/session/team/base.ts';
import { type CardFacts, type MadeFacts, modelCard } from './card.ts';
import type { Recipe } from './recipe.ts';

export interface MadeBase {
  readonly config: ModelConfig;
  readonly weights: ReadonlyMap<string, HostTensor>;
  readonly tokenizer: TokenizerFiles & { readonly specialTokensMap: unknown };
  readonly facts: MadeFacts;
}

/** The folder's files. The team of the recipe is measured on the very numbers that are written. */
export async function shippedFolder(recipe: Recipe, made: MadeBase, engine: Engine): Promise<Record<string, Uint8Array>> {
  const { name, ships, about } = recipe;
  const { config, tokenizer, facts } = made;
  const weights = inForm(ships, made.weights);
  const { tokenizerJson, tokenizerConfig } = tokenizer;
  const base: BaseModel = { name, config, form: 'f32', weights, tokenizer: TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig) };
  const accuracy = await untrainedAccuracy(recipe, base, engine);
  const card = modelCard({ ...facts, name, config, ships, accuracy, about });
  return writeModelFolder({ config, tensors: weights, tokenizer, card, writeAs: ships === 'F32' ? undefined : ships });
}

/** The nearest numbers of the form, as floats. */
export function inForm(ships: Recipe['ships'], weights: ReadonlyMap<string, HostTensor>): ReadonlyMap<string, HostTensor> {
  if (ships === 'F32') return weights;
  return new Map(
    [...weights].map(([name, { shape, data }]) => [name, { shape, data: data.map((value) => bfloatToFloat(floatToBfloat(value))) }]),
  );
}

/** How well the recipe's team does on this base before any reinforcement learning. */
async function untrainedAccuracy({ project, measured: episodes }: Recipe, base: BaseModel, engine: Engine): Promise<CardFacts['accuracy']> {
  const session = await TrainingSession.create({ document: project(), bases: [base], engine, environment: createSandbox() });
  const evaluate = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes, greedy })).reward;
  return { train: await evaluate('train', false), test: await evaluate('test', false), greedy: await evaluate('train', true), episodes };
}
