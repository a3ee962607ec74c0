/** Chinese words of page and terminal about a server that trains. */
import type { serverText } from '../../en/runs/server.ts';
import type { Translated } from '../../forms/translated.ts';

const PARTS = { sampling: '采样', forward: '计算概率', backward: '求导' } as const;

export const serverZh: Translated<typeof serverText> = {
  doing: (progress) =>
    progress.doing === 'waiting'
      ? `等待服务器 ${Math.round(progress.seconds)} 秒`
      : `正在服务器上${PARTS[progress.doing]}${progress.of === 1 ? '' : `，${progress.done}/${progress.of} 条消息`}`,
  next: '下一次运行：在服务器上',
  asking: '正在询问服务器能做什么',
  beside: (url) => ` · 策略在 ${url} 的服务器上`,
  engine: (url) => `在 ${url} 的服务器上；参考和评论家在这台计算机上，只要它放得下基座模型。`,
  left: (url, why) => `${url} 的服务器为不会再回到的迭代保留的内容没能在那里删除：${why}下一次迭代之后会再试，这件事只说一次。`,
  at: (url) => `服务器 ${URL.canParse(url) ? new URL(url).host : url}`,
  atHelp: (url) => `团队由 ${url} 的服务器采样、求导和更新；回合、环境、信用和损失在这里计算。run.json 里也这样写着。`,
};
