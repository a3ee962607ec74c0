/** The output embedding alone, on features that a pass has left: logits of some rows over the whole vocabulary. */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { Plan } from '../contracts/plan.ts';
import { PlanBuilder } from './builder.ts';
import { cachedPlan } from './planCache.ts';

/** The tensor that is the head of a model. */
export const headTensor = ({ tieWordEmbeddings }: ModelConfig): string =>
  tieWordEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight';

/** `features` [rows, D] → `logits` [rows, V] by the parameter `weight`. */
export function headPlan(config: ModelConfig, rows: number, weight: string): Plan {
  return cachedPlan(['head', rows, weight, config], () => {
    const builder = new PlanBuilder(rows, rows, null, []);
    const features = builder.input('features', 'f32', 'tokens', rows, [config.hiddenSize]);
    const cap = config.gemma?.logitCap ?? null;
    const table = builder.parameter(weight, [config.vocabularySize, config.hiddenSize]);
    const logits = builder.linear(features, table, cap === null ? 'logits' : 'logits.whole');
    return builder.build('head', [cap === null ? logits : builder.softcap(logits, cap, 'logits')]);
  });
}
