/** A safetensors file that is made as it is read: some rows of one tensor lie in memory at a time. */
import type { ByteSource } from './byteSource.ts';
import { bytesOfValues, safetensorsHeader, type WrittenTensor } from './safetensors.ts';

/** A tensor to be written whose values are made when they are asked for. */
export interface LazyTensor extends Pick<WrittenTensor, 'shape' | 'writeAs'> {
  /** `count` rows from `first`, row-major; of a vector its values from `first`. Asked in rising order, but for what is read twice. */
  readonly read: (first: number, count: number) => Float32Array;
}

/** Values that are made at once. */
const AT_ONCE = 2 ** 20;

interface Block {
  readonly tensor: LazyTensor;
  readonly first: number;
  readonly count: number;
  /** Where its bytes begin in the file. */
  readonly begin: number;
}

/** The bytes that `writeSafetensors` makes of the same tensors. */
export function safetensorsSource(tensors: readonly (readonly [string, LazyTensor])[]): ByteSource {
  const { header, size } = safetensorsHeader(tensors);
  const blocks: Block[] = [];
  let begin = header.byteLength;
  for (const [, tensor] of tensors) {
    const [rows = 1, ...rest] = tensor.shape;
    const row = rest.reduce((a, b) => a * b, 1);
    const some = Math.max(1, Math.floor(AT_ONCE / row));
    for (let first = 0; first < rows; first += some) {
      const count = Math.min(some, rows - first);
      blocks.push({ tensor, first, count, begin });
      begin += count * row * (tensor.writeAs ? 2 : 4);
    }
  }
  let made: { readonly block: Block; readonly bytes: Uint8Array } | null = null;
  const bytesOf = (block: Block): Uint8Array => {
    const { tensor, first, count } = block;
    if (made?.block !== block) made = { block, bytes: bytesOfValues({ data: tensor.read(first, count), writeAs: tensor.writeAs }) };
    return made.bytes;
  };
  return {
    size,
    slice: (from, to) => {
      const bytes = new Uint8Array(to - from);
      if (from < header.byteLength) bytes.set(header.subarray(from, to));
      const next = blocks.findIndex((block) => block.begin > from);
      const start = Math.max(0, (next < 0 ? blocks.length : next) - 1);
      for (const block of blocks.slice(start)) {
        if (block.begin >= to) break;
        const own = bytesOf(block);
        const begins = Math.max(0, from - block.begin);
        bytes.set(own.subarray(begins, Math.max(begins, to - block.begin)), Math.max(0, block.begin - from));
      }
      return bytes;
    },
  };
}
