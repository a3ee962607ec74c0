/** Chinese words of what of a project does something that its reader may not expect. */
import type { remarkFaults } from '../../../en/faults/document/remarks.ts';
import { shortPrint } from '../../../forms/saidOfBase.ts';
import type { Translated } from '../../../forms/translated.ts';

const SCOPES: Readonly<Record<string, string>> = {
  minibatch: '一个小批量',
  batch: '整个批次',
  agent: '智能体自己',
  group: '组',
};

const scopeOf = (scope: string): string => SCOPES[scope] ?? ` ${scope} `;

export const remarkFaultsZh: Translated<typeof remarkFaults> = {
  E_SETTING_NO_HIDDEN_STATE: () => ({
    message: '评论家应当读取隐藏状态，但这个环境不给出隐藏状态；它只读取全团队的对话记录。',
    hint: '在环境里编写 privileged 钩子（docs/environments.md#the-hooks），或者让评论家读取对话记录。',
  }),
  E_BASE_UNLIKE: ({ name, found, told }) => ({
    message: `这里的基座模型「${name}」不是随项目传来的那一个：它的指纹以 ${shortPrint(found)} 开头，那一个的以 ${shortPrint(told)} 开头。`,
    hint: '这次运行用的是这里的基座模型。要用另一个，请打开带有基座模型的项目。',
  }),
  E_SETTING_MEAN_TWICE: ({ scope }) => ({
    message: `每个角色的回报已经减去该角色的滑动平均；再减去${scopeOf(scope)}的平均值，滑动平均的作用就所剩无几。`,
    hint: '把平均值设回「由算法决定」，除非这正是你想看的。',
  }),
  E_SETTING_PUSHES_GROUPS: ({ algorithm, scope }) => ({
    message: `${algorithm.toUpperCase()} 已经在组内比较过回报；再减去${scopeOf(scope)}的平均值，各回合所得相同的组也会产生推力。`,
    hint: '把平均值设回「由算法决定」，除非这正是你想看的。',
  }),
};
