/** Chinese words of what a project asks that a server of the Tinker protocol cannot do. Each says what to ask instead. */
import type { remoteFaults } from '../../../en/faults/running/remote.ts';
import type { Translated } from '../../../forms/translated.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `「${name}」`).join('、');

/** How a server that is full gets room again. */
export const freedZh =
  '强行结束的运行所用的适配器会一直留着，直到服务器释放它们（SkyRL：最后一次活动迹象之后 300 秒）。请等待释放，或者启动服务器时留出更多位置。';

export const remoteFaultsZh: Translated<typeof remoteFaults> = {
  E_REMOTE_TEMPERATURE: ({ role }) => ({
    message: `服务器以温度 1 计算概率：请给「${role}」设温度 1、top-k 0、top-p 1。`,
  }),
  E_REMOTE_ENTROPY: () => ({
    message: 'Tinker 服务器不返回分布：请把熵奖励设为 0。',
  }),
  E_REMOTE_TOOLS: () => ({
    message: '带工具的消息还不能发给 Tinker 服务器：请让消息不调用任何工具，或者在这里训练。',
  }),
  E_REMOTE_DISTRIBUTIONS: () => ({
    message: 'Tinker 服务器不返回分布，所以没有熵可依据：请取全部词元，并让熵奖励保持不变。',
  }),
  E_REMOTE_NORM: () => ({
    message: 'Tinker 服务器给每个适配器的梯度单独设上限：请取每个适配器各自的范数。',
  }),
  E_REMOTE_TEACHER: () => ({
    message: '教师在这台计算机上计算，而服务器的数与这里的不完全相同：请在这里训练，或者移除教师。',
  }),
  E_REMOTE_CRITIC: ({ base }) => ({
    message: `TPPO 和 APPO 需要价值，而「${base}」太大，无法在这里读取：请选择 GRPO、RLOO 或 REINFORCE。`,
    hint: 'REINFORCE 用评论家以外的基线时，也不需要价值。',
  }),
  E_REMOTE_LORA: (of) => {
    if (of.found === 'targets')
      return {
        message: `这台服务器的适配器作用于${of.groups ? '整个注意力或整个 MLP' : '全部目标模块'}；「${of.role}」要求的是 ${of.targets.join('、')}。`,
        hint: of.groups ? '请选择 q、k、v 和 o，或者 gate、up 和 down，或者全部七个。' : '请选择全部七个，这也意味着要训练更多的数。',
      };
    const has = `这台服务器的 α = ${of.fixed}${of.allTargets ? '，作用于全部目标模块' : ''}`;
    const other = of.rank === null ? `α 为 ${of.fixed} 时，没有缩放相同的整数秩。` : `α 为 ${of.fixed} 时，秩 ${of.rank} 的缩放相同。`;
    return { message: `${has}；「${of.role}」要求 α ${of.alpha}、秩 ${of.asked}。${other}` };
  },
  E_REMOTE_RANKS: ({ ranks }) => ({
    message: `Megatron 上的 SkyRL 让所有适配器用同一个秩；这些秩不同：${ranks.map(({ role, rank }) => `「${role}」${rank}`).join('、')}。`,
  }),
  E_REMOTE_FULL: ({ said }) => ({
    message: `这台服务器没有位置再放一个适配器：${said}`,
    hint: freedZh,
  }),
  E_REMOTE_LAG: () => ({
    message: '这台服务器只从最新版本采样：请把滞后设为 0。',
  }),
  E_REMOTE_BASE: ({ base, served }) => ({
    message:
      served.length === 0
        ? `这台服务器没有说明它提供哪些基座模型，而团队要求「${base}」。`
        : `这台服务器没有「${base}」：它提供的是${quoted(served)}。`,
    hint: '请用那个基座模型启动服务器，或者说明它在服务器上的名称：终端里用 --model，页面里用「服务器上的模型」。',
  }),
  E_REMOTE_TOKENS: ({ base }) => ({
    message: `服务器给词元编号的方式与这里的「${base}」不同，而发送的只有词元 id。`,
    hint: '两者需要同一个 tokenizer.json：请从服务器取得基座模型的同一来源取得它。',
  }),
  E_REMOTE_UNKNOWN: ({ what }) => {
    const message = {
      reduction: '无法查明这台服务器对一个批次是求和还是求平均，所以每个学习率都可能有另外的含义。',
      alpha: '无法查明这台服务器的适配器用什么 α，所以不知道它们的缩放。',
      versions: '无法查明这台服务器是否保留较早的版本：请把滞后设为 0。',
    }[what];
    return { message, hint: 'npm run check-server 会说明试过什么。' };
  },
};
