/** Chinese words of what keeps the page from training on a server: its way there, and what a run needs of one. */
import type { forwardFaults } from '../../../en/faults/page/forward.ts';
import type { Translated } from '../../../forms/translated.ts';

export const forwardFaultsZh: Translated<typeof forwardFaults> = {
  E_FORWARD_GONE: () => ({
    message: '提供这个页面的进程没有响应，而训练服务器要经过它才能到达。',
    hint: '请用 npm start -- --forward URL 重新启动它。',
  }),
  E_FORWARD_OTHER: ({ wanted, forward }) => ({
    message:
      forward === null
        ? `这个页面没有通往 ${wanted} 上服务器的途径。`
        : `这个页面通往的是 ${forward} 上的服务器，而需要的是 ${wanted} 上的。`,
    hint: `请用 npm start -- --forward ${wanted} 启动页面；在终端中则用 --engine tinker --url ${wanted}。`,
  }),
  E_FORWARD_ADAPTERS: () => ({
    message: 'Tinker 协议的服务器都不接受权重，所以团队在那里不能从给定的适配器开始。',
    hint: '请在「训练 → 策略由谁训练」下选择这台计算机，或从全新的适配器开始。',
  }),
};
