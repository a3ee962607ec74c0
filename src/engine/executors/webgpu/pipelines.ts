/** Kernels as a device has compiled them. */
import type { GpuDevice } from './device.ts';
import { type Binding, type Kernel, wgsl } from './kernels/kernel.ts';

export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** Compiled kernels of one device. */
export class Pipelines {
  readonly #compiled = new Map<string, Pipeline>();

  constructor(readonly device: GpuDevice) {}

  get(kernel: Kernel): Pipeline {
    const known = this.#compiled.get(kernel.key);
    if (known) return known;
    const { raw } = this.device;
    const typeOf = ({ written, uniform }: Binding) =>
      uniform === undefined ? (written ? ('storage' as const) : ('read-only-storage' as const)) : ('uniform' as const);
    const types = ['uniform' as const, 'uniform' as const, ...kernel.bindings.map(typeOf)];
    const layout = raw.createBindGroupLayout({
      entries: types.map((type, binding) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } })),
    });
    const pipeline = raw.createComputePipeline({
      label: kernel.key,
      layout: raw.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module: raw.createShaderModule({ label: kernel.key, code: wgsl(kernel) }), entryPoint: 'main' },
    });
    const made = { pipeline, layout };
    this.#compiled.set(kernel.key, made);
    return made;
  }
}
