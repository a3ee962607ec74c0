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
