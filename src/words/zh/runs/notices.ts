/** Chinese words of what a run says of itself while it is trained. */
import type { folderClausesEn, Guard, noticesEn, Suspected } from '../../en/runs/notices.ts';
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
  other_guards: ({ acting }) =>
    `开始这次运行的版本中，${acting.map((guard) => GUARDS[guard]).join('、')}的做法与现在不同。运行按现在的做法继续，所以两个版本一起得到的结果，无法由其中任何一个重现。`,
  lag_restarted: ({ iteration }) => `服务器不再用先前的版本发言，所以接下来的采样由第 ${iteration} 次迭代的团队完成。`,
  warm_recoded: ({ name }) => `${name} 的词元来自另一个分词器，所以它的文本重新编码了。`,
  warm_taken: (of) => `${of.name} 的 ${of.episodes} 个回合中，学习其中 ${of.taken} 个：挣得 ${of.least} 或更多的那些。`,
  adapter_base: (of) =>
    `「${of.role}」的适配器形状相符，但看不出它是不是在这个基座模型上训练的：它所写的基座模型是「${of.theirs}」，而项目写的是「${of.ours}」。`,
  estimate: ({ why }) => `无法预测这次运行的内存用量，因为它的环境不接受空消息：${why}`,

  rollouts_thinned: ({ every }) =>
    `这次运行的回合占用空间很大，所以从现在起，这个浏览器每 ${Number.parseInt(every, 10) || 2} 次迭代才保留一次的回合，另外保留最新的和最早的几次；指标和检查点全部保留。`,
  card_made_anew: () =>
    '这次运行的卡片残缺或丢失了，所以根据文件夹重新生成。只写在卡片上的内容没有了：名称、标签和备注，运行从哪里来、何时开始。',
  checkpoints_gone: ({ gone, left }) =>
    `这个页面之外的什么（例如浏览器腾出空间）删除了这次运行的检查点：第 ${gone.join('、')} 次迭代的。${
      left.length > 0 ? `第 ${left.join('、')} 次迭代的还在。` : '它一个检查点也没有了，所以无法继续训练。'
    }`,
  run_damaged: ({ damage, iteration }) => `这次运行损坏了：${damage}。将使用最后一个完好的检查点 ${iteration}。`,
  other_project: ({ iteration, changed }) =>
    `这次运行的项目与训练它的检查点 ${iteration} 时不同：${changed.join('；')}。从这里起，就是另一次训练了。`,
  without_checksums: ({ lost }) =>
    lost
      ? '这次运行的校验和没有了：文件是空的，或者读不出来，所以各行若有损坏无从察觉。'
      : '这次运行没有校验和，早先的版本不写它，所以各行若有损坏无从察觉。',
  rows_damaged: ({ file, damage }) => `${file} 损坏了：${damage.join('；')}。与写入时不同的行略去，其余照常显示。`,
  rows_mixed: ({ file, iterations }) => `${file} 中有两次运行的行：第 ${iterations.join('、')} 次迭代的行重复，或者次序不对。`,
  row_unreadable: ({ file, lines, more }) =>
    `${file} 的第 ${lines.join('、')} 行${more === 0 ? '' : `以及另外 ${more} 行`}读不出来，已略去；其余照常显示。`,
};

const GUARDS: Readonly<Record<Guard, string>> = { rollback: '回滚', adaptiveKl: '自适应 KL 权重', earlyStop: '提前停止' };

export const folderClausesZh: Translated<typeof folderClausesEn> = {
  rowMissing: ({ iteration }) => `第 ${iteration} 次迭代的行缺失或残缺`,
  rowTwice: ({ iteration, times }) => `第 ${iteration} 次迭代的行出现了 ${times} 次`,
  rowOther: ({ iteration }) => `第 ${iteration} 次迭代的行与写入时不同`,
  sumMissing: ({ iteration }) => `第 ${iteration} 次迭代的行缺少校验和，或者校验和读不出来`,
  more: ({ count }) => `另有 ${count} 处`,
  fileCut: ({ path }) => `${path} 残缺`,
  fileUnreadable: ({ path }) => `${path} 读不出来`,
  fileMissing: ({ path }) => `缺少 ${path}`,
  fileOther: ({ path }) => `${path} 与写入时不同`,
  changed: ({ path, is, was }) => `${path} 现为 ${is}，原为 ${was}`,
  changedLines: ({ path, lines }) => `${path} 有 ${lines} 行不同`,
  differs: ({ path }) => `${path} 不同`,
};

function suspicion(of: Suspected): string {
  if (of.of === 'kl') return `${of.role} 与基座模型的 KL 为 ${of.kl}，超过了 ${of.limit}`;
  return `它 ${of.window} 次迭代的平均奖励 ${of.mean} 比最好的 ${of.best} 低了 ${of.drop} 以上`;
}
