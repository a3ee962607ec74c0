/**
 * KL per token between two models, over the whole vocabulary: what holding a base in fewer bits changes, between the model as its folder
 * stores it and the form it is held in, without adapters; or a merged model and the one that was trained. The two models are on an engine one after the other; of each only the features under its head stay,
 * [N, D], and its head, so that at the end two heads lie side by side and logits some rows at a time.
 */
import { at, field } from '../../core/at.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { LoraWeights } from '../../core/formats/models/adapters/peft.ts';
import { logitsKl } from '../../core/weights/divergence.ts';
import type { WeightForm } from '../../core/weights/packed.ts';
import { evaluatePlan, type Parameter } from '../../engine/contracts/executor.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import type { Engine } from '../../engine/engine.ts';
import { chunkRows } from '../../engine/model/chunkedHead.ts';
import { headPlan, headTensor } from '../../engine/model/headPlan.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import type { BaseModel } from './base.ts';

export interface WeightDifference {
  /** Tokens that were predicted. */
  readonly tokens: number;
  /** Nats a token. */
  readonly mean: number;
  readonly max: number;
  /** Where the largest is: the sequence and the predicted token in it. */
  readonly at: { readonly sequence: number; readonly token: number };
}

export interface ComparedBase {
  /** A form that holds what the folder stores exactly; f32 does always. */
  readonly stored?: WeightForm;
  /** Reads the base in a form; asked once for each, and nothing of what it gave is kept but its head. */
  readonly read: (form: WeightForm) => BaseModel;
  /** An engine for bases in that form; disposed of here. */
  readonly open: (form: WeightForm) => Promise<Engine>;
  readonly form: WeightForm;
}

/** A model as it computes: a base in a form, and an adapter on it if there is one. */
export interface ComparedModel {
  readonly form: WeightForm;
  /** Asked once; nothing of what it gave is kept but its head. */
  readonly read: () => BaseModel;
  readonly adapter?: LoraWeights;
}

/** Hears how many of its steps are done: tokens through the one model, through the other, and through both heads. What it throws ends the work. */
export type OnCompared = (done: number, of: number) => void;

/** The sequences as they are scored: every token but the first. */
export const asScored = (sequences: readonly (readonly number[])[]): ScoredSequence[] =>
  sequences.map((ids) => ({ ids, first: 1, slot: -1, temperature: 1 }));

/** What a model leaves. */
interface Left {
  readonly config: ModelConfig;
  /** Features under each predicted token, [N, D]. */
  readonly hidden: Float32Array;
  readonly head: Parameter;
}

const [FIRST, SECOND] = ['first.head', 'second.head'];
/** What the adapter of a model is called on its engine. */
const ADAPTER = 'adapter';

/** `sequences`: token ids, each of two at least; every token but a sequence's first is predicted. */
export function weightDifference(
  { stored = 'f32', form, read, open }: ComparedBase,
  sequences: readonly (readonly number[])[],
  onCompared?: OnCompared,
): Promise<WeightDifference> {
  const as = (held: WeightForm): ComparedModel => ({ form: held, read: () => read(held) });
  return modelDifference(open, as(stored), as(form), sequences, onCompared);
}

/** KL(p ‖ q) of two models of one shape, on engines that `open` gives. */
export async function modelDifference(
  open: ComparedBase['open'],
  p: ComparedModel,
  q: ComparedModel,
  sequences: readonly (readonly number[])[],
  onCompared: OnCompared = () => {},
): Promise<WeightDifference> {
  if (sequences.length === 0 || sequences.some((ids) => ids.length < 2)) throw new RangeError('a text has two tokens at least');
  const places = sequences.flatMap((ids, sequence) => ids.slice(1).map((_, token) => ({ sequence, token: token + 1 })));
  let done = 0;
  const onTokens = (tokens: number): void => onCompared((done += tokens), 3 * places.length);
  onTokens(0);
  const first = await pass(open, p, sequences, onTokens);
  const second = await pass(open, q, sequences, onTokens);
  const engine = await open(q.form === 'f32' ? p.form : q.form);
  try {
    engine.setParameters([
      [FIRST, first.head],
      [SECOND, second.head],
    ]);
    const { hiddenSize: D, vocabularySize: V } = first.config;
    let [sum, max, largest] = [0, -1, 0];
    const most = chunkRows(V);
    for (let from = 0; from < places.length; from += most) {
      const rows = Math.min(most, places.length - from);
      const logitsOf = async (weight: string, { config, hidden }: Left): Promise<Float32Array> => {
        const features = hidden.subarray(from * D, (from + rows) * D);
        return field(await evaluatePlan(engine, headPlan(config, most, weight), { features }), 'logits');
      };
      const [ofP, ofQ] = [await logitsOf(FIRST, first), await logitsOf(SECOND, second)];
      for (let row = 0; row < rows; row += 1) {
        const kl = logitsKl(ofP.subarray(row * V, (row + 1) * V), ofQ.subarray(row * V, (row + 1) * V));
        sum += kl;
        if (kl > max) [max, largest] = [kl, from + row];
      }
      onTokens(rows);
    }
    return { tokens: places.length, mean: sum / places.length, max, at: at(places, largest, 'token') };
  } finally {
    engine.dispose();
  }
}

/** One model's pass over all sequences; its weights are of no more use afterwards. */
async function pass(
  open: ComparedBase['open'],
  { form, read, adapter }: ComparedModel,
  sequences: readonly (readonly number[])[],
  onTokens: (tokens: number) => void,
): Promise<Left> {
  const engine = await open(form);
  try {
    const { config, weights } = read();
    const head = weights.get(headTensor(config));
    if (!head) throw new Error('the base has no head');
    engine.setParameters(weights, true);
    if (adapter) engine.setParameters([...adapter.tensors].map(([name, tensor]) => [`${ADAPTER}/${name}`, tensor]));
    const slots = adapter ? [slotOf(adapter)] : [];
    const scored = asScored(sequences).map((sequence) => ({ ...sequence, slot: slots.length - 1 }));
    const { hidden } = await scoreSequences(engine, config, slots, scored, { hidden: true, onTokens });
    return { config, hidden, head };
  } finally {
    engine.dispose();
  }
}

function slotOf({ rank, alpha, tensors }: LoraWeights): AdapterSlot {
  const modules = new Set([...tensors.keys()].map((name) => name.replace(/\.lora_[AB]$/, '')));
  return { name: ADAPTER, rank, scale: alpha / rank, modules, trainable: false };
}
