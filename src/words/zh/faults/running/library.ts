/** Chinese words of what keeps the library from opening a session, or from giving credit to trajectories played elsewhere. */
import type { creditFaults, libraryFaults } from '../../../en/faults/running/library.ts';
import type { Translated } from '../../../forms/translated.ts';

export const libraryFaultsZh: Translated<typeof libraryFaults> = {
  E_LIBRARY_BASE: (params) =>
    params.found === 'nowhere'
      ? {
          message: `没有说明基座模型「${params.name}」在哪里。`,
          hint: '请给出选项「bases」：一个文件夹的地址，其中每个基座模型各有一个文件夹；或者一个由名称得到其文件的函数。',
        }
      : {
          message: `${params.address} 没有基座模型「${params.name}」。`,
          hint: '那个文件夹需要 config.json、model.safetensors 和 tokenizer.json。软件包自带的基座模型在它的「dist/models」里；请让服务器提供那个文件夹，或者复制你需要的基座模型。',
        },
  E_LIBRARY_BUSY: ({ doing }) => ({
    message: `会话正在工作（${doing}），一次只做一件事。`,
    hint: '请等它做完：先离开 train() 的循环，再评估或保存，或者就在循环里做。',
  }),
};

export const creditFaultsZh: Translated<typeof creditFaults> = {
  E_CREDIT_TRAJECTORY: (params) => {
    if (params.found === 'settings')
      return {
        message: `信用的设置不能接受：${params.wrong}`,
        hint: '它们的名称和界限与项目的训练设置相同。',
      };
    if (params.found === 'playsOn')
      return {
        message: `「${params.algorithm}」要问一个回合本来还会有什么结果，而只凭轨迹无法知道。`,
        hint: '请选择 tppo 或 appo，并给出评论家的价值；或者选择不需要价值的 grpo、rloo 或 reinforce。',
      };
    if (params.found === 'silent') return { message: `轨迹 ${params.trajectory} 没有消息。`, hint: '请去掉它：里面没有什么可以分配信用。' };
    if (params.found === 'unspoken')
      return {
        message: `轨迹 ${params.trajectory} 在轮次 ${params.turn} 付给团队奖励，而那个轮次没有人发言。`,
        hint: '请给每条消息注明它在哪一轮说出（从 0 数起），并给每一轮一个奖励。',
      };
    const where = `轨迹 ${params.trajectory} 的消息 ${params.message}（${params.role}）`;
    if (params.found === 'tokens') return { message: `${where}的词元数不是大于 0 的整数。`, hint: '每条消息至少有一个词元。' };
    if (params.found === 'values')
      return {
        message: `${where}有 ${params.have} 个价值，而决策有 ${params.needed} 个。`,
        hint: 'GAE 读取评论家在每个决策之前的价值：用 tppo 时每个词元一个，用 appo 时每条消息一个。没有评论家时，请选择 grpo、rloo，或者用其他基线的 reinforce。',
      };
    return {
      message: `${where}在轮次 ${params.have} 说出，而奖励只有 ${params.needed} 个轮次的。`,
      hint: '请给每一轮一个奖励，没有付奖励的轮次写 0。轮次从 0 数起。',
    };
  },
};
