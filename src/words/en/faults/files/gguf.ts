/** What is wrong with a GGUF file, or with the model in it. */

const AGAIN = 'Download the file again.';
const CONVERT = 'Convert the model again with the newest convert_hf_to_gguf.py of llama.cpp, or use its Hugging Face folder.';
const TOKENIZER = 'Put the model’s tokenizer.json (and tokenizer_config.json) beside the .gguf file; it is read instead.';

interface In {
  readonly subject: string;
}

interface OfTensor extends In {
  /** A name from the file, short enough for a sentence. */
  readonly tensor: string;
}

interface OfKey extends In {
  /** A key of the metadata, short enough for a sentence. */
  readonly key: string;
}

export const ggufFaults = {
  E_GGUF_MAGIC: ({ subject }: In) => ({
    message: `${subject} is not a GGUF file: it does not begin with “GGUF”.`,
    hint: 'Older ggml files have to be converted again; where the file should be GGUF, download it again.',
  }),
  E_GGUF_VERSION: (of: In & ({ readonly found: 'version'; readonly version: number } | { readonly found: 'big endian' })) => ({
    message:
      of.found === 'version'
        ? `${of.subject} is GGUF of version ${of.version}; the workbench reads versions 2 and 3.`
        : `${of.subject} is GGUF for machines that write the highest byte first; the workbench reads the usual order.`,
    hint: CONVERT,
  }),
  E_GGUF_TRUNCATED: (
    of:
      | (In & { readonly found: 'header'; readonly wanted: number; readonly present: number })
      | (OfTensor & { readonly found: 'tensor'; readonly wanted: number; readonly present: number }),
  ) => ({
    message:
      of.found === 'header'
        ? `${of.subject} ends inside its header: byte ${of.wanted} of ${of.present} is needed.`
        : `${of.subject} ends before tensor "${of.tensor}" does: byte ${of.wanted} of ${of.present} is needed.`,
    hint: AGAIN,
  }),
  E_GGUF_HEADER: (
    of:
      | (In & { readonly found: 'long'; readonly most: number })
      | (In & { readonly found: 'text' })
      | (OfKey & { readonly found: 'value type'; readonly type: number })
      | (OfKey & { readonly found: 'nested' | 'twice' | 'alignment' })
      | (OfTensor & { readonly found: 'tensor twice' }),
  ) => {
    switch (of.found) {
      case 'long':
        return { message: `${of.subject} has a header of more than ${of.most} bytes.`, hint: 'It is probably not a model’s file.' };
      case 'text':
        return { message: `${of.subject} has a name in its header that is not text.`, hint: AGAIN };
      case 'value type':
        return { message: `${of.subject} holds “${of.key}” as a value of type ${of.type}, which GGUF does not have.`, hint: AGAIN };
      case 'nested':
        return { message: `${of.subject} holds “${of.key}” as a list of lists, which no model needs.`, hint: AGAIN };
      case 'twice':
        return { message: `${of.subject} has the key “${of.key}” twice.`, hint: AGAIN };
      case 'tensor twice':
        return { message: `${of.subject} has two tensors called "${of.tensor}".`, hint: AGAIN };
      case 'alignment':
        return { message: `${of.subject} has a “${of.key}” that is not a power of two from 8 to 65536.`, hint: AGAIN };
    }
  },
  /** `type` is the name or the number of the type that the file says; `known` are those that are read. */
  E_GGUF_TYPE: ({ subject, tensor, type, known }: OfTensor & { readonly type: string; readonly known: readonly string[] }) => ({
    message: `${subject} holds tensor "${tensor}" in the form ${type}; the workbench reads ${known.join(', ')}.`,
    hint: 'Take the same model as Q8_0 or Q4_K_M, which most publishers offer beside it.',
  }),
  E_GGUF_SHAPE: (
    of: OfTensor &
      (
        | { readonly found: 'dimensions'; readonly dimensions: number }
        | { readonly found: 'size' }
        | { readonly found: 'blocks'; readonly type: string; readonly columns: number; readonly block: number }
      ),
  ) => {
    switch (of.found) {
      case 'dimensions':
        return { message: `${of.subject} gives tensor "${of.tensor}" ${of.dimensions} dimensions; GGUF has one to four.`, hint: AGAIN };
      case 'size':
        return { message: `${of.subject} gives tensor "${of.tensor}" more numbers than any file holds, or none.`, hint: AGAIN };
      case 'blocks':
        return {
          message: `${of.subject} gives tensor "${of.tensor}" rows of ${of.columns} numbers, but ${of.type} holds ${of.block} in a block.`,
          hint: AGAIN,
        };
    }
  },
  E_GGUF_OFFSET: (of: OfTensor & { readonly found: 'alignment' | 'overlap' }) => ({
    message:
      of.found === 'alignment'
        ? `${of.subject} puts tensor "${of.tensor}" where its alignment allows none.`
        : `${of.subject} makes tensor "${of.tensor}" overlap the tensor before it.`,
    hint: AGAIN,
  }),
  E_GGUF_KEY: (of: OfKey & ({ readonly found: 'missing' } | { readonly found: 'unusable'; readonly value: string })) => ({
    message:
      of.found === 'missing' ? `${of.subject} does not say its “${of.key}”.` : `${of.subject} has an unusable “${of.key}”: ${of.value}.`,
    hint: CONVERT,
  }),
  /** `value` is what the file says, cut to a sentence's length; `known` are architectures. */
  E_GGUF_ARCHITECTURE: ({ subject, key, value, known }: OfKey & { readonly value: string; readonly known: readonly string[] }) => ({
    message: `${subject}: the workbench cannot run a model whose ${key} is ${value}.`,
    hint: `Supported are ${known.join(', ')}: dense, with full attention and plain or Llama-3 rotary embedding.`,
  }),
  E_GGUF_SPLIT: ({ subject, parts }: In & { readonly parts: number }) => ({
    message: `${subject} is one of ${parts} parts of a model.`,
    hint: 'Put them together first: llama-gguf-split --merge FIRST-PART OUT.gguf.',
  }),
  E_GGUF_SEVERAL: ({ subject, files }: In & { readonly files: readonly string[] }) => ({
    message: `${subject} holds several GGUF files: ${files.join(', ')}.`,
    hint: 'Leave the one in it that is to be used.',
  }),
  /** `what`: the tokenizer's model or the way it cuts text, as the file calls it. */
  E_GGUF_TOKENIZER: (
    of: In &
      (
        | { readonly found: 'model' | 'pre'; readonly what: string }
        | { readonly found: 'missing' | 'lists' | 'token' | 'rewrites' | 'unused'; readonly key: string }
      ),
  ) => {
    switch (of.found) {
      case 'model':
        return {
          message: `${of.subject} holds a tokenizer of the kind “${of.what}”, which cannot be read from GGUF without loss.`,
          hint: TOKENIZER,
        };
      case 'pre':
        return { message: `${of.subject} cuts text in the manner “${of.what}”, which the workbench does not know.`, hint: TOKENIZER };
      case 'missing':
        return { message: `${of.subject} holds no “${of.key}”, so its tokenizer is incomplete.`, hint: TOKENIZER };
      case 'lists':
        return { message: `${of.subject} has a “${of.key}” that does not fit its list of tokens.`, hint: TOKENIZER };
      case 'rewrites':
        return {
          message: `${of.subject} has text rewritten before it is cut (“${of.key}”), which is not read from GGUF.`,
          hint: TOKENIZER,
        };
      case 'unused':
        return {
          message: `${of.subject} has tokens out of use (“${of.key}”) that its text is nevertheless merged through, which is not read from GGUF.`,
          hint: TOKENIZER,
        };
      case 'token':
        return { message: `${of.subject} names a token by “${of.key}” that its list does not have.`, hint: TOKENIZER };
    }
  },
};
