/** What a graphics processor gives through WebGPU, measured in the run that is held against it. */

export interface GpuLimits {
  /** Multiplications and additions in single precision, 10⁹ a second: sixteen sums an invocation, all in registers. */
  readonly gflops: number;
  /** Copying 256 MiB in storage buffers, bytes read and written, GB/s. */
  readonly bandwidth: number;
  /** A dispatch that waits for the one before it, µs: 2,000 of one invocation each. */
  readonly dispatch: number;
  /** A submission and a read-back of 16 bytes, µs. */
  readonly roundTrip: number;
}

const INVOCATIONS = 2 ** 20;
const TURNS = 2_048;

const REGISTERS = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4<f32>>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  // Each lane of a vector has a number of its own, or one would be computed for all.
  let x = vec4<f32>(gid.xxxx & vec4<u32>(7u, 15u, 31u, 63u)) * 1e-6 + vec4<f32>(0.999, 0.998, 0.997, 0.996);
  var a = x; var b = x * 0.5; var c = x * 0.25; var d = x * 0.125;
  let add = vec4<f32>(1e-3);
  for (var i = 0u; i < ${TURNS}u; i += 1u) { a = fma(a, x, add); b = fma(b, x, add); c = fma(c, x, add); d = fma(d, x, add); }
  if (dot(a + b + c + d, vec4<f32>(1.0)) == 12345.0) { out[gid.x] = a; }
}`;

const COPY = `
@group(0) @binding(0) var<storage, read> given: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> made: array<vec4<f32>>;
@compute @workgroup_size(256) fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let at = gid.y * groups.x * 256u + gid.x;
  if (at < arrayLength(&given)) { made[at] = given[at]; }
}`;

const RAISE = `
@group(0) @binding(0) var<storage, read_write> x: array<vec4<f32>>;
@compute @workgroup_size(1) fn main() { x[0] += vec4<f32>(1.0); }`;

export async function measureGpu(device: GPUDevice, mebibytes = 256): Promise<GpuLimits> {
  device.pushErrorScope('validation');
  const buffer = (size: number) =>
    device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  const prepared = (code: string, buffers: readonly GPUBuffer[]) => {
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
    const entries = buffers.map((one, binding) => ({ binding, resource: { buffer: one } }));
    return { pipeline, group: device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }) };
  };
  /** Milliseconds of `times` dispatches, the best of five submissions. */
  const best = async ({ pipeline, group }: ReturnType<typeof prepared>, [x, y]: readonly [number, number], times: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 5; turn += 1) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      for (let i = 0; i < times; i += 1) pass.dispatchWorkgroups(x, y);
      pass.end();
      const commands = encoder.finish();
      const start = performance.now();
      device.queue.submit([commands]);
      await device.queue.onSubmittedWorkDone();
      least = Math.min(least, performance.now() - start);
    }
    return least;
  };
  const bytes = mebibytes * 2 ** 20;
  const [small, from, to] = [buffer(INVOCATIONS * 16), buffer(bytes), buffer(bytes)];
  // Whole by whole: nothing is as fast as reading what was never written.
  device.queue.writeBuffer(from, 0, new Float32Array(2 ** 18).fill(1));
  const registers = await best(prepared(REGISTERS, [small]), [INVOCATIONS / 64, 1], 4);
  const groups = bytes / 16 / 256;
  const copied = await best(prepared(COPY, [from, to]), [Math.min(groups, 32_768), Math.ceil(groups / 32_768)], 20);
  const waiting = await best(prepared(RAISE, [small]), [1, 1], 2_000);
  const staging = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  let trip = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 20; turn += 1) {
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(small, 0, staging, 0, 16);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    staging.unmap();
    trip = Math.min(trip, performance.now() - start);
  }
  const wrong = await device.popErrorScope();
  if (wrong) throw new Error(wrong.message);
  for (const one of [small, from, to, staging]) one.destroy();
  return {
    gflops: (INVOCATIONS * TURNS * 16 * 2 * 4) / registers / 1e6,
    bandwidth: (2 * bytes * 20) / copied / 1e6,
    dispatch: waiting / 2,
    roundTrip: 1000 * trip,
  };
}
