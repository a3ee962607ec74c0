/** Chinese words of what is wrong with adapters: with a PEFT folder itself, and with whose adapters they are. */
import type { adapterFaults } from '../../../en/faults/files/adapters.ts';
import type { Translated } from '../../../forms/translated.ts';
import { notJsonZh } from '../../forms/notJson.ts';

const AGAIN = '请重新导出这个适配器。';
const ITS_BASE = '请选择训练这个适配器时所用的基座模型。';

const SETTINGS = { rank: '秩', alpha: ' alpha ', targets: '目标模块' } as const;

export const adapterFaultsZh: Translated<typeof adapterFaults> = {
  E_PEFT_CONFIG: (of) => (of.found === 'not_json' ? notJsonZh(of) : { message: `${of.subject} 不是一张设置表。`, hint: AGAIN }),
  E_PEFT_UNSUPPORTED: (of) => {
    switch (of.found) {
      case 'type':
        return { message: `${of.subject} 的 peft_type 是「${of.type}」，而工作台读取的是 LORA 适配器。`, hint: AGAIN };
      case 'option':
        return {
          message: `${of.subject} 把 ${of.field} 设为 ${of.value}，工作台不支持这一项。`,
          hint: '请去掉这个选项，再训练或合并适配器。',
        };
      case 'field':
        return {
          message: `${of.subject} ${of.field === undefined ? '有一个字段' : `的 ${of.field} `}无法使用：${of.reason ?? '无效'}。`,
          hint: AGAIN,
        };
      case 'some_layers':
        return {
          message: `${of.subject} 的 target_modules 只在部分层里包含 ${of.target}；工作台在每一层都把适配器用在同样的模块上。`,
          hint: '请在每一层都训练这个模块。',
        };
      case 'target':
        return {
          message: `${of.subject} 的 target_modules 里有「${of.target}」，但这个模型的层里没有这个线性模块。`,
          hint: `支持的目标模块：${of.known.join('、')}。`,
        };
    }
  },
  E_PEFT_TENSOR: (of) => ({
    message:
      of.found === 'missing'
        ? `${of.subject} 缺少 ${of.tensor}。`
        : `${of.subject} 里有「${of.tensor}」，它不是其目标模块（${of.targets.join('、')}）的 LoRA 权重。`,
    hint: AGAIN,
  }),
  E_PEFT_SHAPE: (of) => {
    switch (of.found) {
      case 'rank':
        return { message: `${of.subject} 里 ${of.tensor} 的形状是 [${of.shape.join(', ')}]，但 r 是 ${of.rank}。`, hint: AGAIN };
      case 'base':
        return {
          message: `${of.subject} 里 ${of.tensor} 的形状是 [${of.shape.join(', ')}]，与这个基座模型不符。`,
          hint: ITS_BASE,
        };
      case 'layers':
        return { message: `${of.subject} 里有这个基座模型没有的层。`, hint: ITS_BASE };
    }
  },
  E_PEFT_FILE_MISSING: (of) => ({
    message: `${of.subject} 里没有 ${of.file}。`,
    hint: of.pickled
      ? '用 pickle 保存的权重（adapter_model.bin）可能运行代码，因此不会读取。请把适配器存为 safetensors：在 PEFT 里用 model.save_pretrained("DIR")。'
      : `适配器文件夹里应有 ${of.holds.join(' 和 ')}。`,
  }),
  E_ADAPTERS_NONE: (of) => ({
    message: `${of.subject} 里没有适配器。`,
    hint: `请给出一个像某次运行的 checkpoints/steps_10 那样的文件夹：每个角色（${of.roles.join('、')}）一个文件夹，里面有 ${of.holds.join(' 和 ')}。`,
  }),
  E_ADAPTERS_ROLE: ({ subject, roles }) => ({
    message: `${subject} 不属于这个项目的任何智能体。`,
    hint: `项目的角色：${roles.join('、')}。请给这个文件夹改名，或把它移走。`,
  }),
  E_ADAPTERS_MISMATCH: (of) => {
    switch (of.found) {
      case 'rank':
      case 'alpha':
      case 'targets': {
        const [has, wanted] = [of.has, of.wanted].map((value) => (typeof value === 'number' ? value : value.join('、')));
        return {
          message: `${of.subject} 的${SETTINGS[of.found]}是 ${has}，而项目里写的是 ${wanted}。`,
          hint: '请改动其中一个。',
        };
      }
      case 'weights':
      case 'base': {
        const on = of.found === 'weights' ? '训练时的基座权重与这个项目的不同' : '是在另一个基座模型上训练的';
        return {
          message: `${of.subject} ${on}：它写明的基座模型是「${of.theirs}」，而项目里写的是「${of.ours}」。`,
          hint: '请选择它训练时所用的基座模型，或换用别的适配器。',
        };
      }
    }
  },
  E_ADAPTERS_FORK: () => ({
    message: '要分叉的那次运行里，没有适合这个团队的适配器。',
    hint: '请让智能体的名字、基座模型和适配器设置与那次运行一致，或者开始一次新的运行。',
  }),
  E_ADAPTERS_WHOSE: ({ folders, roles }) => ({
    message: `没有说明${folders === 1 ? '这个适配器' : '这些适配器'}属于哪个智能体。`,
    hint: `请把适配器拖到相应智能体的编辑器上，或用智能体的名字给文件夹命名：${roles.join('、')}。`,
  }),
};
