/** Chinese words of what keeps the engine from starting or going on computing. */
import type { engineFaults, FittingChange } from '../../../en/faults/running/engine.ts';
import type { Translated } from '../../../forms/translated.ts';

type Diverged = Parameters<typeof engineFaults.E_DIVERGED>[0];
type Plan = Parameters<typeof engineFaults.E_MEMORY_PLAN>[0];
type Work = NonNullable<Plan['work']>;

function whatDiverged(of: Diverged): string {
  switch (of.found) {
    case 'logit':
      return '模型的一个 logits 值';
    case 'critic_gradient':
      return '评论家的梯度';
    case 'gradient':
      return `第 ${of.step} 步的梯度`;
    case 'metric':
      return `指标 ${of.name} `;
  }
}

function changed({ weights, kvCache, shorter, episodes, rows, layers, workers }: FittingChange): string {
  const parts = [
    weights && `基座模型的权重用 ${weights}`,
    kvCache && `KV 缓存用 ${kvCache}`,
    shorter && `消息的词元上限减到原来的${shorter === 2 ? '一半' : '四分之一'}`,
    episodes && (episodes === 1 ? '一次只推演一个回合' : `每次迭代 ${episodes} 个回合`),
    rows && (rows === 1 ? '每批一个示例' : `每批 ${rows} 个示例`),
    layers && (layers === 1 ? '一层' : `${layers} 层`),
    workers && (workers === 1 ? '一个工作线程（--workers 1）' : `${workers} 个工作线程（--workers ${workers}）`),
  ].filter((part) => typeof part === 'string');
  return parts.join('，');
}

const WORK: Readonly<Record<Work, string>> = {
  training: '这项训练',
  questions: '询问这次运行的团队',
  warm_start: '这次热启动',
  comparison: '比较这个基座模型的权重',
};
const NEEDS: Readonly<Record<Plan['found'], (bytes: string, room: string) => string>> = {
  worker: (bytes, room) => `需要约 ${bytes}，且须在同一块 WebAssembly 内存里，而一块最多 ${room}`,
  memories: (bytes, room) => `需要约 ${bytes}，逐层放进八块 WebAssembly 内存也放不下，每块最多 ${room}`,
  device: (bytes, room) => `需要约 ${bytes} 内存，而这台设备有 ${room}`,
};
const NOTHING: Readonly<Record<Work, string>> = {
  training: '没有哪种设置能让它放得下；请换较小的基座模型，或较短的提示词。',
  questions: '在有图形处理器的地方选择计算后端「webgpu」，或者在内存更大的机器上询问。',
  comparison: '基座模型必须按它的文件夹所存的样子读取。在有图形处理器的地方选择计算后端「webgpu」，或者在内存更大的机器上比较。',
  warm_start: '没有哪种设置能让它放得下；请训练适配器而不是基座模型，或者换较小的基座模型（新建的基座模型：减小隐藏维度或词表）。',
};

const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;

export const engineFaultsZh: Translated<typeof engineFaults> = {
  E_MEMORY_PLAN: ({ found, work = 'training', bytes, room, parameters, cache, change, after }) => ({
    message: `${WORK[work]}${NEEDS[found](gib(bytes), gib(room))}：其中参数占 ${gib(parameters)}，KV 缓存占 ${gib(cache)}。`,
    hint: change && after !== null ? `改成这样就能放进 ${gib(after)}：${changed(change)}。` : NOTHING[work],
  }),
  E_MEMORY: ({ bytes, workers = 1 }) => ({
    message: `这需要 ${Math.ceil(bytes / 2 ** 20)} MiB 内存，超过 WebAssembly 在这里能得到的。`,
    hint: `请用较短的提示词或回答，减少同时进行的回合，${workers > 1 ? `让工作线程少于 ${workers} 个（终端里用 --workers），` : ''}或者换较小的基座模型。`,
  }),
  E_BACKEND: ({ backend, found }) => {
    switch (found) {
      case 'no_simd':
        return {
          message: `计算后端 ${backend} 无法启动：这台主机没有 WebAssembly SIMD。`,
          hint: '请选择计算后端「auto」，或者用较新的浏览器。',
        };
      case 'no_adapter':
        return {
          message: `这个浏览器不提供 WebGPU 适配器，所以计算后端 ${backend} 无法启动。`,
          hint: '请选择计算后端「auto」或「tfjs-wasm」，或者在有 GPU 的机器上用较新的 Chrome 打开页面。',
        };
      case 'packed':
        return {
          message: `计算后端 ${backend} 只读取 f32 的基座模型权重；这个项目用更少的位数保存它们。`,
          hint: '请选择计算后端「wasm」「webgpu」或「auto」，或者用 f32 保存基座模型的权重。',
        };
      case 'cache':
        return {
          message: `计算后端 ${backend} 只用 f32 保存键和值；这个项目用 16 位保存它们。`,
          hint: '请选择计算后端「wasm」「webgpu」或「auto」，或者用 f32 保存 KV 缓存。',
        };
      case 'refused':
        return { message: `计算后端 ${backend} 在这里无法启动。`, hint: '请选择计算后端「auto」。' };
    }
  },
  E_DIVERGED: (of) => ({
    message: `训练发散了：${whatDiverged(of)}不是有限的数。`,
    hint: '请从更早的检查点继续，并降低学习率，或者打开梯度裁剪和 KL 门限。',
  }),
  E_GPU_ERROR: () => ({
    message: '图形设备拒绝了一次计算。',
    hint: '请选择计算后端「tfjs-wasm」，并附上下面的详细信息报告此事。',
  }),
  E_GPU_LOST: () => ({
    message: '图形设备丢失，所以计算停止了。',
    hint: '请从最近的检查点重新开始；如果再次发生，请选择计算后端「tfjs-wasm」。',
  }),
  E_WORKER: (of) =>
    of.found === 'failed'
      ? { message: `计算引擎的一个工作线程出错：${of.said}。` }
      : {
          message: `计算引擎的一个工作线程停止了：${of.found === 'closed' ? '它已关闭' : of.said}。`,
          hint: '请从最近的检查点继续；如果再次发生，请减少工作线程，或者换较小的基座模型。',
        },
};
