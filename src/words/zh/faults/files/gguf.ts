/** Chinese words of what is wrong with a GGUF file, or with the model in it. */
import type { ggufFaults } from '../../../en/faults/files/gguf.ts';
import type { Translated } from '../../../forms/translated.ts';

const AGAIN = '请重新下载这个文件。';
const CONVERT = '请用 llama.cpp 最新的 convert_hf_to_gguf.py 重新转换这个模型，或使用它的 Hugging Face 文件夹。';
const TOKENIZER = '请把这个模型的 tokenizer.json（以及 tokenizer_config.json）放在 .gguf 文件旁边，工作台会改为读取它。';

export const ggufFaultsZh: Translated<typeof ggufFaults> = {
  E_GGUF_MAGIC: ({ subject }) => ({
    message: `${subject} 不是 GGUF 文件：它的开头不是「GGUF」。`,
    hint: '旧的 ggml 文件需要重新转换；如果它本应是 GGUF 文件，请重新下载。',
  }),
  E_GGUF_VERSION: (of) => ({
    message:
      of.found === 'version'
        ? `${of.subject} 是第 ${of.version} 版的 GGUF；工作台读取第 2 版和第 3 版。`
        : `${of.subject} 是为高位字节在前的机器写的 GGUF；工作台读取通常的字节顺序。`,
    hint: CONVERT,
  }),
  E_GGUF_TRUNCATED: (of) => ({
    message:
      of.found === 'header'
        ? `${of.subject} 的文件头还没完就结束了：需要第 ${of.wanted} 个字节，而文件只有 ${of.present} 个。`
        : `${of.subject} 在张量「${of.tensor}」还没完时就结束了：需要第 ${of.wanted} 个字节，而文件只有 ${of.present} 个。`,
    hint: AGAIN,
  }),
  E_GGUF_HEADER: (of) => {
    switch (of.found) {
      case 'long':
        return { message: `${of.subject} 的文件头超过 ${of.most} 字节。`, hint: '它很可能不是模型文件。' };
      case 'text':
        return { message: `${of.subject} 的文件头里有一个名字不是文本。`, hint: AGAIN };
      case 'value type':
        return { message: `${of.subject} 里「${of.key}」的值属于类型 ${of.type}，GGUF 没有这种类型。`, hint: AGAIN };
      case 'nested':
        return { message: `${of.subject} 里「${of.key}」是列表的列表，没有模型需要这样的值。`, hint: AGAIN };
      case 'twice':
        return { message: `${of.subject} 里的键「${of.key}」出现了两次。`, hint: AGAIN };
      case 'tensor twice':
        return { message: `${of.subject} 里有两个叫「${of.tensor}」的张量。`, hint: AGAIN };
      case 'alignment':
        return { message: `${of.subject} 里「${of.key}」的值不是 8 到 65536 之间的 2 的幂。`, hint: AGAIN };
    }
  },
  E_GGUF_TYPE: ({ subject, tensor, type, known }) => ({
    message: `${subject} 里张量「${tensor}」的格式是 ${type}；工作台读取 ${known.join('、')}。`,
    hint: '请改用同一模型的 Q8_0 或 Q4_K_M 版本，多数发布者会一并提供。',
  }),
  E_GGUF_SHAPE: (of) => {
    switch (of.found) {
      case 'dimensions':
        return { message: `${of.subject} 写明张量「${of.tensor}」有 ${of.dimensions} 维；GGUF 只有一到四维。`, hint: AGAIN };
      case 'size':
        return { message: `${of.subject} 写明的张量「${of.tensor}」的数值个数超出任何文件所能容纳的，或者是零。`, hint: AGAIN };
      case 'blocks':
        return {
          message: `${of.subject} 写明张量「${of.tensor}」每行有 ${of.columns} 个数，但 ${of.type} 每块容纳 ${of.block} 个。`,
          hint: AGAIN,
        };
    }
  },
  E_GGUF_OFFSET: (of) => ({
    message:
      of.found === 'alignment'
        ? `${of.subject} 里张量「${of.tensor}」的位置不符合文件的对齐要求。`
        : `${of.subject} 里张量「${of.tensor}」与它前面的张量重叠。`,
    hint: AGAIN,
  }),
  E_GGUF_KEY: (of) => ({
    message: of.found === 'missing' ? `${of.subject} 没有写明「${of.key}」。` : `${of.subject} 的「${of.key}」无法使用：${of.value}。`,
    hint: CONVERT,
  }),
  E_GGUF_ARCHITECTURE: ({ subject, key, value, known }) => ({
    message: `${subject}：${key} 为 ${value} 的模型，工作台无法运行。`,
    hint: `支持的有 ${known.join('、')}：稠密模型，完全注意力，普通的或 Llama-3 的旋转位置编码。`,
  }),
  E_GGUF_SPLIT: ({ subject, parts }) => ({
    message: `${subject} 是一个模型的 ${parts} 个部分之一。`,
    hint: '请先把它们合并：llama-gguf-split --merge FIRST-PART OUT.gguf。',
  }),
  E_GGUF_SEVERAL: ({ subject, files }) => ({
    message: `${subject} 里有好几个 GGUF 文件：${files.join('、')}。`,
    hint: '请只留下要使用的那一个。',
  }),
  E_GGUF_TOKENIZER: (of) => {
    switch (of.found) {
      case 'model':
        return { message: `${of.subject} 里的分词器属于「${of.what}」类，从 GGUF 读取这类分词器会有损失。`, hint: TOKENIZER };
      case 'pre':
        return { message: `${of.subject} 按「${of.what}」的方式切分文本，工作台不认识这种方式。`, hint: TOKENIZER };
      case 'missing':
        return { message: `${of.subject} 里没有「${of.key}」，所以它的分词器不完整。`, hint: TOKENIZER };
      case 'lists':
        return { message: `${of.subject} 的「${of.key}」与它的词元表对不上。`, hint: TOKENIZER };
      case 'rewrites':
        return { message: `${of.subject} 在切分文本之前会先改写文本（「${of.key}」），这一点不能从 GGUF 读取。`, hint: TOKENIZER };
      case 'unused':
        return {
          message: `${of.subject} 里有已停用的词元（「${of.key}」），而文本的合并仍要经过它们，这一点不能从 GGUF 读取。`,
          hint: TOKENIZER,
        };
      case 'token':
        return { message: `${of.subject} 的「${of.key}」所指的词元不在它的词元表里。`, hint: TOKENIZER };
    }
  },
};
