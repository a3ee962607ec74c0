/** Many arrays as one: what a message costs grows with the number of its buffers more than with their bytes. */
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { HostOutputs } from '../contracts/executor.ts';

export interface Bundle {
  readonly entries: readonly { readonly name: string; readonly shape: readonly number[]; readonly length: number }[];
  readonly data: Float32Array<ArrayBuffer>;
}

export function bundleTensors(tensors: readonly (readonly [string, HostTensor])[]): Bundle {
  const data = new Float32Array(tensors.reduce((sum, [, tensor]) => sum + tensor.data.length, 0));
  let at = 0;
  const entries = tensors.map(([name, tensor]) => {
    data.set(tensor.data, at);
    at += tensor.data.length;
    return { name, shape: tensor.shape, length: tensor.data.length };
  });
  return { entries, data };
}

/** The tensors of a bundle; their data are parts of its one array. */
export function unbundleTensors({ entries, data }: Bundle): [string, HostTensor][] {
  let at = 0;
  return entries.map(({ name, shape, length }) => {
    at += length;
    return [name, { shape: [...shape], data: data.subarray(at - length, at) }];
  });
}

export const bundleOutputs = (outputs: HostOutputs): Bundle =>
  bundleTensors(Object.entries(outputs).map(([name, data]) => [name, { shape: [data.length], data }] as const));

export const unbundleOutputs = (bundle: Bundle): HostOutputs =>
  Object.fromEntries(unbundleTensors(bundle).map(([name, { data }]) => [name, data]));
