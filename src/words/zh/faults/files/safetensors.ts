/** Chinese words of what is wrong with a safetensors file. */
import type { safetensorsFaults } from '../../../en/faults/files/safetensors.ts';
import type { Translated } from '../../../forms/translated.ts';

const AGAIN = '请重新下载或导出这个文件。';

export const safetensorsFaultsZh: Translated<typeof safetensorsFaults> = {
  E_SAFETENSORS_TRUNCATED: (of) => {
    switch (of.found) {
      case 'short':
        return { message: `${of.subject} 只有 ${of.bytes} 字节，太短，不可能是 safetensors 文件。`, hint: AGAIN };
      case 'header':
        return {
          message: `${of.subject} 的文件头还没完就结束了：写明有 ${of.announced} 字节，实际有 ${of.present} 字节。`,
          hint: AGAIN,
        };
      case 'tensor':
        return {
          message: `${of.subject} 在张量「${of.tensor}」还没完时就结束了：需要第 ${of.wanted} 个字节，而文件只有 ${of.present} 个。`,
          hint: AGAIN,
        };
    }
  },
  E_SAFETENSORS_HEADER: (of) => {
    switch (of.found) {
      case 'long':
        return {
          message: `${of.subject} 声称文件头有 ${of.bytes} 字节，最多允许 ${of.most} 字节。`,
          hint: '它很可能不是 safetensors 文件。',
        };
      case 'not_json':
        return { message: `${of.subject} 的文件头不是 JSON（${of.reason}）。`, hint: AGAIN };
      case 'no_object':
        return { message: `${of.subject} 的文件头不是 JSON 对象。`, hint: AGAIN };
      case 'metadata':
        return { message: `${of.subject} 的「${of.key}」不是由字符串组成的表。`, hint: AGAIN };
      case 'entry':
        return { message: `${of.subject} 对张量「${of.tensor}」的描述不是对象。`, hint: AGAIN };
    }
  },
  E_SAFETENSORS_DUPLICATE: ({ subject, key }) => ({
    message: `${subject} 的文件头里，键「${key}」出现了两次。`,
    hint: AGAIN,
  }),
  E_SAFETENSORS_DTYPE: ({ subject, tensor, dtype, known }) => ({
    message: `${subject} 里张量「${tensor}」的数值类型${dtype === undefined ? '没有写明' : `是 ${dtype}`}；工作台读取 ${known.join('、')}。`,
    hint: '请不经量化地保存这个模型，存为 float32、float16 或 bfloat16。',
  }),
  E_SAFETENSORS_SHAPE: (of) => ({
    message:
      of.found === 'no_shape'
        ? `${of.subject} 里张量「${of.tensor}」的形状不是整数的列表。`
        : `${of.subject} 给张量「${of.tensor}」留了 ${of.bytes} 字节，但形状为 [${of.shape.join(', ')}] 的 ${of.dtype} 需要 ${of.needed} 字节。`,
    hint: AGAIN,
  }),
  E_SAFETENSORS_OFFSETS: (of) => {
    switch (of.found) {
      case 'no_offsets':
        return { message: `${of.subject} 里张量「${of.tensor}」的偏移量不是两个整数。`, hint: AGAIN };
      case 'overlap':
        return { message: `${of.subject} 里张量「${of.tensor}」与它前面的张量重叠。`, hint: AGAIN };
      case 'hole':
        return { message: `${of.subject} 在张量「${of.tensor}」之前有 ${of.bytes} 字节的空隙。`, hint: AGAIN };
      case 'rest':
        return { message: `${of.subject} 在最后一个张量之后还有 ${of.bytes} 字节，不属于任何张量。`, hint: AGAIN };
    }
  },
  E_SAFETENSORS_NOT_FINITE: (of) => ({
    message: `${of.subject} 的张量「${of.tensor}」里有 ${of.value}（${of.values} 个值中的第 ${of.at} 个），因此无法用它计算。`,
    hint: '文件损坏了，或者训练它时发散了：请重新下载，或使用更早的检查点。',
  }),
};
