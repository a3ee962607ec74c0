/** Chinese words of what keeps a team from being warmed up. */
import type { warmStartFaults } from '../../../en/faults/running/warmStart.ts';
import type { Translated } from '../../../forms/translated.ts';

const EVERYBODY = '团队的每个智能体每轮说一条消息，按图的次序。';

export const warmStartFaultsZh: Translated<typeof warmStartFaults> = {
  E_WARM_TOO_LONG: ({ role, text, tokens, limit }) => ({
    message: `示范给「${role}」的一条消息有 ${tokens} 个词元，而它只能写 ${limit} 个：「${text}」。`,
    hint: '请提高这个智能体的「最大新词元数」，或者让环境示范更短的消息。',
  }),
  E_WARM_DEMONSTRATE: ({ environment }) => ({
    message: `环境「${environment}」不示范好的智能体会说什么，所以无法在它上面热启动团队。`,
    hint: '请在环境里编写 demonstrate()（docs/environments.md#the-hooks），或者从回合文件或一次运行热启动（docs/warm-start.md#what-it-learns-from）。',
  }),
  E_WARM_EMPTY: () => ({
    message: '这些回合里都没有来自要训练的智能体的消息。',
    hint: '请检查文件里的角色，以及哪些智能体已冻结或有自己的基座模型。',
  }),
  E_WARM_NOBODY: ({ trains, base }) =>
    trains === 'adapters'
      ? { message: '团队的每个适配器都冻结了，所以没有什么可以热启动。', hint: '请解冻一个智能体的适配器。' }
      : {
          message: `没有智能体使用团队的基座模型，所以没有谁会使用基座模型「${base}」。`,
          hint: '请让一个智能体使用团队的基座模型，或者热启动适配器。',
        },
  E_WARM_THRESHOLD: ({ name, least, best }) => ({
    message: `${name} 没有回合得到 ${least}；最好的得到 ${best}。`,
    hint: '请降低门槛。',
  }),
  E_WARM_EPISODE: (of) => {
    const line = `${of.name} 的第 ${of.line} 行`;
    switch (of.found) {
      case 'several_turns':
        return {
          message: `${line}是多轮的采样，它的文本只有用那次运行的分词器才能读取。`,
          hint: '请给出整个运行文件夹。',
        };
      case 'template':
        return {
          message: `${line}有「${of.role}」的一个提示词，由对话模板为另一种分词器排列；它无法重新编码。`,
          hint: '请以纯文本给出回合，或者给出基座模型分词器相同的运行。',
        };
      case 'missing':
        return { message: `${line}没有「${of.role}」在轮次 ${of.turn} 的消息。`, hint: EVERYBODY };
      case 'out_of_turn':
        return { message: `${line}有「${of.role}」的一条消息，而它那时不发言。`, hint: EVERYBODY };
      case 'stranger':
        return {
          message: `${line}有「${of.role}」的一条消息，而这个团队没有它。`,
          hint: `团队的角色：${of.roles.join('、')}。`,
        };
    }
  },
};
