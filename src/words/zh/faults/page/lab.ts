/** Chinese words of what is wrong with the lab, which answers what-if questions and compares weights. */
import type { labFaults } from '../../../en/faults/page/lab.ts';
import type { Translated } from '../../../forms/translated.ts';

export const labFaultsZh: Translated<typeof labFaults> = {
  E_LAB_CLOSED: () => ({
    message: '实验室在回答之前关闭了。',
    hint: '请再问一次：它会重新启动。',
  }),
  E_WORKER_DIED: ({ said }) => ({
    message: `实验室的工作线程意外停止${said ? `：${said}` : '。'}`,
    hint: '你的运行没有受损；下一个问题会启动新的工作线程。',
  }),
  E_LAB_VERSION: ({ iteration, have }) => ({
    message: `这次运行没有保存第 ${iteration} 次迭代的适配器。`,
    hint: have.length > 0 ? `它保存了这些迭代的适配器：${have.join('、')}。` : '它一个也没有保存。',
  }),
  E_NOTHING_COMPARED: (of) => {
    switch (of.found) {
      case 'f32':
        return {
          message: '这次运行的基座以 f32 存放，所以没有什么可比较。',
          hint: '请把「基座权重」选为 q8、q4、f16 或 bf16，再训练一些。',
        };
      case 'server':
        return {
          message: '这次运行的基座由服务器存放，「基座权重」没有说明是什么形式。',
          hint: '请在这台机器上训练一些。',
        };
      case 'no_messages':
        return {
          message: `没有使用「${of.base}」的智能体的消息，无从对它作比较。`,
          hint: '请训练一次迭代：比较用的是最新回合的消息。',
        };
    }
  },
};
