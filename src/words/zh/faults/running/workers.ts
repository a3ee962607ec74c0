/** Chinese words of what keeps a worker from having a base model that ships with the page. */
import type { workersFaults } from '../../../en/faults/running/workers.ts';
import type { Translated } from '../../../forms/translated.ts';
import { saidOfBaseZh } from '../../forms/saidOfBase.ts';

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
