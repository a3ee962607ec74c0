/** Chinese words of what is wrong with the files of a run: its card, its rows, its episodes, its checkpoints. */
import type { Instead, runFileFaults } from '../../../en/faults/files/runFiles.ts';
import type { Translated } from '../../../forms/translated.ts';
import { notJsonZh } from '../../forms/notJson.ts';

/** The files that make a folder a checkpoint. */
type Holds = readonly [trainerState: string, optimizer: string, critic: string, adapterConfig: string];

const checkpointHint = ([state, optimizer, critic, config]: Holds): string =>
  `检查点是一个文件夹，里面有 ${state}、${optimizer}、${critic}，每个角色还有一个 ${config}。`;

function insteadOf(of: Instead): string {
  switch (of.instead) {
    case 'another':
      return '请使用另一个检查点，或这个检查点的副本。';
    case 'export':
      return `检查点 ${of.iteration} 是最后一个完好的：请改为导出检查点 ${of.iteration}。`;
    case 'train_again':
      return '它的检查点没有一个完好。请重新训练：同样的项目和种子会得到同样的运行。';
    case 'whole':
      return `完好的检查点：${of.whole.join('、')}。`;
    case 'copy':
      return '它的检查点没有一个完好；请使用这个文件夹的副本。';
  }
}

export const runFileFaultsZh: Translated<typeof runFileFaults> = {
  E_BEST: (of) =>
    of.found === 'not_json' ? notJsonZh(of) : { message: `${of.subject} 没有写明哪个检查点最好。`, hint: '请用编号指明一个检查点。' },
  E_CARD: (of) =>
    of.found === 'not_json'
      ? notJsonZh(of)
      : { message: `${of.subject} 不是这个版本所写的格式。`, hint: '请下载这个文件夹来查看，或删除这次运行。' },
  E_RUN_FUTURE: ({ subject, format, reads }) => ({
    message: `${subject} 由更新版本的工作台写下（格式 ${format}；这个版本最多读到 ${reads}）。`,
    hint: '这次运行保持原样。请用更新的版本打开它：重新载入页面，或更新工作台。',
  }),
  E_RUN_LABELS: () => ({
    message: '这次运行的名字、标签或备注太长。',
    hint: '名字最多 200 个字符，每个标签最多 60 个，备注最多 20 000 个；标签最多 50 个。',
  }),
  E_EPISODES: (of) => ({
    message:
      of.found === 'none'
        ? `${of.subject} 里没有回合。`
        : `${of.subject} 第 ${of.line} 行不是回合：${[of.field, of.reason].filter(Boolean).join('：') || '不是对象'}。`,
    hint: '每一行写作 {"observation": …, "messages": [{"role": …, "text": …}]}，或者是运行里的一个回合；docs/warm-start.md 给出了这两种写法。',
  }),
  E_CASES: (of) => ({
    message:
      of.line === undefined
        ? `${of.subject} 里没有测试用例。`
        : `${of.subject} 第 ${of.line} 行不是测试用例：${[of.field, of.reason].filter(Boolean).join('：') || '不是对象'}。`,
    hint: '测试用例在页面里复制：「检视 → 追责 → 复制为测试用例」。每一行的内容见 docs/environments.md。',
  }),
  E_RUN_FILE: (of) =>
    of.found === 'not_json'
      ? notJsonZh(of)
      : { message: `${of.subject} 的第 ${of.entry} 项不是运行文件夹里应有的内容。`, hint: '请重新录制或下载这次运行。' },
  E_RUN_FILE_CHANGES: ({ subject }) => ({
    message: `读取 ${subject} 的时候，它一次又一次地重新写过。`,
    hint: '请等写入它的程序完成后再试一次。',
  }),
  E_RUN_INFO: notJsonZh,
  E_PLAY_ON: (of) =>
    of.found === 'not_json'
      ? notJsonZh(of)
      : {
          message: `${of.subject} 没有写明这次运行的重放要用什么。`,
          hint: '请删除这个文件，再次提供这次运行所需的内容：「运行 → 提供重放所需的内容……」。',
        },
  E_EVIDENCE: notJsonZh,
  E_CHECKPOINT_STATE: (of) => {
    switch (of.found) {
      case 'not_json':
        return notJsonZh(of);
      case 'unusable':
        return { message: `${of.subject} 的 ${of.holds[0]} 无法使用。`, hint: checkpointHint(of.holds) };
      case 'iteration':
        return { message: `${of.subject} 写明它是在 ${of.iteration} 次迭代之后生成的。`, hint: checkpointHint(of.holds) };
    }
  },
  E_CHECKPOINT_FILE_MISSING: ({ subject, file, holds }) => ({
    message: `${subject} 里没有 ${file}。`,
    hint: checkpointHint(holds),
  }),
  E_CHECKPOINT_DAMAGED: (of) => ({
    message: `${of.subject} 已损坏：${of.damage}。`,
    hint: insteadOf(of),
  }),
  E_CHECKPOINT_MISMATCH: ({ subject, trainedOn, wanted }) => ({
    message: `这个检查点与这个项目不符：「${subject}」的适配器是在基座模型「${trainedOn}」上训练的，而项目里写的是「${wanted}」。`,
    hint: '请重新选择那个基座模型，或开始一次新的运行。',
  }),
};
