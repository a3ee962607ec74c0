/** Chinese words of what is wrong with traces, curves and tables that something else wrote, and of what to know of what was read. */
import type { CellExpected, CurvesDamage, importTraceFaults, TraceCounted } from '../../../en/faults/files/importTraces.ts';
import type { Translated } from '../../../forms/translated.ts';

const AGAIN = '请重新复制或导出这个文件。没有读入任何内容。';

const count = (number: number): string => number.toLocaleString('en');

const DAMAGES: Readonly<Record<CurvesDamage, string>> = {
  header: '它的开头不像这类文件',
  length: '那里写的长度超过实际的或允许的长度',
  checksum: '那里的校验和对不上',
  message: '那里的内容不是这种格式的消息',
  page: '那里的一页与文件对它的描述不符',
  loop: '那里的一页会到达两次',
};

/** What there are too many of, before and after the number. */
const COUNTED: Readonly<Record<TraceCounted, (most: string) => string>> = {
  spans: (most) => `里的 span 超过 ${most} 个`,
  parts: (most) => `的提示词里的消息超过 ${most} 条`,
  points: (most) => `里曲线的值超过 ${most} 个`,
  rows: (most) => `里回合的数据超过 ${most} 行`,
  columns: (most) => `超过 ${most} 列`,
};

const EXPECTED: Readonly<Record<CellExpected, string>> = {
  number: '一个数',
  whole: '一个整数',
  text: '文本或消息的列表',
  numbers: '一个数或数的列表',
  whole_numbers: '由不小于 0 的整数组成的列表',
  as_many: '与消息的词元一样多的数',
};

const FIELDS: Readonly<Record<Parameters<typeof importTraceFaults.E_ROWS_CELL>[0]['field'], string>> = {
  prompt: '提示词',
  completion: '回复',
  reward: '奖励',
  group: '组',
  agent: '智能体',
  step: '步',
  episode: '回合',
  advantage: '优势',
  logprobs: '对数概率',
  token_ids: '词元编号',
};

/** What readers say that a field should be. */
const SHOULD: ReadonlyMap<string, string> = new Map([
  ['a text', '文本'],
  ['a table', '一张表'],
  ['a number', '一个数'],
  ['a JSON table', '一张 JSON 表'],
]);

export const importTraceFaultsZh: Translated<typeof importTraceFaults> = {
  E_TRACE_FIELD: ({ subject, item, field, expected }) => ({
    message: `${subject}：第 ${count(item)} 项的「${field}」不是${SHOULD.get(expected) ?? ` ${expected}`}。`,
    hint: AGAIN,
  }),
  E_TRACE_DEPTH: ({ subject, item, most }) => ({
    message: `${subject}：第 ${count(item)} 项的嵌套超过 ${most} 层。`,
    hint: '追踪记录和表格都不会这样；这个文件不是它看上去的那种文件。没有读入任何内容。',
  }),
  E_TRACE_CYCLE: ({ subject, trace, span }) => ({
    message: `${subject}：在 trace ${trace} 里，span ${span} 位于它自身之内，因此无法判断谁调用了谁。`,
    hint: AGAIN,
  }),
  E_TRACE_MANY: ({ subject, found, most }) => ({
    message: `${subject} ${COUNTED[found](count(most))}。`,
    hint: '请分成几部分导出，每次打开一部分。没有读入任何内容。',
  }),
  E_TRACE_NOTHING: ({ subject }) => ({
    message: `${subject} 里有 span，但没有一个里有模型说的话。`,
    hint: '请把模型调用的 span 也导出：OpenTelemetry 的 gen_ai.*、OpenInference 的 LLM、LangSmith 的 llm、Langfuse 的 GENERATION。',
  }),
  E_TRACE_NO_TEXT: ({ spans }) => ({
    message: `有 ${count(spans)} 次模型调用没有文本：它们的内容没有记录下来。`,
    hint: '设置了 OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT 时，OpenTelemetry 的插桩才会记录内容。',
  }),
  E_TRACE_NO_AGENT: ({ messages, of }) => ({
    message: `${count(of)} 条消息中有 ${count(messages)} 条没有写明属于哪个智能体。`,
  }),
  E_TRACE_NO_PARENT: ({ spans }) => ({
    message: `有 ${count(spans)} 个 span 的父级不在所打开的内容里，因此不知道它们上面是哪些智能体。`,
  }),
  E_CURVES_BYTES: ({ subject, offset, found }) => ({
    message: `${subject} 从第 ${count(offset)} 字节起无法读取：${DAMAGES[found]}。`,
    hint: AGAIN,
  }),
  E_CURVES_NOTHING: ({ subject, lacks }) => ({
    message: lacks === 'numbers' ? `${subject} 里没有带步号的数。` : `${subject} 是一个没有 trackio 的「metrics」表的数据库。`,
    hint: lacks === 'numbers' ? '曲线需要带有步号和数的行。' : '请打开 trackio 项目的数据库。',
  }),
  E_CURVES_CUT: ({ subject, offset }) => ({
    message: `${subject} 在第 ${count(offset)} 字节处的记录里就结束了，仍在写入的运行会是这样；前面的内容已经读入。`,
  }),
  E_CURVES_LEFT_OUT: ({ values }) => ({
    message: `有 ${count(values)} 个值是 NaN 或无穷大，没有画进曲线。`,
  }),
  E_CURVES_RESTARTED: ({ subject, step }) => ({
    message: `${subject} 写明它的运行从第 ${step} 步重新开始；此前从那一步起写下的内容都略去，与 TensorBoard 的做法一样。`,
  }),
  E_CURVES_LOG_BESIDE: ({ subject }) => ({
    message: `如果 ${subject} 旁边有文件 ${subject}-wal，请把两个一起打开：最新的行在后者里。`,
  }),
  E_CURVES_NO_STEP: ({ subject, rows }) => ({
    message: `${subject} 有 ${count(rows)} 行没有步号，已略去。`,
  }),
  E_ROWS_CSV: ({ subject, line, reason }) => ({
    message: `${subject} 第 ${line} 行不是其表格的一行（${reason}）。`,
    hint: AGAIN,
  }),
  E_ROWS_NONE: ({ subject }) => ({ message: `${subject} 里没有数据行。`, hint: '请打开一个每条消息占一行的表格。' }),
  E_ROWS_MAPPING: ({ subject, named }) => ({
    message: named === null ? `不知道 ${subject} 的哪一列是生成的内容。` : `${subject} 没有一行带有「${named}」列。`,
    hint: '请指明各列是什么，至少指明哪一列是回复。',
  }),
  E_ROWS_CELL: ({ subject, line, named, field, expected }) => ({
    message: `${subject} 第 ${count(line)} 行：「${named}」代表${FIELDS[field]}，应当是${EXPECTED[expected]}，实际却不是。`,
    hint: '请为它选择另一列，或不选。',
  }),
};
