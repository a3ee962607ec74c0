/** Chinese words of the learning receipt: what an iteration's update did to the tokens it learnt from. */
import type { receiptText } from '../../en/inspect/receipt.ts';
import type { Translated } from '../../forms/translated.ts';

type Said = typeof receiptText;
type EndingSaid = Parameters<Said['ending']>[1];
type ReceiptSaid = Parameters<Said['sentences']>[0];
type MovedSaid = ReceiptSaid['up'];
type WentSaid = NonNullable<ReceiptSaid['went']>;

const tokens = (count: number): string => `${count} 个词元`;
const steps = (count: number): string => `${count} 步`;

/** By how much, or how many times where that is more than twice; `mean` where it is said of several tokens. */
function likelier(times: number, mean = ''): string {
  if (times >= 2) return `可能性${mean}变为 ${times >= 100 ? times.toExponential(1) : times.toPrecision(2)} 倍`;
  const share = Math.abs(times - 1) * 100;
  const written = share >= 10 ? share.toFixed(0) : share >= 1 ? share.toFixed(1) : share.toPrecision(1);
  if (share === 0) return `可能性${mean}与之前完全相同`;
  if (share < 0.05) return `可能性${mean}与之前相同，只差舍入`;
  return `可能性${mean}${times > 1 ? '提高' : '降低'} ${written}%`;
}

