/**
 * A base with an adapter in it: W + (alpha / rank) · B · A in every matrix that the adapter acts on, summed in doubles and rounded once to
 * float32. Written as F32: in bfloat16 most of what a LoRA adapter adds would be rounded away.
 */
import { at } from '../../at.ts';
import type { ModelFiles } from '../files.ts';
import { readRows } from '../safetensors.ts';
import type { LoraWeights } from './adapters/peft.ts';
import { rewritten } from './rewritten.ts';

/** The files of the model in `given`, merged; its weights are made as they are read. The adapter must fit (`readPeft` with `modules`). */
export function merged(given: ModelFiles, { rank, alpha, tensors }: LoraWeights, folder: string): ModelFiles {
  const scale = alpha / rank;
  return rewritten(given, folder, (part, tensor, first, count) => {
    const [, columns = 0] = tensor.shape;
    const weights = readRows(tensor, part, first, count);
    const module = part.replace(/\.weight$/, '');
    const [a, b] = [tensors.get(`${module}.lora_A`), tensors.get(`${module}.lora_B`)];
    if (!a || !b) return weights;
    const sums = new Float64Array(columns);
    for (let row = 0; row < count; row += 1) {
      const own = weights.subarray(row * columns, (row + 1) * columns);
      sums.set(own);
      for (let k = 0; k < rank; k += 1) {
        const factor = scale * at(b.data, (first + row) * rank + k, 'lora_B');
        const from = k * columns;
        for (let column = 0; column < columns; column += 1) sums[column] = (sums[column] ?? 0) + factor * (a.data[from + column] ?? 0);
      }
      own.set(sums);
    }
    return weights;
  });
}
