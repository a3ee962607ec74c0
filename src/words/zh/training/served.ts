/** Chinese words of the field that says who trains the policies: this computer, or a server of the Tinker protocol. */
import type { servedEn } from '../../en/training/served.ts';
import type { Translated } from '../../forms/translated.ts';

export const servedZh: Translated<typeof servedEn> = {
  label: '策略由谁训练',
  help: '服务器可以对策略采样、计算概率并更新。回合、环境、信用和损失都留在这里。',
  here: '这台计算机',
  server: '一台服务器（Tinker 协议）',
  noWay: {
    title: '这个页面没有通往服务器的途径。',
    why: '浏览器只允许页面与自己的地址通信，而只分发文件的主机不会转发任何请求。',
    instead: '在你的计算机上启动页面，它就会把请求转发给一台服务器：',
    command: 'npm start -- --forward http://127.0.0.1:8000',
    terminal: '或在终端中训练：npm run train -- --engine tinker --url ADDRESS。它的运行文件夹可以在这里打开。',
    again: '再看一次',
  },
  gone: '提供这个页面的进程没有响应。请重新启动它，再看一次。',
  region: '服务器',
  at: (url) => `经这个页面自己的地址通往 ${url}`,
  token: '附带页面看不到的凭证',
  model: '服务器上的模型',
  modelHelp: (base) => `服务器对「${base}」的叫法。两者的词元编号必须一致，训练之前会做检验。`,
  sameName: (base) => `${base}（项目中的名称）`,
  asking: '正在用服务器自己的小适配器询问它能做什么。第一次可能要一分钟。',
  busy: '正在运行训练；运行结束后再询问服务器。',
  ask: '再次询问',
  refused: (count) => `这台服务器拒绝这个项目中的 ${count} 处：`,
  change: '改掉它',
  fine: '这个项目可以原样在那里训练。',
  can: '它能做什么',
  unknown: '服务器不告知熵、梯度和缓存情况：图表和学习回执中显示为未知。它不接受权重，所以那里的训练从全新的适配器开始。',
  checking: '正在询问服务器……',
};
