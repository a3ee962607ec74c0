/** Chinese words of what ends environment code: what it broke or threw, its limits, and what its sandbox will not do. */
import type { guestFaults, sandboxFaults } from '../../../en/faults/running/sandbox.ts';
import type { Translated } from '../../../forms/translated.ts';

type Cause = Parameters<typeof sandboxFaults.E_ENV_THROW>[0];

const whereIn = (hook: string): string => (hook === 'load' ? '模块顶层' : ` ${hook}() 中`);

function hintOf(of: Cause): string {
  switch (of.cause) {
    case 'unknown_name':
      return `请检查 ${of.missing} 的拼写；如果它是 'marft/env' 的辅助函数，请从那里导入。`;
    case 'no_value':
      return '那里有个东西没有值：请在它前面用 console.log 打印出来。';
    case 'not_function':
      return '请检查所调用名称的拼写。';
    case 'frozen':
      return '模块和语言本身在两次调用之间是冻结的：需要记住的内容请放在 `state` 里。';
    case 'other':
      return '请修正那一行，或者在它前面用 console.log 打印值。';
  }
}

export const sandboxFaultsZh: Translated<typeof sandboxFaults> = {
  E_ENV_IMPORT: (of) =>
    of.found === 'module'
      ? {
          message: `环境代码不能导入 '${of.name}'。`,
          hint: "唯一可用的模块是 'marft/env'。请把你需要的内容复制到这个文件里。",
        }
      : {
          message: `'marft/env' 里没有 '${of.name}'。`,
          hint: '在 import 的花括号里输入时，编辑器会列出它提供的内容。',
        },
  E_ENV_SYNTAX: ({ line, said }) => ({
    message: `代码${line === undefined ? '' : `在第 ${line} 行`}无法读取：${said}。`,
    hint: '请检查那里或紧靠前面是否缺少括号、逗号或引号。',
  }),
  E_ENV_THROW: (of) => {
    const who = of.hook === 'load' ? '模块顶层' : `${of.hook}() `;
    const what = of.name === '' ? `抛出了 ${of.said}` : `因 ${of.name} 停止：${of.said}`;
    return { message: `${who}${what}${of.line === undefined ? '' : `（第 ${of.line} 行）`}。`, hint: hintOf(of) };
  },
  E_ENV_TICKS: ({ hook, ticks }) => ({
    message: `代码在${whereIn(hook)}像是陷入了无限循环（预算 ${ticks.toLocaleString('en-US')} 个计算步）。`,
    hint: '请检查循环的条件；每次调用少做一些工作。',
  }),
  E_ENV_WORK: ({ hook }) => ({
    message: `代码在${whereIn(hook)}做的工作超过一次调用所允许的。`,
    hint: '请检查循环的条件；留意很长的文本或列表、数十亿的 `length`，或极大的 BigInt 数。',
  }),
  E_ENV_TIME: ({ hook, milliseconds }) => ({
    message: `代码在${whereIn(hook)}没有在 ${milliseconds / 1000} 秒内返回。`,
    hint: '请留意很大的列表或文本。',
  }),
  E_ENV_MEMORY: ({ hook, memoryBytes }) => ({
    message: `代码在${whereIn(hook)}需要的内存超过 ${Math.round(memoryBytes / 1024 / 1024)} MB。`,
    hint: '请留意无限增长的列表或文本。',
  }),
  E_ENV_STACK: ({ hook }) => ({
    message: `在${whereIn(hook)}，函数相互调用得太深。`,
    hint: '请留意无休止地调用自己的函数。',
  }),
  E_ENV_ASYNC: ({ hook }) => ({
    message: `代码在${whereIn(hook)}启动了需要等待的操作。`,
    hint: '环境要立即作答：请去掉 await、promise 和 import()。',
  }),
  E_ENV_LOST: ({ hook }) => ({
    message: `沙箱在${whereIn(hook)}崩溃，已经换成新的。`,
    hint: '请再试一次；如果再次发生，请简化那里的代码。',
  }),
  E_ENV_STATE: ({ hook }) => ({
    message: `${hook}() 用同样的输入再次调用时，给出了不同的结果：模块在两次调用之间保留了某些内容。`,
    hint: '请把会改变的变量从模块顶层移到 `state` 里。',
  }),
  E_ENV_STEP_REWARD: () => ({
    message: '信用分配策略是 per_step，但这个环境没有 stepReward()。',
    hint: '请在它的默认导出里加上 `stepReward({ state, messages, position, teamReward }) { … }`，或者选择其他信用分配策略。',
  }),
  E_ENV_HOOK: ({ hook }) => ({
    message: `这个环境没有 ${hook}()。`,
    hint: `请在它的默认导出里加上 \`${hook}({ … }) { … }\`。`,
  }),
  E_ENV_NONE: ({ found }) => ({
    message: found === 'closed' ? '沙箱已经关闭。' : '没有加载环境。',
    hint: '请先加载一个可以读取的环境。',
  }),
};

/** Words of the guest's side are shown as they came. */
const asSaid = ({ message, hint }: { readonly message: string; readonly hint: string }) => ({ message, hint });

export const guestFaultsZh: Translated<typeof guestFaults> = {
  E_ENV_ASYNC: asSaid,
  E_ENV_FORBIDDEN: asSaid,
  E_ENV_MODULE: asSaid,
  E_ENV_RESULT: asSaid,
};
