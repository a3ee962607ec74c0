/** What is wrong with a safetensors file. */

const AGAIN = 'Download or export the file again.';

interface In {
  readonly subject: string;
}

interface OfTensor extends In {
  /** A name from the file, short enough for a sentence. */
  readonly tensor: string;
}

export const safetensorsFaults = {
  E_SAFETENSORS_TRUNCATED: (
    of:
      | (In & { readonly found: 'short'; readonly bytes: number })
      | (In & { readonly found: 'header'; readonly announced: number; readonly present: number })
      | (OfTensor & { readonly found: 'tensor'; readonly wanted: number; readonly present: number }),
  ) => {
    switch (of.found) {
      case 'short':
        return { message: `${of.subject} is only ${of.bytes} bytes long, too short to be a safetensors file.`, hint: AGAIN };
      case 'header':
        return { message: `${of.subject} ends inside its header: ${of.announced} bytes announced, ${of.present} present.`, hint: AGAIN };
      case 'tensor':
        return { message: `${of.subject} ends before tensor "${of.tensor}": byte ${of.wanted} of ${of.present} is needed.`, hint: AGAIN };
    }
  },
  E_SAFETENSORS_HEADER: (
    of:
      | (In & { readonly found: 'long'; readonly bytes: number; readonly most: number })
      | (In & { readonly found: 'not_json'; readonly reason: string })
      | (In & { readonly found: 'no_object' })
      | (In & { readonly found: 'metadata'; readonly key: string })
      | (OfTensor & { readonly found: 'entry' }),
  ) => {
    switch (of.found) {
      case 'long':
        return {
          message: `${of.subject} claims a header of ${of.bytes} bytes; at most ${of.most} are allowed.`,
          hint: 'It is probably not a safetensors file.',
        };
      case 'not_json':
        return { message: `${of.subject} has a header that is not JSON (${of.reason}).`, hint: AGAIN };
      case 'no_object':
        return { message: `${of.subject} has a header that is not a JSON object.`, hint: AGAIN };
      case 'metadata':
        return { message: `${of.subject} has a "${of.key}" that is not a table of strings.`, hint: AGAIN };
      case 'entry':
        return { message: `${of.subject} describes tensor "${of.tensor}" with something that is not an object.`, hint: AGAIN };
    }
  },
  E_SAFETENSORS_DUPLICATE: ({ subject, key }: In & { readonly key: string }) => ({
    message: `${subject} has the key "${key}" twice in its header.`,
    hint: AGAIN,
  }),
  /** `dtype` is missing where the file says none. */
  E_SAFETENSORS_DTYPE: ({ subject, tensor, dtype, known }: OfTensor & { readonly dtype?: string; readonly known: readonly string[] }) => ({
    message: `${subject} holds tensor "${tensor}" as ${dtype ?? 'an unnamed number type'}; the workbench reads ${known.join(', ')}.`,
    hint: 'Save the model without quantisation, as float32, float16 or bfloat16.',
  }),
  E_SAFETENSORS_SHAPE: (
    of: OfTensor &
      (
        | { readonly found: 'no_shape' }
        | {
            readonly found: 'size';
            readonly bytes: number;
            readonly dtype: string;
            readonly shape: readonly number[];
            readonly needed: number;
          }
      ),
  ) => ({
    message:
      of.found === 'no_shape'
        ? `${of.subject} gives tensor "${of.tensor}" a shape that is not a list of whole numbers.`
        : `${of.subject} gives tensor "${of.tensor}" ${of.bytes} bytes, but ${of.dtype} of shape [${of.shape.join(', ')}] needs ${of.needed}.`,
    hint: AGAIN,
  }),
  E_SAFETENSORS_OFFSETS: (
    of:
      | (OfTensor & ({ readonly found: 'no_offsets' | 'overlap' } | { readonly found: 'hole'; readonly bytes: number }))
      | (In & { readonly found: 'rest'; readonly bytes: number }),
  ) => {
    switch (of.found) {
      case 'no_offsets':
        return { message: `${of.subject} gives tensor "${of.tensor}" offsets that are not two whole numbers.`, hint: AGAIN };
      case 'overlap':
        return { message: `${of.subject} makes tensor "${of.tensor}" overlap the tensor before it.`, hint: AGAIN };
      case 'hole':
        return { message: `${of.subject} has a hole of ${of.bytes} bytes before tensor "${of.tensor}".`, hint: AGAIN };
      case 'rest':
        return { message: `${of.subject} has ${of.bytes} bytes after its last tensor that belong to none.`, hint: AGAIN };
    }
  },
  /** `value` is NaN or an infinity, written out; `at` its place among the `values`, from 1. */
  E_SAFETENSORS_NOT_FINITE: (of: OfTensor & { readonly value: string; readonly at: number; readonly values: number }) => ({
    message: `${of.subject} holds ${of.value} in tensor "${of.tensor}" (value ${of.at} of ${of.values}), so nothing can be computed with it.`,
    hint: 'The file is damaged, or its training diverged: download it again, or use an earlier checkpoint.',
  }),
};
