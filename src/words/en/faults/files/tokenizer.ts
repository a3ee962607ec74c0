/** What is wrong with the tokenizer of a base model. */
import { notJson, type NotJson } from '../../../forms/notJson.ts';

export const tokenizerFaults = {
  E_TOKENIZER_SPECIAL: ({ end }: { readonly end: string }) => ({
    message: `The base model's tokenizer has no token that ends a message (${end}, or the eos_token of tokenizer_config.json).`,
    hint: 'Use a model with a complete tokenizer_config.json.',
  }),
  E_TOKENIZER_MISSING: ({ folder }: { readonly folder: string }) => ({
    message: `${folder} has no tokenizer.json; a tokenizer.model alone is not read.`,
    hint:
      'Make one with Python’s transformers: AutoTokenizer.from_pretrained("DIR").save_pretrained("DIR"); ' +
      'from a tokenizer.model that needs the packages sentencepiece and protobuf, or tiktoken. ' +
      'A model of single bytes says so in its tokenizer_config.json: {"marft_tokenizer": "bytes"}.',
  }),
  E_TOKENIZER_VOCABULARY: (of: { readonly folder: string; readonly tokens: number; readonly known: number }) => ({
    message: `The tokenizer of ${of.folder} has ${of.tokens} tokens, but the model only ${of.known}.`,
    hint: 'Use the tokenizer.json that belongs to the model.',
  }),
  E_TEMPLATE_MISSING: ({ subject }: { readonly subject: string }) => ({
    message: `${subject} has no chat template, so its prompts cannot be laid out by it.`,
    hint: 'Use the chat version of the model, add its chat_template.jinja to the folder, or choose the workbench’s own layout of prompts.',
  }),
  E_TEMPLATE_UNREADABLE: ({ subject, reason }: { readonly subject: string; readonly reason: string }) => ({
    message: `The chat template of ${subject} cannot be read: ${reason}.`,
    hint: 'Copy it from the model again, or choose the workbench’s own layout of prompts.',
  }),
  /** `said` is the template’s own complaint. */
  E_TEMPLATE_REFUSED: ({ subject, said }: { readonly subject: string; readonly said: string }) => ({
    message: `The chat template of ${subject} refuses this conversation: “${said}”`,
    hint: 'Choose the workbench’s own layout of prompts, or a model whose template takes it.',
  }),
  E_TEMPLATE_FAILED: ({ subject, reason }: { readonly subject: string; readonly reason: string }) => ({
    message: `The chat template of ${subject} cannot be carried out: ${reason}.`,
    hint: 'Copy it from the model again, or choose the workbench’s own layout of prompts.',
  }),
  E_TEMPLATE_TEXT: ({ subject, text }: { readonly subject: string; readonly text: string }) => ({
    message: `The chat template of ${subject} leaves out or rewrites what is said, so its tokens cannot be told apart: “${text}”`,
    hint: 'Choose the workbench’s own layout of prompts, or a model whose template shows texts as they are.',
  }),
  /** `field` may be empty; `reason` is what its reader said. */
  E_TOKENIZER_UNSUPPORTED: (
    of:
      | NotJson
      | { readonly found: 'lossy'; readonly subject: string; readonly field: string }
      | { readonly found: 'unusable'; readonly subject: string; readonly field: string; readonly reason?: string },
  ) => {
    if (of.found === 'not_json') return notJson(of);
    const reason = of.found === 'lossy' ? 'it holds neither all bytes nor a token for unknown characters' : (of.reason ?? 'invalid');
    return {
      message: `${of.subject} is not a tokenizer the workbench can use${of.field ? ` (${of.field})` : ''}: ${reason}.`,
      hint: 'Llama and Qwen models come with a BPE tokenizer.json; copy it from the model.',
    };
  },
};
