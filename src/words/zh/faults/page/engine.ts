/** Chinese words of what the page says where a run cannot begin, go on or be kept. */
import type { pageEngineFaults } from '../../../en/faults/page/engine.ts';
import type { Translated } from '../../../forms/translated.ts';

const UNHARMED = '你的项目，以及这次运行到最后一个检查点为止的部分，都没有受损；「继续」从那里接着训练，「开始训练」则开始新的运行。';
const UNKEPT = '它会保留到这个标签页关闭为止。浏览器的空间可能不足，或不为这个页面保存任何内容。';

export const pageEngineFaultsZh: Translated<typeof pageEngineFaults> = {
  E_RUN_CHECKPOINT: () => ({
    message: '这次运行不能继续：它在结束之前没有检查点，或者还没有结束。',
    hint: '「开始训练」会开始新的运行。',
  }),
  E_TRAINER_BUSY: () => ({
    message: '这次运行还不能继续：另一次运行或热启动正在进行。',
    hint: '请等它完成，或停止它。',
  }),
  E_WORKER_SILENT: ({ ended }) =>
    ended
      ? { message: '训练的工作线程很久没有响应，已停止。', hint: UNHARMED }
      : {
          message: '训练的工作线程已有两分钟没有消息。它可能正在计算很长的一步，也可能卡住了。',
          hint: '等待不会有任何损失。如果重新启动它，运行会从最后一个检查点继续。',
        },
  E_WORKER_DIED: ({ said }) => ({
    message: `训练的工作线程意外停止${said ? `：${said}` : '。'}`,
    hint: UNHARMED,
  }),
  E_BASE_KEEP: ({ name, why }) => ({ message: because(`「${name}」没能保存到这个浏览器中。`, why), hint: UNKEPT }),
  E_BASE_DELETE: ({ name, why }) => ({ message: because(`没能从这个浏览器中删除「${name}」。`, why), hint: UNKEPT }),
};

const because = (message: string, why: string | null): string => (why === null ? message : `${message}${why}`);
