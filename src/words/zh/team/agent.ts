/** Chinese words of an agent's settings beside its prompt. */
import type { agentEn } from '../../en/team/agent.ts';
import type { Translated } from '../../forms/translated.ts';
import { worksZh } from '../training/works.ts';

export const agentZh = (en: typeof agentEn): Translated<typeof agentEn> => ({
  fields: {
    'sampling.temperature': {
      ...en.fields['sampling.temperature'],
      label: '温度',
      help: '采样之前，logits 先除以它。对数概率和损失用的是同一个分布，所以学习时取 1 最稳妥；取小了，智能体会重复它最常做的事。',
      r1: '--temperature（评估）；训练时固定为 0.5',
    },
    'sampling.maxNewTokens': {
      ...en.fields['sampling.maxNewTokens'],
      label: '最大新词元数',
      help: '智能体自己没有结束消息时，消息到此为止。提示词与消息加起来必须放得进基座模型的上下文。',
      source: worksZh.workbench,
    },
    'sampling.topK': {
      ...en.fields['sampling.topK'],
      label: 'Top-k',
      help: '从最可能的 k 个词元中采样；0 表示全部保留。',
      r1: '--top_k（评估）；训练时固定为 50',
    },
    'sampling.topP': {
      ...en.fields['sampling.topP'],
      label: 'Top-p',
      help: '从概率之和达到此值的最小词元集合中采样；1 表示全部保留。',
      r1: '--top_p（评估）',
    },
    observes: {
      ...en.fields.observes,
      label: '看得到观测',
      help: '读取环境的观测和轮次之间的环境文字；否则它只知道别人告诉它的。',
    },
    'speaks.from': {
      ...en.fields['speaks.from'],
      label: '从第几轮起发言',
      help: '它第一次发言的轮次；轮次从 0 数起。',
      source: worksZh.workbench,
    },
    'speaks.every': {
      ...en.fields['speaks.every'],
      label: '每几轮发言',
      help: '此后每 n 轮发言一次；其余轮次跳过它。',
      source: worksZh.workbench,
    },
    stops: {
      ...en.fields.stops,
      label: '结束回合的文字',
      help: '消息里含有这段文字时，回合在这一轮之后结束；留空则该智能体不能结束回合。',
      source: worksZh.workbench,
    },
    withAnswer: {
      ...en.fields.withAnswer,
      label: '它的文字是答案',
      help: '只用于导出的角色配置；这里不读取它。',
      r1: 'with_answer（角色配置）',
      source: worksZh.r1,
    },
    'clock.timeToFirstToken': {
      ...en.fields['clock.timeToFirstToken'],
      label: '首词元时间',
      help: 'TTFT，模拟秒。',
    },
    'clock.timePerOutputToken': {
      ...en.fields['clock.timePerOutputToken'],
      label: '每词元时间',
      help: 'TPOT，模拟秒，第一个词元之后的每个词元。',
    },
    'clock.jitter': {
      ...en.fields['clock.jitter'],
      label: '抖动',
      help: '乘在两者上的对数正态因子的 σ，每条消息抽取一次；均值为 1。',
      source: worksZh.workbench,
    },
    'clock.timeout': {
      ...en.fields['clock.timeout'],
      label: '等待上限',
      help: '最迟在轮次的这一秒开始，用到那时为止到达的消息。',
      source: worksZh.workbench,
    },
    'clock.interrupts': {
      ...en.fields['clock.interrupts'],
      label: '打断',
      help: '到了等待上限还在等的智能体就此停下；已经说出的部分到达。',
      source: worksZh.workbench,
    },
    base: {
      ...en.fields.base,
      label: '基座模型',
      help: '适配器之下冻结的模型：附带的、你自己的文件夹（在「训练」下选择），或团队的。',
    },
    'adapter.rank': {
      ...en.fields['adapter.rank'],
      label: '秩',
      help: 'ΔW = (alpha / r) · B · A 的内部宽度 r。秩越高，能学的越多，开销也越大。',
    },
    'adapter.alpha': { ...en.fields['adapter.alpha'], label: 'Alpha', help: '适配器的强度：ΔW = (alpha / rank) · B · A。' },
    'adapter.group': {
      ...en.fields['adapter.group'],
      label: '适配器组',
      help: '写同一个组名的智能体共用一个适配器；留空则单独一个。',
    },
    'adapter.targets': { ...en.fields['adapter.targets'], label: '目标模块', help: '基座模型的哪些线性层带有适配器。' },
    'adapter.learningRate': {
      ...en.fields['adapter.learningRate'],
      label: '学习率',
      help: '这个适配器的学习率；留空则使用训练的学习率。',
      source: worksZh.workbench,
    },
    'adapter.frozen': {
      ...en.fields['adapter.frozen'],
      label: '冻结',
      help: '冻结的智能体参加采样，但从不更新。',
      source: worksZh.workbench,
    },
  },
  groups: { sampling: '采样', part: '参与方式', clock: '时钟', adapter: '基座与适配器', learning: '学习' },
  changed: (count) => `改动 ${count} 项`,
  resetGroup: (group) => `把「${group}」恢复为默认`,
  baseOfTeam: (base) => `团队的：${base}`,
  noBase: '没有这个名称的基座模型',
  withAnswerOptions: { auto: '如果它最后发言', yes: '是', no: '否' },
  adapterSize: (adapter, base) => `${adapter.toLocaleString('zh')} 个权重，此外有 ${base.toLocaleString('zh')} 个冻结的权重`,
  adapterSizeHelp: '这个适配器增加的权重：它改动的每个矩阵各为 秩 ×（输入数 + 输出数）。',
  groupPlaceholder: '单独的适配器',
  stopsPlaceholder: '说什么都不结束',
  timeoutPlaceholder: '等待所有人',
  samplingPreset: '采样方式',
  samplingPresets: {
    careful: { label: '谨慎', help: '温度 0.3：多半做它最拿手的。可供学习的变化很少。' },
    usual: { label: '默认', help: '温度 1，不去掉任何词元：智能体在它采样所用的分布上训练。' },
    exploring: { label: '探索', help: '温度 1.3：在智能体总说同样的话时带来更多变化。' },
    r1_evaluation: { label: 'R1 的评估', help: '温度 0.5，top-k 50，top-p 0.95：R1 评估参数的默认值。' },
  },
  ownSampling: '你自己的',
  shippedBases: '附带的',
  ownBases: '你的',
  otherBases: '本项目里的',
});
