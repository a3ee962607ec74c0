/** Chinese words of what keeps a training session from playing, asking or going on. */
import type { sessionFaults } from '../../../en/faults/running/session.ts';
import type { Translated } from '../../../forms/translated.ts';

type Mismatch = Parameters<typeof sessionFaults.E_CHECKPOINT_MISMATCH>[0];

function mismatch(of: Mismatch): string {
  switch (of.found) {
    case 'old_state':
      return '它的 trainer_state.json 缺少这个版本继续训练所需的内容。';
    case 'made_up':
      return '那次运行的题目取自数据集，而这个项目自己生成题目。';
    case 'data_set':
      return `那次运行自己生成题目，而这个项目的题目取自「${of.name}」。`;
    case 'no_adapter':
      return `它没有「${of.role}」的适配器。`;
    case 'no_state':
      return `它的 trainer_state.json 不认识「${of.role}」。`;
    case 'on_server':
      return `「${of.role}」是在服务器上训练的，优化器的状态在那里：要在那里继续，终端里用 --engine tinker，页面里在「训练」→「策略由谁训练」选择那台服务器。`;
    case 'not_on_server':
      return `「${of.role}」是在这台计算机上训练的，而 Tinker 协议的服务器都不接收权重。`;
    case 'shape':
      return `「${of.role}」的适配器秩为 ${of.saved.rank}、alpha 为 ${of.saved.alpha}，而项目写的是 ${of.asked.rank} 和 ${of.asked.alpha}。`;
    case 'targets':
      return `「${of.role}」的适配器作用于 ${of.saved.join('、')}，而项目写的是 ${of.asked.join('、')}。`;
    case 'lacks':
      return of.what === 'tensor' ? `它缺少 ${of.name}。` : `它缺少 ${of.name} 的${LACKED[of.what]}。`;
  }
}

const LACKED = { critic: '评论家', rollback: '回滚内容', version: '版本' } as const;

export const sessionFaultsZh: Translated<typeof sessionFaults> = {
  E_TOOL_NONE: ({ environment }) => ({
    message: `消息可以调用工具，但环境「${environment}」没有用来作答的 tool()。`,
    hint: '请给它加上 `tool({ state, role, call, messages, random }) { … }`，或者把「工具：最多调用次数」设为 0。',
  }),
  E_TEACHER: (of) => {
    switch (of.found) {
      case 'missing':
        return {
          message: `「${of.role}」的教师，即运行「${of.run}」第 ${of.iteration} 次迭代之后的结果，不在这里。`,
          hint: '请在「训练」里选择其他教师，或者把那次运行带到这里：在页面里打开它的下载文件，在终端里用 --teacher 指明它的文件夹。',
        };
      case 'changed':
        return {
          message: `运行「${of.run}」第 ${of.iteration} 次迭代之后的适配器，不是当初选来教「${of.role}」的那些。`,
          hint: '如果要用的正是现在这些，请重新选择教师。',
        };
      case 'role':
        return {
          message: `运行「${of.run}」没有「${of.teacher}」的适配器可用来教「${of.role}」。`,
          hint: of.roles.length === 0 ? '它没有任何适配器：请选择其他教师。' : `它有 ${of.roles.join('、')} 的适配器：请选择其中之一。`,
        };
      case 'base':
        return {
          message: `要教「${of.role}」的适配器是在基座模型「${of.theirs}」上训练的，而不是「${of.ours}」。`,
          hint: '请重新选择教师，并使用那次运行训练时所用的基座模型。',
        };
      case 'tokens':
        return {
          message: `「${of.role}」的教师建立在「${of.theirs}」之上，它的词元与「${of.ours}」的不同。`,
          hint: '教师评判单个词元，所以必须有同样的分词器：请选择其他教师。',
        };
    }
  },
  E_PROMPT_TOO_LONG: ({ role, promptTokens, newTokens, base, context, critic = false }) => {
    const room = newTokens > 0 ? `加上 ${newTokens} 个新词元就是 ${promptTokens + newTokens} 个，而` : '';
    if (critic)
      return {
        message: `「${role}」发言之前，评论家要读的内容有 ${promptTokens} 个词元；${room}基座模型「${base}」最多读 ${context} 个。`,
        hint: '请换一种「评论家读取」，降低智能体的「最大新词元数」，或者让回合的轮次少一些。',
      };
    return {
      message: `「${role}」的提示词有 ${promptTokens} 个词元；${room}基座模型「${base}」最多读 ${context} 个。`,
      hint: '请缩短提示词，或者降低这个智能体或它所听的智能体的「最大新词元数」。',
    };
  },
  E_DATASET_SPLIT: ({ split, asked }) =>
    asked === 'evaluation'
      ? {
          message: `数据集的 ${split} 划分没有行。`,
          hint: '请在另一个划分上评估，或者给这个划分分配一部分行。',
        }
      : { message: `${split} 划分没有题目。`, hint: '请询问另一个划分。' },
  E_DATASET_OTHER: ({ name }) => ({
    message: `「${name}」的题目不是这次运行开始时所用的那些：它的行、行的字段、抽样或划分有所不同。`,
    hint: '请给出那次运行所用的文件，并采用其 project.json 里的设置，或者开始新的运行。',
  }),
  E_CHECKPOINT_MISMATCH: (of) => ({
    message: `检查点与这个项目不符：${mismatch(of)}`,
    hint: '请用写出该检查点的那次运行的 project.json 继续。',
  }),
};
