/**
 * What a base model is, whatever its folder is called: SHA-256 over its configuration and every weight. A model that was saved
 * again, in shards or in another order, has the same; so has one in bfloat16 and its float32 copy.
 */
import { sha256, Sha256 } from '../../sha256.ts';
import { type ModelConfig, modelTensorShapes } from './model-config.ts';
import type { HostTensor, StoredTensor } from '../safetensors.ts';

/**
 * In hexadecimal. `tensors` are those of `modelTensorShapes(config)`, in memory or still in their file: what a base is does not
 * depend on the form its matrices are held in. Which ids begin, end and pad a text is of no account: it
 * changes no logit, and tools write it in several ways.
 */
export async function baseFingerprint(config: ModelConfig, tensors: ReadonlyMap<string, HostTensor | StoredTensor>): Promise<string> {
  const { scope = '', bosTokenId: _bos, eosTokenIds: _eos, padTokenId: _pad, maxPositionEmbeddings: _most, ...computes } = config;
  const lines = [JSON.stringify(Object.entries(computes).toSorted(([a], [b]) => (a < b ? -1 : 1)))];
  for (const [name, shape] of modelTensorShapes(config)) {
    const tensor = tensors.get(scope + name) ?? tensors.get(name);
    if (!tensor) throw new Error(`baseFingerprint: the tensor ${name} is missing`);
    lines.push(`${name} [${shape.join()}] ${await ('read' in tensor ? storedDigest(tensor) : digest(bytesOf(tensor.data)))}`);
  }
  return digest(new TextEncoder().encode(lines.join('\n')));
}

/** Values of a stored tensor that are in memory at once. */
const AT_ONCE = 2 ** 22;

/** Of a tensor that is large some rows are read at a time, although the browser's own digest, which takes all or nothing, is faster. */
async function storedDigest({ shape, read }: StoredTensor): Promise<string> {
  const values = shape.reduce((a, b) => a * b, 1);
  const [rows = 1] = shape;
  if (values <= AT_ONCE || shape.length < 2) return digest(bytesOf(read()));
  const hash = new Sha256();
  const some = Math.max(1, Math.floor((AT_ONCE * rows) / values));
  for (let first = 0; first < rows; first += some) hash.update(bytesOf(read(first, Math.min(some, rows - first))));
  return hash.hex();
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);

/** The browser's own is forty times as fast, and not there on pages without TLS. */
async function digest(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return sha256(bytes);
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
