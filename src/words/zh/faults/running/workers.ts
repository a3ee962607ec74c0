/** Chinese words of what keeps a worker from having a base model that ships with the page. */
import type { workersFaults } from '../../../en/faults/running/workers.ts';
import { type SaidOfBase, shortPrint } from '../../../forms/saidOfBase.ts';
import type { Translated } from '../../../forms/translated.ts';

const amount = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(2)} GB`;

/** A sentence; nothing where nothing was told. */
function saidOfBaseZh(told: SaidOfBase | null | undefined): string {
  const facts = [
    ...(told?.bytes ? [`大小为 ${amount(told.bytes)}`] : []),
    ...(told?.sha256 ? [`指纹以 ${shortPrint(told.sha256)} 开头`] : []),
  ];
  return facts.length === 0 ? '' : `据项目所述，它${facts.join('，')}。`;
}

export const workersFaultsZh: Translated<typeof workersFaults> = {
  E_BASE_FETCH: ({ name }) => ({
    message: `基座模型「${name}」无法加载。`,
    hint: '请检查与这个页面的服务器之间的连接，然后重新训练。',
  }),
  E_BASE_MISSING: ({ name, told }) => ({
    message: `这里没有基座模型「${name}」。${saidOfBaseZh(told)}`,
    hint: `链接只写明它的基座模型，并不附带它们。请向分享者索取带有基座模型的项目（「分享链接……」→「连同基座模型下载」）并打开它，或者索取「${name}」的文件夹，在「训练」→「基座模型」里选择它；也可以在那里选择其他基座模型，或者在「热启动」里制作一个。`,
  }),
};
