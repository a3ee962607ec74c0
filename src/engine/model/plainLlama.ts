/** The shape of the bases made here: a plain Llama with four heads, tied embeddings and our tokenizer's special tokens. */
import type { ModelConfig } from '../../core/formats/models/model-config.ts';

export type PlainLlamaSize = Pick<ModelConfig, 'hiddenSize' | 'intermediateSize' | 'layers' | 'vocabularySize'>;

export function plainLlama(size: PlainLlamaSize): ModelConfig {
  return {
    ...size,
    modelType: 'llama',
    heads: 4,
    kvHeads: 4,
    headDim: size.hiddenSize / 4,
    maxPositionEmbeddings: 1024,
    rmsNormEps: 1e-5,
    ropeTheta: 10_000,
    ropeScaling: null,
    tieWordEmbeddings: true,
    attentionBias: false,
    qkNorm: false,
    bosTokenId: null,
    eosTokenIds: [2],
    padTokenId: 0,
  };
}
