/** Chinese words of what is wrong with a file of problems, with how its columns are mapped, and with the data set a project names. */
import type { datasetFaults } from '../../../en/faults/files/dataset.ts';
import type { Translated } from '../../../forms/translated.ts';

/** A file by its name, and where in it, from 1. */
interface At {
  readonly subject: string;
  readonly line?: number;
  readonly column?: number;
}

const where = ({ subject, line, column }: At): string =>
  line === undefined ? subject : `${subject} 第 ${line} 行${column ? `第 ${column} 列` : ''}`;

/** The same before words that go on in Chinese. */
const there = (at: At): string => (at.line === undefined ? `${where(at)} ` : where(at));

const MISSING_HINTS = {
  anywhere: '请重新给出这个文件：在页面的环境面板里，或在终端里用 --data FILE。',
  panel: '请在环境面板里重新给出这个文件。',
  panel_or_remove: '请在环境面板里重新给出这个文件，或在那里把数据集从项目中移除。',
  terminal: '请用 --data FILE 给出它。',
} as const;

const IMPORT_A_PART = '请只导入其中一部分。';

export const datasetFaultsZh: Translated<typeof datasetFaults> = {
  E_DATASET_SIZE: (of) => {
    switch (of.found) {
      case 'bytes':
        return {
          message: `${there(of)}有 ${Math.ceil(of.size / 2 ** 20)} MB，最多读取 ${of.most / 2 ** 20} MB。`,
          hint: IMPORT_A_PART,
        };
      case 'rows':
        return { message: `${there(of)}的数据超过 ${of.most.toLocaleString('en')} 行。`, hint: IMPORT_A_PART };
      case 'row':
        return {
          message: `${where(of)}：第 ${of.row} 行数据长 ${Math.ceil(of.size / 1024)} KB，最多允许 ${of.most / 1024} KB。`,
          hint: '请从文件里去掉过长的列，或缩短它们。',
        };
      case 'columns':
        return {
          message: `${there(of)}超过 ${of.most} 列。`,
          hint: '各行数据应当是字段相同的记录；这个文件确实是按行存放数据的吗？',
        };
    }
  },
  E_DATASET_EMPTY: (of) => ({
    message: `${there(of)}${of.found === 'nothing' ? '是空的' : '没有数据行'}。`,
    hint: '请选择一个每道题目占一行的文件。',
  }),
  E_DATASET_ENCODING: (of) => ({
    message: `${there(of)}不是 UTF-8 文本。`,
    hint: 'Parquet、Arrow 和 zip 文件无法读取：请把数据集存为 JSON Lines 或 CSV（docs/data-sets.md#what-can-be-read）。',
  }),
  E_DATASET_JSON: (of) => ({
    message: `${there(of)}${
      of.unexpected === undefined ? '在中途就结束了' : `无法作为 JSON 读取：${JSON.stringify(of.unexpected)} 不应出现在那里`
    }。`,
    hint: of.layout === 'lines' ? '请改正或删除这一行。' : '请存为对象的列表，或存为每行一个对象的 JSON Lines。',
  }),
  E_DATASET_CSV: (of) => {
    const hint = '第一行写各列的名字；含有逗号、引号或换行的文本都要加引号，其中的引号要写两遍。';
    switch (of.found) {
      case 'quote':
        return { message: `${there(of)}有一个引号没有闭合：${of.reason}。`, hint };
      case 'values':
        return { message: `${there(of)}有 ${of.values} 个值，但一共有 ${of.columns} 列。`, hint };
      case 'twice':
        return { message: `${there(of)}两次使用列名「${of.name}」。`, hint: '请给每一列起不同的名字。' };
    }
  },
  E_DATASET_ROW: (of) => ({
    message: `${where(of)}：第 ${of.row} 行数据的嵌套超过 ${of.most} 层。`,
    hint: '请把它展平。',
  }),
  E_DATASET_LAYOUT: (of) =>
    of.found === 'no_rows'
      ? { message: `${there(of)}里没有数据行。`, hint: '请存为对象的列表。' }
      : {
          message: `${there(of)}各列的长度不同：${of.lengths.map(({ name, values }) => `「${name}」有 ${values} 个值`).join('，')}。`,
          hint: '每一列在每一行都要有一个值。',
        },
  E_DATASET_MISSING: (of) => ({
    message: `项目的题目来自「${of.subject}」（${of.rows.toLocaleString('en')} 行，SHA-256 ${of.digest}…），而它不在这里。`,
    hint: MISSING_HINTS[of.give],
  }),
  E_DATASET_ROWS: ({ subject, said, came }) => ({
    message: `项目里写明「${subject}」有 ${said} 行，实际有 ${came} 行。`,
    hint: '请重新导入这个文件。',
  }),
  E_DATASET_SPLIT: ({ subject, empty }) => ({
    message: `「${subject}」的${empty === 'train' ? '训练集' : '测试集'}里没有数据行。`,
    hint:
      empty === 'train'
        ? '请减小测试集的比例，增大使用的行数，或换一列来划分数据。'
        : '请增大测试集的比例，或把「评估间隔」设为 0，也就是关闭评估。',
  }),
  E_FLAG: ({ parts, ...of }) => ({
    message: `--map 无法读取：${'entry' in of ? `「${of.entry}」不是一对 FIELD=COLUMN。` : `列没有「${of.part}」这个部分。`}`,
    hint: `例如：--map problem=question,answer=answer:final。列的各个部分：${parts.join('、')}。`,
  }),
};
