/** Chinese words of what keeps a job for a cluster from being put together. */
import type { clusterFaults } from '../../../en/faults/page/cluster.ts';
import type { Translated } from '../../../forms/translated.ts';

export const clusterFaultsZh: Translated<typeof clusterFaults> = {
  E_JOB_TERMINAL: ({ status }) => ({
    message: status === null ? '随作业附带的终端程序，收到的与打包时的不符。' : `随作业附带的终端程序没能下载下来（${status}）。`,
    hint: '它是页面旁边的 terminal.tgz。请重新加载，再试一次；页面的副本也需要这个文件，并且提供时不能带内容编码。',
  }),
  E_JOB_BASE: ({ name }) => ({
    message: `基座模型「${name}」不在这个浏览器中，所以不能随作业附带。`,
    hint: '请在「训练 → 基座模型」下选择它的文件夹，然后再次把项目带到集群上；docs/cluster.md#a-job 写明了附带哪些内容。',
  }),
};
