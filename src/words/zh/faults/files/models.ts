/** Chinese words of what is wrong with a base model's folder. */
import type { modelFaults } from '../../../en/faults/files/models.ts';
import type { Translated } from '../../../forms/translated.ts';
import { notJsonZh } from '../../forms/notJson.ts';

const AGAIN = '请重新下载或导出这个模型。';
const FOLDER_AGAIN = '请重新下载模型文件夹。';

export const modelFaultsZh: Translated<typeof modelFaults> = {
  E_MODEL_ARCHITECTURE: (of) => ({
    message: `${of.subject}：${of.field} 为 ${of.value} 的模型，工作台无法运行。`,
    hint: `支持的有 ${of.known.join('、')}，激活函数和注意力须与各自的原样一致，用普通的或 Llama-3 的旋转位置编码转动整个注意力头，未经量化；完整的清单见 docs/models.md#which-models。`,
  }),
  E_MODEL_CONFIG: (of) => {
    switch (of.found) {
      case 'not_json':
        return notJsonZh(of);
      case 'field':
        return {
          message: `${of.subject} ${of.field === undefined ? '有一个字段' : `的 ${of.field} `}无法使用：${of.reason ?? '无效'}。`,
          hint: FOLDER_AGAIN,
        };
      case 'head_dim':
        return { message: `${of.subject} 写明的注意力头维数是 ${of.headDim}；它必须是偶数。`, hint: FOLDER_AGAIN };
      case 'heads':
        return {
          message: `${of.subject} 有 ${of.heads} 个注意力头，对应 ${of.kvHeads} 个键值头；前者必须能被后者整除。`,
          hint: FOLDER_AGAIN,
        };
      case 'by_layer':
        return { message: `${of.subject} 的 ${of.field} 有 ${of.entries} 项，而模型有 ${of.layers} 层。`, hint: FOLDER_AGAIN };
      case 'architecture':
        return { message: `${of.subject} 没有写明它的架构。`, hint: FOLDER_AGAIN };
      case 'rope_scaling':
        return {
          message: `${of.subject} 的 rope_scaling 不完整：llama3 需要 factor、low_freq_factor < high_freq_factor 和 original_max_position_embeddings。`,
          hint: FOLDER_AGAIN,
        };
      case 'weight_map':
        return { message: `${of.subject} 没有从张量到文件的 weight_map。`, hint: AGAIN };
    }
  },
  E_MODEL_TENSOR_MISSING: ({ subject, tensor }) => ({
    message: `${subject} 缺少张量 ${tensor}，而它的 config.json 要求有。`,
    hint: AGAIN,
  }),
  E_MODEL_TENSOR_SHAPE: (of) => ({
    message: `${of.subject} 里 ${of.tensor} 的形状是 [${of.shape.join(', ')}]，而它的 config.json 要求 [${of.expected.join(', ')}]。`,
    hint: AGAIN,
  }),
  E_MODEL_TENSOR_UNKNOWN: ({ subject, tensor }) => ({
    message: `${subject} 里有张量 ${tensor}，而它的架构没有这个张量。`,
    hint: AGAIN,
  }),
  E_MODEL_FILE_MISSING: (of) => ({
    message: `${of.subject} 里没有 ${of.file}。`,
    hint: of.pickled
      ? '用 pickle 保存的权重可能运行代码，因此不会读取。请把模型存为 safetensors：在 transformers 里用 model.save_pretrained("DIR")。'
      : `模型文件夹里应有 ${of.holds.config}、${of.holds.weights}（或其分片）和 ${of.holds.tokenizer}；或者是一个 .gguf 文件（docs/models.md#which-models）。`,
  }),
};
