/** Chinese words about doing it: iterations and updates, adapters and files, measuring, and what the workbench keeps. */
import { practiceTerms as en } from '../../../en/learn/terms/practice.ts';
import type { TermEntry } from '../../../en/learn/terms/works.ts';
import { termNamesZh as names } from './names.ts';
import { entry, WORKBENCH_ZH } from './works.ts';

export const practiceTermsZh: Readonly<Record<keyof typeof en, TermEntry>> = {
  iteration: entry(en.iteration, names.iteration, '采样一批回合，再用它们作若干次更新。', {
    also: ['训练步（其他训练器的叫法）'],
  }),
  update: entry(
    en.update,
    names.update,
    '优化器对权重走的一步；一次迭代里，每一轮（epoch）的每个小批量，每个智能体最多更新一次。说「一次迭代的更新」时，指所有这些步合在一起。',
    {
      also: ['优化器步', '梯度步'],
    },
  ),
  epoch: entry(en.epoch, names.epoch, '把一次迭代的回合过一遍；第二遍所学的，是稍旧一点的策略说的话。', {
    also: ['把批次过一遍'],
  }),
  minibatch: entry(en.minibatch, names.minibatch, '一次迭代的回合中的一部分；每个小批量作一次更新。', { near: '累积' }),
  learningRate: entry(en.learningRate, names.learningRate, '优化器由梯度得出方向之后，一次更新让权重沿它移动多远。', {
    also: ['步长'],
  }),
  gradNorm: entry(en.gradNorm, names.gradNorm, '一个智能体全部权重上的梯度在限制之前的长度；超过限度的会按比例缩短。', {
    near: '梯度裁剪',
  }),
  lag: entry(en.lag, names.lag, '负责采样的策略比正在学习的策略旧多少次迭代；两者同步时是 0。', {
    also: ['陈旧程度', '离策略程度'],
    near: '异步训练',
  }),
  adapter: entry(
    en.adapter,
    names.adapter,
    '代替基座模型接受训练的少量附加权重，基座保持不变；每个智能体各有一个，除非几个智能体指定了共用同一个的组。',
    { also: ['LoRA 适配器', 'PEFT 适配器'], near: '低秩 微调 权重' },
  ),
  lora: entry(en.lora, names.lora, '把权重矩阵的变化学成两个窄矩阵的乘积：ΔW = (alpha / rank) · B · A。B 从 0 开始，所以起初什么也没变。', {
    also: ['低秩自适应'],
    near: '矩阵',
  }),
  rank: entry(en.rank, names.rank, 'LoRA 两个矩阵之间的内部宽度：一层能朝多少个独立方向改变，以及适配器要花多少代价。', {
    also: ['LoRA 的秩'],
  }),
  alpha: entry(
    en.alpha,
    names.alpha,
    '适配器的强度：它的变化要乘以 alpha / rank，所以改变秩又想保持这个系数时，要按同样的比例改变 alpha。',
    { also: ['缩放系数'] },
  ),
  targets: entry(en.targets, names.targets, '基座的哪些线性层带适配器：注意力的（q、k、v、o）、前馈部分的（gate、up、down），或者全部。', {
    also: ['带适配器的层'],
    near: '全部线性层',
  }),
  peft: entry(
    en.peft,
    names.peft,
    '只训练少量权重，而不是全部；也是一个程序库的名字，推理引擎读得懂它的文件夹格式（adapter_config.json、adapter_model.safetensors）。',
    { source: 'PEFT，检查点格式' },
  ),
  safetensors: entry(
    en.safetensors,
    names.safetensors,
    '存放张量的文件：开头写明每个张量的名称、类型、形状和位置，后面是它们的字节；其中没有任何内容会得到执行。',
    { source: 'safetensors，格式说明' },
  ),
  multiLora: entry(
    en.multiLora,
    names.multiLora,
    '内存里只有一份基座，旁边放几个适配器，每个请求指明用哪一个：整个团队的花费比一个智能体多不了多少。',
    { also: ['批量 LoRA', '多适配器推理'] },
  ),
  base: entry(en.base, names.base, '各智能体赖以构成的语言模型；它是冻结的，也是计算 KL 的参考。', {
    also: ['预训练模型', '参考模型', '主干模型'],
    near: '冻结',
  }),
  parameterSharing: entry(
    en.parameterSharing,
    names.parameterSharing,
    '几个智能体使用并训练同一套权重：它们能从彼此的消息里学习，只有读到的内容能让它们有所不同。',
    { also: ['共享适配器', '共享 LoRA'], near: '适配器组', source: 'SII-MARFT（R3），multi_agent.shared_lora' },
  ),
  warmStart: entry(en.warmStart, names.warmStart, '在从奖励中学习之前，先给团队看一些好消息来模仿，使它从一开始就时不时能得到奖励。', {
    also: ['监督微调（SFT）', '模仿', '行为克隆'],
    near: '预训练 示范',
  }),
  demonstration: entry(en.demonstration, names.demonstration, '一个好的智能体在回合的某一处会说的话；热启动就是模仿它。', {
    also: ['示例回答', 'SFT 数据'],
  }),
  greedy: entry(en.greedy, names.greedy, '只为测量而走的回合，可以贪心，也可以采样，题目取自训练集或测试集；从中什么也不学。', {
    also: ['验证'],
    near: '贪心 测试集',
    source: 'pass@k：Chen et al. 2021, eq. 1',
  }),
  passAtK: entry(en.passAtK, names.passAtK, '采样 k 个答案，至少有一个解对题目的概率。', { also: ['k 选最优', '覆盖率'] }),
  split: entry(en.split, names.split, '训练题用来学习；测试题只用来测量，所以能看出有多少可以迁移。', {
    also: ['训练集与测试集'],
    near: '留出集',
  }),
  generalisation: entry(en.generalisation, names.generalisation, '在从未得到过奖励的题目上也做得更好，因为学懂了些什么，而不只是重复。', {
    also: ['迁移', '分布外表现'],
  }),
  seed: entry(
    en.seed,
    names.seed,
    '一切随机性的来源：在同一台机器上，同一份文档、同一个种子、同一个计算后端，两次训练运行完全相同；别的处理器舍入可能不同。',
    {
      also: ['随机种子'],
      near: '可复现',
    },
  ),
  interval: entry(
    en.interval,
    names.interval,
    '平均值和一个范围：根据各种子之间的差异来看，重复 100 次，有 95 次这个范围会包含真正的平均值（Student t）。',
    { also: ['95% 区间', '误差棒'], near: '种子 平均值' },
  ),
  backend: entry(
    en.backend,
    names.backend,
    '由什么来计算：显卡上的 WebGPU、处理器上的 WebAssembly，或 TensorFlow.js 自带的后端；其他后端都拿它作对照。',
    { also: ['执行器'], near: '设备 显卡 处理器', source: 'TensorFlow.js，平台和环境' },
  ),
  compat: entry(en.compat, names.compat, '恢复 MARFT 公开代码里一处会改变所学内容的错误，好让你看到它的影响；默认关闭。', {
    also: ['原版代码的缺陷'],
    near: '缺陷博物馆',
    source: WORKBENCH_ZH,
  }),
  sweep: entry(en.sweep, names.sweep, '用几种设置和几个种子训练同一个项目，一次接一次，以便比较。', {
    also: ['网格搜索', '超参数搜索'],
  }),
  checkpoint: entry(en.checkpoint, names.checkpoint, '某次迭代之后的适配器、评论家和优化器；训练运行可以由它继续，也可以由它分叉。', {
    also: ['快照'],
    near: '保存 最佳 最新 继续 分叉 导出',
    source: 'PEFT，检查点格式',
  }),
  document: entry(en.document, names.document, '项目的文件：使用者编辑的一切都在里面，训练运行产生的东西一概不在。', {
    also: ['项目', '项目文件'],
    near: '保存 分享',
    source: WORKBENCH_ZH,
  }),
  run: entry(en.run, names.run, '对一份文档的一次训练；它保留运行开始时那份文档的样子。', { also: ['运行', '实验'], source: WORKBENCH_ZH }),
};
