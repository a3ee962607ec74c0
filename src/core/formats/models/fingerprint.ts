/**
 * What a base model is, whatever its folder is called: SHA-256 over its configuration and every weight. A model that was saved
 * again, in shards or in another order, has the same; so has one in bfloat16 and its float32 copy.
 */
import { sha256 } from '../../sha256.ts';
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
    const data = 'read' in tensor ? tensor.read() : tensor.data;
    lines.push(`${name} [${shape.join()}] ${await digest(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))}`);
  }
  return digest(new TextEncoder().encode(lines.join('\n')));
}

/** The browser's own is forty times as fast, and not there on pages without TLS. */
async function digest(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return sha256(bytes);
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
