/** Chinese words of what a package for verifiers and prime-rl cannot carry of a project, and what keeps it from being put together. */
import type { verifiersFaults } from '../../../en/faults/page/verifiers.ts';
import type { Translated } from '../../../forms/translated.ts';

export const verifiersFaultsZh: Translated<typeof verifiersFaults> = {
  E_VERIFIERS_BASES: ({ bases }) => ({
    message: `团队使用 ${bases.length} 个基座（${bases.join('、')}），而 prime-rl 只训练一个策略。`,
    hint: '请让所有智能体使用同一个基座。',
  }),
  E_VERIFIERS_CREDIT: ({ algorithm }) => ({
    message: `${algorithm.toUpperCase()} 需要价值或续演，而 prime-rl 没有。在那里，消息的优势变为它的奖励减去其席位奖励的滑动平均。`,
    hint: '请在这里用 GRPO 或 RLOO 训练，以便同类相比。',
  }),
  E_VERIFIERS_STRATEGY: () => ({
    message: '那里的奖励不按步骤打折：每条消息都得到其角色的全部奖励。',
    hint: '请选择「均等」或「逐步」。',
  }),
  E_VERIFIERS_TEMPLATE: () => ({
    message: '项目用工作台自己的文本块排版提示词。在那里，提示词是由 system、user 和 assistant 组成的对话，按模型的对话模板排版。',
    hint: '请在这里选择模型的对话模板，以便用同样的提示词训练。',
  }),
  E_VERIFIERS_FROZEN: ({ role }) => ({
    message: `${role} 在这里不学习。在那里，它的消息不用于训练，但它用正在学习的策略发言，因此也会改变。`,
    hint: '要让它保持不变，启动 prime-rl 时请为这个席位另配模型和客户端。',
  }),
  E_VERIFIERS_TEMPERATURE: ({ role, asked, taken }) => ({
    message: `${role} 以温度 ${asked} 采样；prime-rl 只用一个温度训练，采用 ${taken}。`,
    hint: '请让所有智能体使用同一个温度。',
  }),
  E_VERIFIERS_TRUNCATION: ({ role }) => ({
    message: `${role} 只从最可能的词元中采样（top-k、top-p）；prime-rl 用在整个词表上采样的结果训练。`,
    hint: '请把 top-k 设为 0，把 top-p 设为 1。',
  }),
  E_VERIFIERS_KL: () => ({
    message: 'prime-rl 的损失中没有与基座的 KL。它自己的 KL 项是训练器与采样器之间的。',
    hint: '请把 KL 权重设为 0，以便用同样的目标函数训练。',
  }),
  E_VERIFIERS_ENTROPY: () => ({ message: 'prime-rl 的损失中没有熵奖励。', hint: '请把它设为 0，以便用同样的目标函数训练。' }),
  E_VERIFIERS_PARTS: ({ status }) => ({
    message: status === null ? '所有包共有的部分，收到的与打包时的不符。' : `所有包共有的部分没能下载下来（${status}）。`,
    hint: '它们是页面旁边的 verifiers.tgz。请重新加载，再试一次；页面的副本也需要这个文件，并且提供时不能带内容编码。',
  }),
};
