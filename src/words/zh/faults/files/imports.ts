/** Chinese words of what is wrong with the files of a run that something else trained, and of what to know of what was read. */
import type { importFaults, ImportWanted } from '../../../en/faults/files/imports.ts';
import type { Translated } from '../../../forms/translated.ts';

/** What a field should hold. */
const WANTED: Readonly<Record<ImportWanted, string>> = {
  text: '文本',
  number: '一个数',
  whole: '一个整数',
  yes_no: ' true 或 false',
  object: '一个对象',
  list: '一个列表',
  numbers: '数的列表',
  whole_numbers: '由不小于 0 的整数组成的列表',
  yes_nos: '由 true 和 false 组成的列表',
  messages: '文本，或由带有 role 和 content 的消息组成的列表',
};

const WHOLE = '请重新复制或下载这个文件：它可能被截断或改动过。没有读入任何内容。';
const PARTS = '请给出其中一部分：少一些文件，或少一些行。没有读入任何内容。';

const amount = (of: 'bytes' | 'count', most: number): string =>
  of === 'bytes' ? `${Math.floor(most / 2 ** 20)} MiB` : most.toLocaleString('en');

export const importFaultsZh: Translated<typeof importFaults> = {
  E_IMPORT_LINE: ({ subject, line, reason }) => ({
    message: `${subject} 第 ${line} 行不是 JSON（${reason}）。`,
    hint: WHOLE,
  }),
  E_IMPORT_TEXT: ({ subject, line }) => ({ message: `${subject} 第 ${line} 行不是 UTF-8 文本。`, hint: WHOLE }),
  E_IMPORT_FIELD: ({ subject, line, field, wanted }) => ({
    message: `${subject} 第 ${line} 行：${field} 应当是${WANTED[wanted]}。`,
    hint: `${WHOLE}各个库有哪些内容会读入，见 docs/imports.md。`,
  }),
  E_IMPORT_LENGTH: ({ subject, line, field, length, wanted }) => ({
    message: `${subject} 第 ${line} 行：${field} 有 ${length} 项，应当有 ${wanted} 项。`,
    hint: WHOLE,
  }),
  E_IMPORT_PLACE: ({ subject, line, field }) => ({
    message: `${subject} 第 ${line} 行：${field} 所指的位置不存在。`,
    hint: WHOLE,
  }),
  E_IMPORT_LIMIT: ({ subject, line, what, most }) => {
    const said = {
      line: `长度超过 ${amount('bytes', most)}`,
      tokens: `有一条消息超过 ${amount('count', most)} 个词元`,
      prompts: `的提示词总共超过 ${amount('count', most)} 个词元`,
      parts: `的提示词总共超过 ${amount('count', most)} 个部分`,
      messages: `的消息超过 ${amount('count', most)} 条`,
      depth: `的嵌套超过 ${amount('count', most)} 层`,
      info: `除消息之外的内容超过 ${amount('bytes', most)}`,
      names: `列出的数值或智能体超过 ${amount('count', most)} 个`,
    };
    return { message: `${subject} 第 ${line} 行${said[what]}。`, hint: PARTS };
  },
  E_IMPORT_SIZE: ({ subject, most }) => ({
    message: `${subject} 本身或解压之后超过 ${amount('bytes', most)}。`,
    hint: PARTS,
  }),
  E_IMPORT_PACKED: ({ subject, reason }) => ({
    message: `${subject} 无法解压（${reason}）。`,
    hint: WHOLE,
  }),
  E_IMPORT_EMPTY: ({ subject }) => ({ message: `${subject} 里什么也没有。`, hint: '请选择一个写入过内容的文件。' }),
  E_IMPORT_NO_PARQUET: ({ subject }) => ({
    message: `不管名字怎么写，${subject} 都不是 Parquet 文件。`,
    hint: '请选择训练器写出的文件。没有读入任何内容。',
  }),
  E_IMPORT_PARQUET_CUT: ({ subject }) => ({
    message: `${subject} 只是一个 Parquet 文件的开头：缺少结尾。`,
    hint: '请重新复制或下载，或等训练器把它写完。没有读入任何内容。',
  }),
  E_IMPORT_PARQUET_PACKED: ({ subject, codec }) => ({
    message: `${subject} 是用 ${codec} 压缩的 Parquet 文件，这里不能读取。`,
    hint: '请改用 Snappy 压缩重新写出，在 pandas 里用 df.to_parquet(path, compression="snappy")。没有读入任何内容。',
  }),
  E_IMPORT_PARQUET: ({ subject }) => ({
    message: `${subject} 是损坏的 Parquet 文件：它对自身的描述与实际内容对不上。`,
    hint: '请重新复制或下载。如果 pandas 能读取它，请用 df.to_parquet(path) 重新写出。没有读入任何内容。',
  }),
  E_IMPORT_COLUMNS: ({ subject, missing }) => ({
    message: `${subject} 没有「${missing}」列，而 TRL 的 completions 表应当有这一列。`,
    hint: '请选择检查点旁边「completions」里的文件，TRL 在 log_completions=True 时会写出它们（docs/imports.md#trl）。',
  }),
  E_IMPORT_CUT: ({ subject, line }) => ({
    message: `${subject} 在第 ${line} 行中间就结束了，训练器中途停止时会是这样；前面的行已经读入。`,
  }),
  E_IMPORT_LEFT_OUT: ({ subject, line, count, of }) => ({
    message: `${subject}：${of.toLocaleString('en')} 行中${
      count === 1 ? `的第 ${line} 行` : `有 ${count.toLocaleString('en')} 行（第一处是第 ${line} 行）`
    }不是完整的 JSON，已略去；训练器停止后又重新开始时会留下这样的行。`,
  }),
  E_IMPORT_TWICE: ({ count }) => ({
    message: `有 ${count.toLocaleString('en')} 个回合在同一步的两个文件里都有，只取一次。`,
  }),
  E_IMPORT_NO_LOSS: ({ subject, count }) => ({
    message: `${subject}：有 ${count.toLocaleString('en')} 个序列，无法知道其中哪些词元是生成的，因为没有一个词元计入损失；它们已略去。`,
  }),
  E_IMPORT_WEIGHTS: ({ subject, columns }) => ({
    message: `${subject}：回合的奖励未知。表里有 ${columns}，但没有写明各占多大权重，而它们的总和又解释不了表里的优势。`,
  }),
  E_IMPORT_EXPORT_ASIDE: ({ count }) => ({
    message: `词元导出文件里有 ${count.toLocaleString('en')} 个序列，在它们那一步的采样里都找不到，已略去。`,
  }),
};
