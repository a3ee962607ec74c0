/** Chinese words of what is wrong with the tokenizer of a base model. */
import type { tokenizerFaults } from '../../../en/faults/files/tokenizer.ts';
import type { Translated } from '../../../forms/translated.ts';
import { notJsonZh } from '../../forms/notJson.ts';

export const tokenizerFaultsZh: Translated<typeof tokenizerFaults> = {
  E_TOKENIZER_SPECIAL: ({ end }) => ({
    message: `基座模型的分词器没有表示消息结束的词元（${end}，或 tokenizer_config.json 的 eos_token）。`,
    hint: '请使用带有完整 tokenizer_config.json 的模型。',
  }),
  E_TOKENIZER_MISSING: ({ folder }) => ({
    message: `${folder} 里没有 tokenizer.json；只有 tokenizer.model 时不会读取。`,
    hint:
      '请用 Python 的 transformers 生成一个：AutoTokenizer.from_pretrained("DIR").save_pretrained("DIR")；' +
      '从 tokenizer.model 生成时，还需要 sentencepiece 和 protobuf 这两个包，或者 tiktoken。' +
      '以单个字节为词元的模型，要在 tokenizer_config.json 里写明：{"marft_tokenizer": "bytes"}。',
  }),
  E_TOKENIZER_VOCABULARY: (of) => ({
    message: `${of.folder} 的分词器有 ${of.tokens} 个词元，而模型只有 ${of.known} 个。`,
    hint: '请使用属于这个模型的 tokenizer.json。',
  }),
  E_TEMPLATE_MISSING: ({ subject }) => ({
    message: `${subject} 没有对话模板，因此无法按模板排布它的提示词。`,
    hint: '请使用这个模型的对话版本，把它的 chat_template.jinja 放进文件夹，或选择工作台自己的提示词排布方式。',
  }),
  E_TEMPLATE_UNREADABLE: ({ subject, reason }) => ({
    message: `${subject} 的对话模板无法读取：${reason}。`,
    hint: '请从模型重新复制模板，或选择工作台自己的提示词排布方式。',
  }),
  E_TEMPLATE_REFUSED: ({ subject, said }) => ({
    message: `${subject} 的对话模板拒绝了这段对话：「${said}」`,
    hint: '请选择工作台自己的提示词排布方式，或换一个模板能接受它的模型。',
  }),
  E_TEMPLATE_FAILED: ({ subject, reason }) => ({
    message: `${subject} 的对话模板无法执行：${reason}。`,
    hint: '请从模型重新复制模板，或选择工作台自己的提示词排布方式。',
  }),
  E_TEMPLATE_TEXT: ({ subject, text }) => ({
    message: `${subject} 的对话模板会略去或改写所说的内容，因此无法分辨其中的词元：「${text}」`,
    hint: '请选择工作台自己的提示词排布方式，或换一个模板会照原样显示文本的模型。',
  }),
  E_TOKENIZER_UNSUPPORTED: (of) => {
    if (of.found === 'not_json') return notJsonZh(of);
    const reason = of.found === 'lossy' ? '它既不包含所有字节，也没有表示未知字符的词元' : (of.reason ?? '无效');
    return {
      message: `${of.subject} 不是工作台能用的分词器${of.field ? `（${of.field}）` : ''}：${reason}。`,
      hint: 'Llama 和 Qwen 模型带有 BPE 的 tokenizer.json；请从模型复制它。',
    };
  },
};
