/** Chinese words of what a run says of itself while it is trained. */
import type { noticesEn, Suspected } from '../../en/runs/notices.ts';
import type { Translated } from '../../forms/translated.ts';
import { lostDeviceZh } from './lostDevice.ts';

/** As the microscope names what should hold. */
const IDENTITIES: Readonly<Record<string, string>> = {
  'reward paid': '付出的奖励',
  returns: '回报',
  'reward to go': '余下的奖励',
  'zero sum': '和为零',
  'played on': '续演',
};

export const noticesZh: Translated<typeof noticesEn> = {
  kl_gate: (held) =>
    'roles' in held
      ? `KL 门限撤回了 ${held.roles.join('、')} 的更新步，这正是它该做的：新旧策略的 KL 为 ${held.kl}，门限 ${held.gate}（第 ${held.iteration} 次迭代）。`
      : `KL 门限拦下了 ${held.adapter} 的一步，这正是它该做的：新旧策略的 KL 为 ${held.kl}，门限 ${held.gate}（第 ${held.iteration} 次迭代，第 ${held.epoch} 轮（epoch））。`,
  early_stop: (of) =>
    `第 ${of.iteration} 次迭代：提前停止在第 ${of.epoch} 轮（epoch）的一步之前结束了适配器的学习；新旧策略的平均 KL 为 ${of.kl}，停止线 ${of.stop}。`,
  ratio_clamped: (of) => `第 ${of.iteration} 次迭代：${of.adapter} 有 ${of.ratios} 个对数概率比被限制在 ±20。`,
  rollback: (of) =>
    `第 ${of.iteration} 次迭代：团队退回到第 ${of.to} 次迭代之后的样子，因为${suspicion(of.suspected)}，而且在两者都做过的 ${of.problems} 道题上，它挣得 ${of.earned}，最好的团队挣得 ${of.best}。学习率现在是所设值的 ${of.rateFactor} 倍。`,
  conservation: (of) => {
    const { identity, episode, message, token, expected, actual } = of.first;
    const where = [
      episode === undefined ? '这个批次' : `回合 ${episode}`,
      ...(message === undefined ? [] : [`消息 ${message}`]),
      ...(token === undefined ? [] : [`词元 ${token}`]),
    ].join('、');
    return `第 ${of.iteration} 次迭代：信用在 ${of.places} 处不守恒。第一处：${where}的「${IDENTITIES[identity] ?? identity}」应为 ${expected.toPrecision(6)}，实为 ${actual.toPrecision(6)}。某个兼容开关会有意这样做；否则就是工作台的错误。`;
  },
  remote_clip: (of) =>
    `${of.adapter} 的梯度范数为 ${of.norm ?? '未知'}，上限为 ${of.limit}。这个服务器是否遵守上限，无从得知。这件事只说一次。`,
  thinking_unread: ({ deaf }) =>
    deaf === null
      ? '没有一个基座模型以 <think> 和 </think> 为词元，所以没有思考内容可以略去（「training.trainThoughts」）。'
      : `「${deaf}」的对话模板不读 enable_thinking，所以「team.thinking」在那里不起作用。`,
  device_lost: (lost) => ('to' in lost ? lostDeviceZh.elsewhere(lost) : lostDeviceZh.again(lost)),
  server_lost: (lost) => lostDeviceZh.server(lost),
};

function suspicion(of: Suspected): string {
  if (of.of === 'kl') return `${of.role} 与基座模型之间的 KL 为 ${of.kl}，超过了 ${of.limit}`;
  return `它 ${of.window} 次迭代的平均奖励 ${of.mean} 比最好的 ${of.best} 低了 ${of.drop} 以上`;
}
