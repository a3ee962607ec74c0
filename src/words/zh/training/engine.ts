/** Chinese words of the engine's panel: what computes, how fast, in how much memory, and what a run costs. */
import type { engineEn } from '../../en/training/engine.ts';
import type { Translated } from '../../forms/translated.ts';

/** The size of a model. */
export const millions = (count: number): string =>
  count >= 1e9 ? `${(count / 1e9).toFixed(1)}B 参数` : `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)}M 参数`;

export const engineZh: Translated<typeof engineEn> = {
  now: {
    title: '当前',
    state: '状态',
    backend: '计算后端',
    backendNone: '尚未选定：由第一次运行决定。',
    server: '策略',
    why: '选它的理由',
    device: '设备',
    speed: '速度',
    speedNone: '尚未测量：一次运行的首次迭代之后得知。',
    tokensPerSecond: (rate) => `${rate} 词元/秒`,
    memory: '内存',
    memories: (count) => `· 各层分布在 ${count} 块 WebAssembly 内存中，由一个工作线程计算`,
    memoryHelp: '引擎用于基座、适配器、缓存和梯度的内存；页面本身不计在内。',
    memoryNone: '尚未测量。',
    above: (percent, predicted) => `· 比预计的 ${predicted} 高 ${percent}%`,
    below: (percent, predicted) => `· 比预计的 ${predicted} 低 ${percent}%`,
    asPredicted: '· 与预计相符',
    ofAtMost: (predicted) => `· 预计最多 ${predicted}`,
  },
  measured: {
    title: '选择前的测量',
    help: '运行开始之前，在这里可用的每个计算后端上做一小步训练。',
    none: '没有测量：设置中已选定计算后端，或这里只有一个可用。',
    noneYet: '尚未测量。',
    milliseconds: (value) => `${value} 毫秒`,
    failed: '在这里没能运行',
  },
  cost: {
    title: '下一次运行的开销',
    help: '在运行之前，按现在的模型、智能体和训练设置算出。假定消息只有允许长度的一半。若调度者可以反复调用智能体，或一个回合可以有多个轮次，过程就无法事先知道：这时按全部轮次计算，每个轮次调用每个智能体一次；「最多」是指调度者用满允许的每次调用、每个智能体写满允许的每个词元时的开销。',
    atMost: (value) => `· 最多 ${value}`,
    none: '尚不知道。',
    parameters: '基座的参数',
    trainable: '团队所训练的参数',
    flops: '每次迭代的运算量',
    flopsUnit: 'FLOP',
    seconds: '每次迭代的时间',
    secondsNone: '在这个计算后端上运行一次后得知。',
    total: (seconds, iterations) => `· ${iterations} 次迭代共 ${seconds}`,
    memory: '内存',
    memories: (count) => `· 各层分布在 ${count} 块 WebAssembly 内存中，由一个工作线程计算`,
    dispatches: '每次迭代的 GPU 调度次数',
  },
  line: {
    next: (time, memory) => (time === null ? `需要 ${memory} 内存` : `约 ${time}，${memory}`),
    help: (each, backend, parameters) =>
      `${backend === null ? '' : `在 ${backend} 上`}每次迭代 ${each}。这是下一次运行所需的时间和内存，按现在的模型、智能体和设置，以及先前在这里用 ${millions(parameters)}的基座运行的速度算出；评估不计在内。详见「引擎」标签页。`,
    helpNoTime:
      '下一次运行在训练时占用这台计算机多少内存，按现在的模型、智能体和设置算出；这不是下载的大小。需要多长时间，在这里第一次运行之后得知。',
    left: (time) => `还剩约 ${time}`,
    leftHelp: '按最近十次迭代的速度',
  },
  duration: {
    seconds: (value) => `${value} 秒`,
    minutes: (value) => `${value} 分钟`,
    hours: (value) => `${value} 小时`,
  },
};
