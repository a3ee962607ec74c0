/**
 * Times every dispatch of a device by its own pass and two time stamps, and sums them by kernel. The passes keep dispatches from
 * overlapping and cost time of their own, so shares are right and their sum is not what an unmeasured run takes.
 */

export interface KernelTime {
  readonly kernel: string;
  readonly dispatches: number;
  /** Milliseconds. */
  readonly time: number;
  /** Of the slowest dispatch, and its grid. */
  readonly slowest: { readonly time: number; readonly grid: string };
}

/** Stamps of one set of queries: as many as there may be. */
const SET = 4_096;

/** Wraps `device`, which must have the feature timestamp-query, until it is asked for `times`. */
export function profiled(device: GPUDevice) {
  const sets: GPUQuerySet[] = [];
  const setOf = (at: number): GPUQuerySet => (sets[Math.floor(at / SET)] ??= device.createQuerySet({ type: 'timestamp', count: SET }));
  const resolved = device.createBuffer({ size: SET * 8, usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC });
  const staging = device.createBuffer({ size: SET * 8, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const labels = new Map<GPUComputePipeline, string>();
  const taken: { label: string; grid: string }[] = [];
  let on = false;
  const createPipeline = device.createComputePipeline.bind(device);
  device.createComputePipeline = (descriptor) => {
    const pipeline = createPipeline(descriptor);
    labels.set(pipeline, descriptor.label ?? '?');
    return pipeline;
  };
  const createEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createEncoder(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (given) => (on ? measuredPass(begin) : begin(given));
    return encoder;
  };

  function measuredPass(begin: GPUCommandEncoder['beginComputePass']): GPUComputePassEncoder {
    let pipeline: GPUComputePipeline | undefined;
    let group: GPUBindGroup | null = null;
    const pass = {
      setPipeline: (one: GPUComputePipeline) => {
        pipeline = one;
      },
      setBindGroup: (_index: number, one: GPUBindGroup | null) => {
        group = one;
      },
      dispatchWorkgroups: (x: number, y = 1, z = 1) => {
        const at = taken.length * 2;
        if (!pipeline) throw new Error('a dispatch without a pipeline');
        taken.push({ label: labels.get(pipeline) ?? '?', grid: `${x} × ${y} × ${z}` });
        const own = begin({
          timestampWrites: { querySet: setOf(at), beginningOfPassWriteIndex: at % SET, endOfPassWriteIndex: (at % SET) + 1 },
        });
        own.setPipeline(pipeline);
        own.setBindGroup(0, group);
        own.dispatchWorkgroups(x, y, z);
        own.end();
      },
      end: () => undefined,
    };
    return pass as unknown as GPUComputePassEncoder;
  }

  return {
    start(): void {
      on = true;
      taken.length = 0;
    },
    async times(): Promise<KernelTime[]> {
      on = false;
      const stamps = new BigUint64Array(taken.length * 2);
      for (let at = 0; at < stamps.length; at += SET) {
        const count = Math.min(SET, stamps.length - at);
        const encoder = createEncoder();
        encoder.resolveQuerySet(setOf(at), 0, count, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, staging, 0, count * 8);
        device.queue.submit([encoder.finish()]);
        await staging.mapAsync(GPUMapMode.READ);
        stamps.set(new BigUint64Array(staging.getMappedRange(0, count * 8)), at);
        staging.unmap();
      }
      const kernels = new Map<string, KernelTime>();
      taken.forEach(({ label, grid }, i) => {
        const time = Number((stamps[2 * i + 1] ?? 0n) - (stamps[2 * i] ?? 0n)) / 1e6;
        const before = kernels.get(label) ?? { kernel: label, dispatches: 0, time: 0, slowest: { time: -1, grid } };
        kernels.set(label, {
          kernel: label,
          dispatches: before.dispatches + 1,
          time: before.time + time,
          slowest: time > before.slowest.time ? { time, grid } : before.slowest,
        });
      });
      return [...kernels.values()].sort((a, b) => b.time - a.time);
    },
  };
}
