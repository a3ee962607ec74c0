/** Chinese words of what a run is computed on, and why. */
import type { backendReasonsEn, devicesEn } from '../../en/training/backendReasons.ts';
import type { Translated } from '../../forms/translated.ts';

export const backendReasonsZh: Translated<typeof backendReasonsEn> = {
  chosen: () => '在设置中选择',
  noWebgpu: () => '这台设备没有 WebGPU',
  software: () => '这里唯一的 WebGPU 适配器是软件实现的，比 WASM 慢',
  notMeasured: () => 'WebGPU 没有通过一次简短的测量',
  measured: ({ gpu, cpu }) => `一个小训练步在 WebGPU 上用 ${gpu} ms，在 WASM 上${cpu === null ? '失败' : `用 ${cpu} ms`}`,
  ownWasmFailed: ({ why }) => `${why}，而且我们自己的 WASM 内核没有启动`,
  wasmFailed: ({ why }) => `${why}，而且 WASM 没有启动`,
  oneWorker: ({ why, memories }) =>
    memories > 1
      ? `${why}；只有一个工作线程，各层分在 ${memories} 块 WebAssembly 内存中，因为一块内存装不下所需的内容`
      : `${why}；只有一个工作线程，因为用几个时一块内存装不下所需的内容`,
  notShared: ({ why, megabytes }) =>
    `${why}；只有一个工作线程，因为这个页面不能在工作线程之间共享内存（它没有跨源隔离），而每个都要再装一份 ${megabytes} MB 的权重`,
};

export const devicesZh: Translated<typeof devicesEn> = {
  thread: ({ simd }) => `一个线程，${vectors(simd)}`,
  workers: ({ count, simd }) => `${count} 个工作线程，${vectors(simd)}`,
  layered: ({ device, memories }) => `${device}，各层分在 ${memories} 块内存中`,
  script: () => '纯 JavaScript',
  adapter: () => 'WebGPU 适配器',
};

const vectors = (simd: string): string => (simd === 'no SIMD' ? '无 SIMD' : simd);
