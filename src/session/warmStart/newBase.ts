/** A base from nothing: a tokenizer made of what this team reads and says, and random weights of a tiny Llama. */
import type { WarmStartSettings } from '../../core/document/schema.ts';
import { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';
import { trainBpe, type TrainedTokenizer } from '../../core/tokenizer/train.ts';
import { initialWeights } from '../../engine/model/initialize.ts';
import { plainLlama } from '../../engine/model/plainLlama.ts';
import type { BaseModel, BaseOutline } from '../team/base.ts';

const EMBEDDING_STD = 0.25;

export interface NewBase {
  /** What it will be: its tokens and its shape, of which nothing is made yet. */
  readonly outline: BaseOutline;
  readonly tokenizer: TrainedTokenizer;
  /** Draws its weights. */
  readonly read: () => BaseModel;
}

/** `texts`: what prompts and messages of the team are made of. */
export function newBase(name: string, { hiddenSize, layers, vocabularySize, seed }: WarmStartSettings, texts: readonly string[]): NewBase {
  // The feed-forward part is two and a half times as wide, as in the shipped bases.
  const shape = { hiddenSize, intermediateSize: 16 * Math.ceil((2.5 * hiddenSize) / 16), layers };
  const trained = trainBpe(texts, { vocabularySize, maxLength: plainLlama({ ...shape, vocabularySize }).maxPositionEmbeddings });
  const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
  const config = plainLlama({ ...shape, vocabularySize: tokenizer.vocabularySize });
  const outline: BaseOutline = { name, config, form: 'f32', tokenizer };
  return { outline, tokenizer: trained, read: () => ({ ...outline, weights: initialWeights(config, seed, EMBEDDING_STD) }) };
}
