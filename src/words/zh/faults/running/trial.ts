/** Chinese words of what a trial of an environment found. */
import type { TrialCall, trialFaults, trialText } from '../../../en/faults/running/trial.ts';
import type { Translated } from '../../../forms/translated.ts';

type Start = Pick<TrialCall, 'seed' | 'split' | 'index'>;

const MANNERS: Readonly<Record<TrialCall['manner'], string>> = {
  demonstrate: '示范',
  mistake: '错误回答',
  random: '随机文本',
  empty: '空文本',
  long: '很长的文本',
};

/** `seed 2, train problem 0`. */
const ofStart = ({ seed, split, index }: Start): string => `种子 ${seed}，${split} 题目 ${index}`;

const WHEN: Readonly<Record<Parameters<typeof trialFaults.E_ENV_STATE>[0]['when'], string>> = {
  twice: '连续调用两次',
  again: '按另一种次序再次调用',
  read_back: '从写成 JSON 再读回的状态调用',
};

export const trialFaultsZh: Translated<typeof trialFaults> = {
  E_ENV_STATE: ({ hook, field, when }) => ({
    message: `用同样的输入${WHEN[when]}，${hook}() 给出的${field === '' ? '结果' : ` ${field.slice(1)} `}不同。`,
  }),
};

export const trialTextZh: Translated<typeof trialText> = {
  whose: (message, call) => `${message.replace(/[.。]$/, '')}（${ofStart(call)}，轮次 ${call.turn}，${MANNERS[call.manner]}）。`,
  case: (number, wanted, reward) =>
    wanted === reward ? `用例 ${number}       得到 ${reward}` : `用例 ${number}       得到 ${reward}，本应得到 ${wanted}`,
  notChecked: (message) => `无法检查：${message}`,
  deterministic: (calls) => `${calls} 次调用各连续进行两次，结果相同。`,
  keepsNothing: (calls) => `${calls} 次调用按相反次序、各回合混杂地再次进行，结果相同。`,
  json: (steps) => `${steps} 步从写成 JSON 再读回的状态出发，结果相同。`,
  finite: (episodes, manners) => `${episodes} 个回合的全部奖励都是有限的数：${manners.map((manner) => MANNERS[manner]).join('、')}。`,
  ended: (episodes, horizon) => `全部 ${episodes} 个回合都在 ${horizon} 轮之内自行结束。`,
  late: (needed, horizon, start) => `示范需要 ${needed} 轮才能结束，超过时限 ${horizon}（${ofStart(start)}）：请提高时限。`,
  cut: (of) => {
    const demonstrations = of.shown > 0 ? `，其中包括${of.shown === of.starts ? '全部示范' : ` ${of.shown} 个示范`}` : '';
    return `${of.episodes} 个回合中有 ${of.cut} 个只因会话的时限 ${of.horizon} 轮而结束${demonstrations}；其余的自行结束。`;
  },
  noDemonstrations: '未检查：环境没有 demonstrate()。',
  poor: (of) => `只用示范得到 ${of.reward}，而不是 ${of.full}（${ofStart(of.start)}；${of.shown} 个回合中有 ${of.poor} 个如此）。`,
  better: (of) => `只用示范得到 ${of.reward}，而${MANNERS[of.manner]}得到 ${of.better}（${ofStart(of.start)}）。`,
  full: (full, episodes) => `在全部 ${episodes} 个回合里，只用示范至少得到 ${full}，没有谁得到更多。`,
};
