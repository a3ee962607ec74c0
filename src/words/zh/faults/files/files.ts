/** Chinese words of what is wrong with a file as such: numbers and lines of JSON, archives, and files that nobody can open. */
import type { fileFaults } from '../../../en/faults/files/files.ts';
import type { Translated } from '../../../forms/translated.ts';

const UNPACK = '请自行解压，再打开解压出来的文件夹。';
const AGAIN = '请重新下载或导出；只能读取 zip 压缩包。';

const mebibytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

export const fileFaultsZh: Translated<typeof fileFaults> = {
  E_JSON_NUMBER: ({ subject, value }) => ({
    message: `${subject} 是 ${value}，无法写入文件。`,
    hint: '有数值溢出了：请降低学习率，或检查环境返回了什么。',
  }),
  E_JSONL_LINE: ({ subject, line, reason }) => ({
    message: `${subject} 第 ${line} 行不是 JSON（${reason}）。`,
    hint: '文件可能在写入时中断了；请删除这一行。',
  }),
  E_ARCHIVE_LIMIT: (of) => {
    switch (of.found) {
      case 'files':
        return { message: `${of.subject} 里的文件超过 ${of.most} 个。`, hint: UNPACK };
      case 'bytes':
        return { message: `${of.subject} 解压后会超过 ${mebibytes(of.most)} MiB。`, hint: UNPACK };
      case 'file':
        return { message: `${of.subject} 里的 ${of.path} 超过 ${mebibytes(of.most)} MiB。`, hint: UNPACK };
    }
  },
  E_ARCHIVE_LARGE: ({ bytes, most }) => ({
    message: `要导出的内容有 ${mebibytes(bytes)} MiB，而一个 zip 最多容纳 ${mebibytes(most)} MiB。`,
    hint: '请不带反量化的基座模型导出，或在终端里用「npm run export-run」导出，它会写出一个文件夹。集群作业对来自 Hub 的基座模型只记名字，其他的则一并带上。',
  }),
  E_ARCHIVE_PATH: ({ subject, found, path }) => ({
    message: found === 'unsafe' ? `${subject} 里有一个文件的路径「${path}」不安全。` : `${subject} 里有两个「${path}」。`,
    hint: UNPACK,
  }),
  E_ARCHIVE_DAMAGED: (of) => {
    switch (of.found) {
      case 'overlap':
        return { message: `${of.subject} 声称的字节数比实际的多。`, hint: AGAIN };
      case 'packing':
        return { message: `${of.subject} 无法解压（${of.reason}）。`, hint: AGAIN };
      case 'size':
        return { message: `${of.subject} 里「${of.path}」的大小与标明的不符。`, hint: AGAIN };
    }
  },
  E_FILE_UNKNOWN: ({ subject, found }) => ({
    message: `「${subject}」无法打开。${found === 'text' ? '它是文本，但不属于工作台能读取的任何格式。' : '它既不是文本，也不是 zip 压缩包。'}`,
    hint: '工作台能打开：项目和角色配置（JSON），LangGraph、AutoGen、AG2 和 crewAI 的团队（JSON、YAML、Mermaid），导出的运行和适配器（zip），其他训练器（TRL、verl、prime-rl、verifiers、AReaL）的运行，追踪记录和曲线，从画布复制的智能体（JSON），以及题目的数据行（CSV、JSON、JSON Lines）。',
  }),
  E_FILE_NO_PROJECT: ({ subject }) => ({
    message: `「${subject}」是一个压缩包，里面既没有 project.json，也没有适配器。`,
    hint: '导出的运行带有自己的 project.json，导出的适配器每个是一个 PEFT 文件夹；其他压缩包无法打开。',
  }),
};
