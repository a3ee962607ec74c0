/** Chinese words of what keeps a project from running though its file can be read. */
import type { AdapterSetting, checkFaults } from '../../../en/faults/document/check.ts';
import type { Translated } from '../../../forms/translated.ts';

const LEAST_GROUP = '组大小至少取 2，并让回合数足够凑满整组。';

const ADAPTER_SETTINGS: Readonly<Record<AdapterSetting, string>> = {
  base: '基座模型',
  rank: '秩',
  alpha: 'alpha',
  targets: '目标模块',
  frozen: '是否冻结',
  learningRate: '学习率',
};

type MaxRlBy = Parameters<typeof checkFaults.E_TRAINING_MAXRL>[0]['by'];

const TURNS_NEGATIVE: Readonly<Record<Exclude<MaxRlBy, 'normalizeAdvantages.std'>, string>> = {
  'reward.mean': '减去奖励的平均值',
  'reward.bias': '小于 0 的奖励偏置',
  'reward.scale': '小于 0 的奖励缩放',
  'overlong.buffer': '长度惩罚',
  klPlacement: '从奖励里扣除的 KL',
};

export const checkFaultsZh: Translated<typeof checkFaults> = {
  E_ENV_EMPTY: () => ({ message: '环境没有代码。', hint: '在编辑器里写一个，或者从内置的环境开始。' }),
  E_ADAPTER_GROUP: ({ group, roles: [first, second], differ }) => ({
    message: `「${first}」和「${second}」共用适配器「${group}」，但这些设置不同：${differ.map((each) => ADAPTER_SETTINGS[each]).join('、')}。`,
    hint: '一个适配器只有一个基座模型、一种形状和一个学习率：把它们改成一样，或者给其中一个智能体换一个组。',
  }),
  E_TEAM_FROZEN: () => ({
    message: '团队的每个适配器都冻结了，所以什么也不会训练。',
    hint: '至少解冻一个智能体。',
  }),
  E_TEAM_ORCHESTRATOR: (of) => {
    const who = 'routes' in of && of.routes ? '路由器' : '调度者';
    const choose = `选择一个智能体作为${who}。`;
    switch (of.found) {
      case 'none':
        return {
          message: of.routes ? '没有智能体来路由这个图。' : '动态调度需要一个负责调用其他智能体的智能体。',
          hint: choose,
        };
      case 'unknown':
        return { message: `${who}应当是「${of.role}」，但没有智能体担任这个角色。`, hint: choose };
      case 'alone':
        return { message: '只有调度者而没有其他智能体，它就无人可调用。', hint: '添加一个智能体，或者让图决定由谁发言。' };
    }
  },
  E_TEAM_ROUTER: (of) =>
    'router' in of
      ? {
          message: `路由器「${of.router}」没有可开放的连线：没有一条连线从其他智能体出发。`,
          hint: '把其他智能体中的两个连起来，或者改由依赖图决定谁发言。',
        }
      : {
          message: `在${of.shows === 'prefix' ? '上下文「所有先发言的」' : ` ${of.shows} `}之下，路由器什么也拦不住。`,
          hint: '改掉它，或者改由依赖图决定谁发言。',
        },
  E_TEAM_CLOCK: ({ role, transcript, routes }) => ({
    message: `「${role}」要花时间，但${transcript ? `在 ${transcript} 之下所有智能体读同一份记录` : routes ? '所有智能体都等待路由器' : '调度者让智能体一个接一个地发言'}。`,
    hint: `${transcript ? '关闭那个开关' : '改由依赖图决定谁发言'}，或者把时钟设回 0。`,
  }),
  E_TOOL_MARKS: ({ mark }) => ({
    message: `一次调用的开头和结尾不能用同一个标记「${mark}」。`,
    hint: '选两个不同的，例如 [ 和 ]。',
  }),
  E_TOOL_ALGORITHM: () => ({
    message: '这个算法会在一轮结束之后，让智能体对同一个提示词另说一条消息，而那时已经没有工具能作答。',
    hint: '换一个算法，或者不回应调用（「工具：最多调用次数」设为 0）。',
  }),
  E_TEAM_TURN_LATE: ({ turn, horizon }) => ({
    message: `从轮次 ${turn} 起的图永远用不到：时限是 ${horizon}，所以最后一个轮次是轮次 ${horizon - 1}。`,
    hint: '提高时限，或者删除那个图。',
  }),
  E_TEAM_TURN_TWICE: ({ turn }) => ({
    message: `有两个图都从轮次 ${turn} 开始。`,
    hint: '删除其中一个。',
  }),
  E_ORCHESTRATOR_EDGE: ({ from, to, seesAll }) => {
    const idle = `连线 ${from} → ${to} 不会改变任何东西。`;
    return seesAll === 'everybody'
      ? {
          message: `有调度者、且上下文为「所有先发言的」时，所有智能体都看得到说过的一切；${idle}`,
          hint: '删除这些连线，或者换一种上下文。',
        }
      : {
          message: `${seesAll.routes ? `路由器「${seesAll.orchestrator}」在所有其他智能体之前发言` : `调度者「${seesAll.orchestrator}」看得到所说的一切`}；${idle}`,
          hint: '删除它。',
        };
  },
  E_TEAM_SILENT: ({ turn }) => ({
    message: `轮次 ${turn} 没有人发言。`,
    hint: '让每一轮都有智能体发言，或者降低时限。',
  }),
  E_AGENT_SILENT: ({ role, from, horizon }) => ({
    message: `「${role}」从轮次 ${from} 起发言，但最后一个轮次是轮次 ${horizon - 1}（时限 ${horizon}），所以它永远不会发言。`,
    hint: '让它早一些发言，或者提高时限。',
  }),
  E_TRAINING_MINIBATCHES: ({ minibatches, episodes }) => ({
    message: `${episodes} 个回合无法分成 ${minibatches} 个小批量：一个回合不能拆开。`,
    hint: '减少小批量，或者增加回合。',
  }),
  E_TRAINING_ACCUMULATION: ({ accumulation, episodes }) => ({
    message: `一个小批量有 ${episodes} 个回合，无法分成 ${accumulation} 份处理。`,
    hint: '减少梯度累积的份数，或者减少小批量、增加回合。',
  }),
  E_TRAINING_GROUP_SIZE: (of) => {
    switch (of.compares) {
      case 'returns':
        return {
          message: `${of.algorithm.toUpperCase()} 比较同一题目的各个回合，但现在每道题目只做一次。`,
          hint: LEAST_GROUP,
        };
      case 'advantages':
        return {
          message: `每道题目只做一次时，优势无法在组内归一化（${of.part}）。`,
          hint: LEAST_GROUP,
        };
      case 'rewards':
        return {
          message: `每道题目只做一次时，奖励无法在组内归一化（${of.part}）。`,
          hint: `${LEAST_GROUP}（使用步骤折扣或逐步信用时，兼容开关「独自成组」会照 R3 在这里的做法来做。）`,
        };
    }
  },
  E_TRAINING_GROUPS: ({ groupSize, episodes }) => ({
    message: `${episodes} 个回合凑不成每组 ${groupSize} 个的整组。`,
    hint: '选一个能整除每次迭代回合数的组大小。',
  }),
  E_TRAINING_ADAPTIVE_KL: () => ({
    message: '自适应 KL 权重由初始值一次次乘出来，而初始值是 0，所以它会一直是 0。',
    hint: '给 KL 权重一个大于 0 的初始值，或者关闭自适应。',
  }),
  E_TRAINING_CORRECTION: () => ({
    message: '解耦损失和采样修正会用同一个策略概率比给损失加权。',
    hint: '关闭其中一个：解耦损失舍弃超过其上限的决策，采样修正则把这些决策的权重压在自己的上限上。',
  }),
  E_TRAINING_CHAIN: ({ found }) =>
    found === 'handOvers'
      ? {
          message: '步骤折扣在串行链的每次交接处付奖励，而这条信用链没有交接。',
          hint: '选择「均等」或逐步信用，或者选择全团队的信用链。',
        }
      : {
          message: '沿着「谁听到谁」，团队有许多条路径，没有哪一条轨迹的回报能和别的相比。',
          hint: '按智能体和轮次比较消息，选择带评论家的算法，或者换一条信用链。',
        },
  E_TRAINING_MAXRL: ({ by }) =>
    by === 'normalizeAdvantages.std'
      ? {
          message: 'MaxRL 除以一组的平均回报，而再除以同一组的标准差会抵消这次相除。',
          hint: '把「优势标准差」设为「由算法决定」，或者让 GRPO 除以别的量。',
        }
      : {
          message: `MaxRL 除以一组的平均回报，也就是它的成功率，而${TURNS_NEGATIVE[by]}可能使回报低于 0。`,
          hint: '让奖励保持环境给出的样子，或者让 GRPO 除以别的量。',
        },
  E_TRAINING_POLICY_LOSS: ({ found }) =>
    found === 'message'
      ? {
          message: '这种策略损失按单个词元计算，而这里整条消息是一个决策。',
          hint: '改为逐词元决策，或者换一种策略损失。',
        }
      : {
          message: 'Clip-Cov 和 KL-Cov 要在一个小批量的全部词元里挑选，而这里小批量是分成几份处理的。',
          hint: '把梯度累积设为 1，或者换一种策略损失。',
        },
  E_TRAINING_TOKENS: ({ left }) => ({
    message: `整条消息是一个决策时，不能把其中${left === 'entropy' ? '熵小的词元' : '超过 M2 阈值的词元'}排除在外。`,
    hint: left === 'entropy' ? '改为逐词元决策，或者取全部词元。' : '改为逐词元决策，或者把 M2 阈值设为 0。',
  }),
  E_TRAINING_COVARIANCE: ({ low, high }) => ({
    message: `协方差 ${low} 与 ${high} 之间没有什么可供 Clip-Cov 抽取。`,
    hint: '让下端小于上端。',
  }),
  E_TRAINING_THOUGHTS: () => ({
    message: '整条消息是一个决策时，不能把其中的思考排除在外。',
    hint: '改为逐词元决策，或者也训练思考。',
  }),
  E_TRAINING_TEACHER: (of) => {
    switch (of.found) {
      case 'message':
        return { message: '教师评判每个词元，而这里整条消息是一个决策。', hint: '改为逐词元决策，或者移除教师。' };
      case 'credit':
        return {
          message: `只用教师时，没有任何地方用到 ${of.algorithm.toUpperCase()} 花这么大代价算出的信用。`,
          hint: '选择不带评论家的 REINFORCE、GRPO 或 RLOO，或者把教师加到奖励的优势上。',
        };
      case 'klInReward':
        return {
          message: '只用教师时，没有任何地方读取奖励，因而也不读取从奖励里扣除的 KL。',
          hint: '把 KL 放进损失，或者把它的权重设为 0。',
        };
      case 'unknown':
        return { message: `有一个教师是教「${of.role}」的，但没有智能体担任这个角色。`, hint: '重新选择它教谁。' };
      case 'twice':
        return {
          message: of.role === null ? '有两个教师都教所有智能体。' : `有两个教师都指明教「${of.role}」。`,
          hint: '一个智能体只有一个教师：移除另一个。',
        };
      case 'nobody':
        return { message: '有一个教师既没有运行，也没有基座模型。', hint: '选择一个，或者移除这个教师。' };
      case 'nobodyLearns':
        return { message: '有教师的智能体都不学习：它们的适配器冻结了。', hint: '解冻一个，或者移除教师。' };
      case 'untaught':
        return {
          message: `只用教师时，「${of.role}」什么也学不到，因为它没有教师。`,
          hint: '给它一个教师，把它冻结，或者把教师加到奖励的优势上。',
        };
    }
  },
  E_TRAINING_LAG: (of) => {
    const decouple = '打开解耦损失（配合 TPPO、APPO、GRPO 或 VinePPO）或采样修正，或者以滞后 0 同步训练。';
    switch (of.found) {
      case 'plainRatio':
        return { message: '有滞后时，回合来自较早的策略，而普通的概率比会把它误当作当前策略。', hint: decouple };
      case 'noRatio':
        return {
          message: `有滞后时，回合来自较早的策略，而 ${of.algorithm.toUpperCase()} 没有用来修正的概率比。`,
          hint: decouple,
        };
      case 'untempered':
        return {
          message: 'R1 的未计温度的概率是用当前策略算的，所以没有什么能修正当时采样的那个较早的策略。',
          hint: '关闭「未计温度的对数概率」，或者以滞后 0 同步训练。',
        };
    }
  },
  E_TRAINING_ROLLBACK: ({ lag }) => ({
    message: `滞后为 ${lag} 时，采样并非来自当前的团队，所以看不出哪个快照最好。`,
    hint: '以滞后 0 同步训练，或者关闭回滚。',
  }),
  E_TRAINING_WARMUP: ({ warmup }) => ({
    message: `「评论家先学」的 ${warmup} 次迭代占满了整次运行，所以没有适配器会学习。`,
    hint: '减小「评论家先学」，或者增加迭代次数。',
  }),
  E_TRAINING_EVALUATION: () => ({
    message: '既不用贪心回答也不用采样回答的评估，什么也测不出来。',
    hint: '用贪心方式评估，采样回答，或者关闭评估。',
  }),
};
