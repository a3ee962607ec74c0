/** Chinese names of recorded results and of what was trained for them. */
import type { evidenceNamesEn } from '../../en/learn/evidenceNames.ts';
import type { Translated } from '../../forms/translated.ts';

const guards = {
  gate: 'KL 门限 0.01',
  'gate-after': 'KL 门限 0.01，在最后一步之后',
  'early-stop': 'KL 达到 0.01 时提前停止',
  penalty: 'KL 惩罚 0.05',
  rollback: '回滚，学习率减半',
  adaptive: '自适应学习率',
};

export const evidenceNamesZh: Translated<typeof evidenceNamesEn> = {
  results: {
    'lazy-team': {
      title: '三个智能体，一份奖励：谁在干活？',
      variants: {
        equal: '均等信用',
        'per-step': '逐步信用',
        'per-step-adaptive': '逐步信用，自适应学习率',
        rotation: '逐个智能体轮换（K = 5）',
        slow: '学习率 1e-3',
        adaptive: '自适应学习率',
      },
    },
    'trust-region': {
      title: '步子太大，以及什么能救回团队',
      variants: { none: '只有裁剪，没有其他防护措施', 'no-clip': '没有防护措施，也不裁剪', ...guards, healthy: '学习率 3e-3' },
    },
    reuse: {
      title: '一个批次用得太多遍',
      variants: {
        none: '8 轮（epoch），不裁剪',
        clip: '裁剪 0.2',
        'clip-gate': '裁剪 0.2，加 KL 门限 0.01',
        ...guards,
        healthy: '2 轮（epoch），裁剪 0.2',
      },
    },
    signalling: {
      title: '信号游戏：有箭头和没有箭头',
      variants: { seen: '倾听者听得到说话者', unseen: '去掉了箭头' },
    },
    groups: {
      title: '评论家，还是组：回合数相同',
      variants: {
        tppo: 'TPPO（评论家）',
        'tppo-8': 'TPPO，每组 8 个',
        'grpo-8': 'GRPO，每组 8 个',
        'grpo-4': 'GRPO，每组 4 个',
        'grpo-agent': 'GRPO，按智能体分组',
        rloo: 'RLOO，每组 8 个，1 轮（epoch）',
        'reinforce-1': 'REINFORCE，1 轮（epoch）',
      },
    },
    'action-or-token': {
      title: '一条消息一个决策，还是一个词元一个决策',
      variants: { tppo: '词元级（TPPO）', appo: '动作级（APPO）', 'appo-token': 'APPO，对数概率除以词元数' },
    },
    lora: {
      title: '每个智能体一个适配器，还是共用一个，以及要多大',
      variants: {
        'per-agent': '各用一个适配器（秩 8）',
        shared: '共用一个适配器',
        'rank-2': '秩 2',
        'rank-16': '秩 16',
        'q-v-only': '只作用于 query 和 value',
      },
    },
    critics: {
      title: '全队一个评论家，还是每个智能体一个',
      variants: {
        shared: '共用一个价值头',
        multi_head: '每个智能体一个价值头',
        lora: '每个智能体各有适配器和价值头',
        eager: '共用一个价值头，每个小批量 16 步',
        silent: '从不学习的评论家（V = 0）',
      },
    },
    counterfactuals: {
      title: '有一个弱选手的接力：奖励是谁挣来的？',
      variants: { tppo: 'TPPO', vineppo: 'VinePPO' },
    },
    transfer: { title: '从未得到过奖励的题目', variants: { trained: 'TPPO，项目原样' } },
    prompts: {
      title: '提示词值多少（微型基座）',
      variants: { own: '自己的提示词', none: '没有提示词', 'both-solver': '规划者用求解者的', swapped: '互换提示词' },
    },
    miniature: {
      title: '论文缩影：单人、双人、三人',
      variants: {
        'solo-tppo': '单人，TPPO',
        'solo-appo': '单人，APPO',
        'solo-grpo': '单人，GRPO',
        'duo-tppo': '双人，TPPO',
        'duo-appo': '双人，APPO',
        'duo-grpo': '双人，GRPO',
        'duo-ippo': '双人，IPPO（共用评论家）',
        'duo-mappo': '双人，MAPPO',
        'trio-tppo': '三人，TPPO',
        'trio-appo': '三人，APPO',
        'trio-grpo': '三人，GRPO',
        'trio-ippo': '三人，IPPO（共用评论家）',
        'trio-mappo': '三人，MAPPO',
      },
    },
  },
  museum: {
    title: (exhibit) => `缺陷博物馆：${exhibit}`,
    variants: {
      right: '无缺陷',
      bug: '有缺陷',
      'slow-right': '无缺陷，学习率 3e-5',
      'slow-bug': '有缺陷，学习率 3e-5',
      'decoupled-right': '无缺陷，解耦损失',
      'decoupled-bug': '有缺陷，解耦损失',
    },
    also: { slow: '学习率 3e-5', decoupled: '解耦损失' },
  },
};
