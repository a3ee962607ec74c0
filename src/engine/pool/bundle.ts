/** Many arrays as one: what a message costs grows with the number of its buffers more than with their bytes. */
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { isPacked, type PackedMatrix } from '../../core/weights/packed.ts';
import type { HostOutputs, Parameter } from '../contracts/executor.ts';

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

/** Parameters: those in single precision as one array, each packed matrix as it is. */
export interface ParameterBundle extends Bundle {
  readonly packed: readonly (readonly [string, PackedMatrix])[];
}

export function bundleParameters(parameters: readonly (readonly [string, Parameter])[]): ParameterBundle {
  const tensors = parameters.flatMap(([name, tensor]) => (isPacked(tensor) ? [] : [[name, tensor] as const]));
  const packed = parameters.flatMap(([name, tensor]) => (isPacked(tensor) ? [[name, tensor] as const] : []));
  return { ...bundleTensors(tensors), packed };
}

export const unbundleParameters = (bundle: ParameterBundle): (readonly [string, Parameter])[] => [
  ...unbundleTensors(bundle),
  ...bundle.packed,
];

export const bundleOutputs = (outputs: HostOutputs): Bundle =>
  bundleTensors(Object.entries(outputs).map(([name, data]) => [name, { shape: [data.length], data }] as const));

export const unbundleOutputs = (bundle: Bundle): HostOutputs =>
  Object.fromEntries(unbundleTensors(bundle).map(([name, { data }]) => [name, data]));
