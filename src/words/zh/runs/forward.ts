/** Chinese words of the process that serves the page where it hands requests on to a server of the Tinker protocol. */
import type { forwardText } from '../../en/runs/forward.ts';
import type { Translated } from '../../forms/translated.ts';

export const forwardZh: Translated<typeof forwardText> = {
  refused: {
    path: (path) => `${path} 不是 Tinker 协议的路径：只转发 api/v1 之下的请求，且不带查询参数。`,
    polls: '这里应当是请求编号的列表，{"ids": ["…"]}。',
    tooLarge: (most) => `这个请求超过 ${most} MB，不予转发。`,
    redirect: (server, to) => `${server} 指向 ${to}。只转发它自己地址上的内容；在终端里（npm run train -- --engine tinker）可以获取。`,
  },
  lost: (server, reason) => `无法连接 ${server}：${reason}`,
  silent: (seconds) => `${seconds} 秒内没有应答`,
  tooLong: (most) => `它的应答超过 ${most} MB`,
  started: (server, token) =>
    `训练可以由 ${server} 的服务器来做${token ? '，所用凭证只留在这个进程里' : ''}：「训练 → 设置 → 策略由谁训练」。`,
};