function movedSentence(which: string, { tokens: count, delta }: MovedSaid, past: boolean): string {
  if (delta === null) return '';
  return `${which}的 ${tokens(count)}，${past ? '在那之前' : ''}${likelier(Math.exp(delta), count === 1 ? '' : '平均')}。`;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const wentSentence = ({ asPushed, against, still }: WentSaid): string =>
  `受推动的词元中，${percent(asPushed)} 朝推的方向移动，${percent(against)} 朝相反方向，${percent(still)} 几乎没有动。`;

function endingSentence(name: string, { steps: taken, skipped, undone, reason }: EndingSaid): string {
  switch (reason) {
    case 'frozen':
      return `${name} 已冻结：它的适配器从不学习，所以它的词元可能性与原来完全相同。`;
    case 'warm_up':
      return `在评论家先学阶段，只有评论家学习；${name} 保持原样。`;
    case 'not_learner':
      return `这次迭代由另一个智能体学习，没有轮到 ${name}。`;
    case 'gated':
      return `KL 门限拒绝了 ${name} 的${skipped === 1 ? '唯一一步' : `全部 ${skipped} 步`}：它离采样时的自己已经太远。`;
    case 'undone':
      return `KL 门限撤回了 ${name} 的${undone === 1 ? '这一步' : ` ${undone} 步`}：走完之后，它离采样时的自己太远。它已回到原来的样子。`;
    case 'rolled_back':
      return '这次更新之后，整个团队回到了它最好的状态。下面的数值是在那之前测得的。';
    case 'silent':
      return `${name} 在这次迭代里什么也没有说，所以没有可学的。`;
    case null:
      return `${name} 走了 ${taken} 步优化${skipped > 0 ? `；KL 门限另外拒绝了 ${steps(skipped)}` : ''}。`;
    default:
      return reason satisfies never;
  }
}

export const receiptZh: Translated<typeof receiptText> = {
  heading: '学习回执',
  scope: '哪些词元',
  scopes: {
    episode: (episode) => `回合 ${episode}`,
    iteration: (count) => `全部 ${count} 个回合`,
  },
  note: (project, iteration, episode) => `${project} · 第 ${iteration} 次迭代${episode === null ? '' : ` · 回合 ${episode}`}`,
  summary: (iteration, pushed, all, went) =>
    went === null
      ? `第 ${iteration} 次迭代的更新没有推动这 ${tokens(all)}中的任何一个。`
      : `第 ${iteration} 次迭代的更新推动了这 ${tokens(all)}中的 ${pushed} 个。${wentSentence(went)}`,
  stoppedEarly: '它的各轮（epoch）提前结束，因为 KL 旧 → 新的平均值超过了限度。',
  none: {
    title: '这次迭代没有学习回执',
    hint: '录制它时，更新还不记录对每个词元做了什么。训练一次迭代，就会得到回执。',
    step: '训练一次迭代',
  },
  agents: '更新对每个智能体做了什么',
  ending: endingSentence,
  sentences: (receipt) => {
    const past = receipt.ending.reason === 'undone' || receipt.ending.reason === 'rolled_back';
    const pushedAny = receipt.up.tokens + receipt.down.tokens > 0;
    return [
      movedSentence('强化', receipt.up, past),
      movedSentence('削弱', receipt.down, past),
      pushedAny ? movedSentence('其余', receipt.still, past) : '',
      receipt.went ? wentSentence(receipt.went) : '',
      receipt.fellShort ? '它的增益不到梯度所预测的一半：这通常说明步子太长。' : '',
      receipt.everClipped > 0 ? `裁剪至少在一步里去掉了 ${tokens(receipt.everClipped)}的梯度。` : '',
    ].filter(Boolean);
  },
  cosine: '推力与变化的余弦',
  gain: '目标函数的增益',
  gains: (predicted, actual) => `预测 ${predicted}，实际 ${actual}`,
  percent,
  fates: {
    reinforced: { name: '强化', says: '往上推：目标函数要让它们更可能' },
    weakened: { name: '削弱', says: '往下推：目标函数要让它们更不可能' },
    clipped: { name: '裁剪', says: '裁剪在每一步都去掉了它们的梯度' },
    zero_advantage: { name: '不出所料', says: '它们的优势恰好为 0，所以没有什么可推' },
    gated: { name: '门限拒绝', says: 'KL 门限拒绝了它们所在的每一步' },
    undone: { name: '撤回', says: '推过，但 KL 门限撤回了这些步' },
    rolled_back: { name: '回滚', says: '推过，但之后团队回到了它最好的状态' },
    dropped: { name: '舍弃', says: '损失没有计入它们（权重上限、M2 阈值、熵太低），或它们的对数比限制在 ±20' },
    masked: { name: '掩去', says: '不计入损失：达到词元上限的消息，或思考' },
    left_out: { name: '遗漏', says: '不在任何小批量里：各轮（epoch）提前结束，或兼容开关舍去了余下的部分' },
    not_learner: { name: '没轮到', says: '这次迭代由另一个智能体学习' },
    warm_up: { name: '评论家先学', says: '这次迭代只有评论家学习' },
    frozen: { name: '冻结', says: '这个智能体的适配器从不学习' },
  },
  bars: {
    title: '词元的去向',
    help: '每个词元有一种去向。其中两种受到了推动，即强化或削弱；其余的说明是什么挡住了推动。',
    part: (name, count, share) => `${name}：${tokens(count)}，${share}`,
    key: (name, count) => `${name} ${count}`,
    of: (agent, parts) => `${agent}：${parts.join('；')}`,
    about: '各种去向的含义',
  },
  tokens: {
    title: (episode) => `回合 ${episode}，按对数概率的变化着色`,
    of: (agent) => `${agent} 的词元，按对数概率的变化`,
    token: (text, fate, delta) => `「${text}」，${fate}，Δ 对数概率 ${delta}`,
    hint: '点击一个词元，或用 Tab 和方向键移到它，可以看到它的数值。',
    less: '更不可能',
    more: '更可能',
    still: '这里什么都没有动，所以没有着色。',
  },
  scatter: {
    title: '推力与变化的对照',
    x: '目标函数的推力（−∂loss/∂log π）',
    y: 'Δ 对数概率，nat',
    help: '每个点是一个受推动的词元：右边往上推，左边往下推。在线上方的变得更可能，在下方的变得更不可能。在两个有底色的象限里，词元朝推的方向移动；在别处，是共用权重的邻居推得更猛。点击一个点阅读它的词元；方向键在点之间移动。',
    summary: (points, went) => `${tokens(points)}的推力与变化的对照。${went ? wentSentence(went) : ''}`,
    none: '没有词元受到推动，所以没有可画的。',
    hint: '指向一个点，可以看到它的词元。',
    beyond: (count) => `${tokens(count)}超出边缘，画在边缘上。`,
    part: (drawn, all) => `${all} 个受推动的词元中，均匀抽取 ${drawn} 个画出。`,
  },
  detail: {
    place: (agent, episode, token) => `${agent}，回合 ${episode}，词元 ${token + 1}`,
    push: '推力',
    delta: 'Δ 对数概率',
    before: '之前的对数概率',
    after: '之后',
    advantage: '优势，归一化后',
    clipped: (share) => `在它的 ${share} 的步里受到裁剪`,
    times: (times) => likelier(times),
  },
};
