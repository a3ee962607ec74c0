/** Chinese words of what keeps a model of the Hugging Face Hub from being fetched. */
import type { hubFaults } from '../../../en/faults/files/hub.ts';
import type { Translated } from '../../../forms/translated.ts';
import { saidOfBaseZh } from '../../forms/saidOfBase.ts';

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;

const seconds = (count: number): string => (count >= 120 ? `${Math.ceil(count / 60)} 分钟` : `${count} 秒`);

export const hubFaultsZh: Translated<typeof hubFaults> = {
  E_HUB_NAME: ({ given }) => ({
    message: `「${given}」不是 Hub 上模型的名字。`,
    hint: '名字写作 org/name，例如 HuggingFaceTB/SmolLM2-135M-Instruct；如要指定分支、标签或提交，在后面加 @ 和它的名字。',
  }),
  E_HUB_OFFLINE: (of) => ({
    message: `${of.subject}：无法连接 ${of.host}。`,
    hint: of.begun
      ? '已经收到的部分会保留，之后从那里接着下载：请检查网络连接，再重新开始。'
      : '请检查网络连接。没有网络时，请使用这台计算机上已有的模型文件夹：在训练设置里选择它，或在终端里加上 --base NAME=DIR。',
  }),
  E_HUB_MISSING: (of) => {
    switch (of.missing) {
      case 'model':
        return {
          message: `Hub 上没有模型 ${of.name}${of.token ? '' : '，或者只有获准的人才能看到它'}。`,
          hint: of.token ? '请检查写法。' : '请检查写法。如果是私有模型，请给出有权读取它的访问凭证。',
        };
      case 'revision':
        return {
          message: `${of.subject} 没有版本「${of.name}」。`,
          hint: '不写版本就取最新的；也可以在模型的页面上查看分支和提交。',
        };
      case 'file':
        return {
          message: `${of.subject}：Hub 列出了 ${of.name}，实际却没有它。`,
          hint: '请稍后再试，或换一个版本。',
        };
    }
  },
  E_HUB_GATED: (of) => ({
    message: of.refused
      ? `${of.subject} 只提供给同意其条款的人；这个访问凭证的所有者没有同意，或者这个凭证无权读取受限模型。`
      : `${of.subject} 只提供给同意其条款的人。`,
    hint: of.refused
      ? `请在 ${of.page} 同意条款，等到获得许可，并确认这个凭证有权读取受限模型。`
      : `请在 ${of.page} 同意条款，然后给出你的一个有读取权限的访问凭证。在终端里，凭证取自 HF_TOKEN；它不会写到任何地方。`,
  }),
  E_HUB_TOKEN: ({ subject }) => ({
    message: `${subject}：Hub 不接受这个访问凭证。`,
    hint: '它可能写错了、过期了或已删除。请在你账户的 access tokens 里新建一个。',
  }),
  E_HUB_RATE: (of) => ({
    message: `${of.subject}：从这里向 Hub 发出的请求太多${of.wait === null ? '' : `，它在 ${seconds(of.wait)}后才会再次响应`}。`,
    hint: `已经收到的部分会保留。请稍后重新开始${of.token ? '' : '；给出访问凭证后，允许的请求会更多'}。`,
  }),
  E_HUB_HASH: (of) => ({
    message: `${of.subject}：收到的 ${of.file} 与原来的不同：${
      of.found === null ? '它比 Hub 所说的长' : `它的哈希值以 ${of.found.slice(0, 12)} 开头，而 Hub 给出的是 ${of.expected.slice(0, 12)}`
    }。`,
    hint: '收到的文件已经丢弃。请重新下载；如果总是这样，说明从这里到 Hub 的途中有什么在改动文件。',
  }),
  E_HUB_ANSWER: (of) => {
    const hint = '请稍后再试。如果用镜像代替 Hub，请询问镜像的维护者。';
    switch (of.found) {
      case 'status':
        return { message: `${of.subject}：Hub 返回了错误 ${of.status}。`, hint };
      case 'not_json':
        return { message: `${of.subject}：代替 Hub 回答的不是 Hub：它的回答不是 JSON。`, hint };
      case 'listing':
        return { message: `${of.subject}：Hub 关于这个模型的回答与预期不符（${of.field}）。`, hint };
      case 'no_hash':
        return { message: `${of.subject}：既没有 ${of.file} 的大小，也没有它的哈希值，因此无法核对。`, hint };
      case 'other_commit':
        return { message: `${of.subject}：提供的 ${of.file} 不属于所要求的提交，而属于另一个提交。`, hint };
    }
  },
  E_HUB_CONTENTS: (of) => {
    switch (of.lacks) {
      case 'config':
        return {
          message: `${of.subject} 没有 config.json，所以它不是能在这里运行的模型。`,
          hint: '请寻找原来的模型；能运行哪些模型，见 docs/models.md#which-models。',
        };
      case 'weights':
        return {
          message: `${of.subject} 没有 model.safetensors 或其分片形式的权重。`,
          hint: '它可能只有适配器，或只有另一种格式。请寻找原来的模型。',
        };
      case 'all but gguf':
        return {
          message: `${of.subject} 的权重是几个 GGUF 文件，从它的名字看不出指的是哪一个。`,
          hint: '请下载其中一个，把它作为文件选入；或改用原来的模型。',
        };
      case 'safetensors':
        return {
          message: `${of.subject} 只有用 pickle 保存的权重，这种权重可能运行代码，因此不会读取。`,
          hint: '请寻找带有 model.safetensors 的版本或副本。',
        };
      case 'shard':
        return { message: `${of.subject}：它的索引里有 ${of.file}，但这个文件不在那里。`, hint: '请换一个版本。' };
    }
  },
  E_HUB_SIZE: (of) => ({
    message: `${of.subject}：${of.file === null ? '这个模型' : `${of.file} `}有 ${mebibytes(of.bytes)}，这里最多能读取 ${mebibytes(of.most)}。没有下载它的任何内容。`,
    hint: '请选择更小的模型。',
  }),
  E_HUB_ROOM: (of) => ({
    message: `${of.subject} 需要 ${mebibytes(of.bytes)}，而剩余空间为 ${mebibytes(of.free)}。`,
    hint: '请删除不再需要的模型或运行，或选择更小的模型。',
  }),
  E_HUB_BUSY: ({ subject }) => ({
    message: `另一个标签页或另一个进程正在下载或复制 ${subject}。`,
    hint: '请等它完成，或在那边结束它。',
  }),
  E_HUB_UNKEPT: ({ subject, told }) => ({
    message: `${subject} 是 Hub 上的模型，这里还没有。${saidOfBaseZh(told)}`,
    hint: '请在「训练 → 基座模型 → 从 Hub 获取」里下载它，或选择别的基座模型。',
  }),
};
