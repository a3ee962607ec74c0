/** What is wrong with a base model's folder. */
import { notJson, type NotJson } from '../../../forms/notJson.ts';

const AGAIN = 'Download or export the model again.';
const FOLDER_AGAIN = 'Download the model folder again.';

interface In {
  readonly subject: string;
}

export const modelFaults = {
  /** `value` is what the file says, as JSON and cut to a sentence's length; `known` are architectures. */
  E_MODEL_ARCHITECTURE: (of: In & { readonly field: string; readonly value: string | undefined; readonly known: readonly string[] }) => ({
    message: `${of.subject}: the workbench cannot run a model whose ${of.field} is ${of.value}.`,
    hint: `Supported are ${of.known.join(', ')} with their own activation and attention, whole heads turned by plain or Llama-3 rotary embedding, unquantised; docs/models.md#which-models has the list.`,
  }),
  E_MODEL_CONFIG: (
    of:
      | NotJson
      | (In &
          (
            | { readonly found: 'field'; readonly field?: string; readonly reason?: string }
            | { readonly found: 'head_dim'; readonly headDim: number }
            | { readonly found: 'heads'; readonly heads: number; readonly kvHeads: number }
            | { readonly found: 'by_layer'; readonly field: string; readonly entries: number; readonly layers: number }
            | { readonly found: 'architecture' | 'rope_scaling' | 'weight_map' }
          )),
  ) => {
    switch (of.found) {
      case 'not_json':
        return notJson(of);
      case 'field':
        return { message: `${of.subject} has an unusable ${of.field ?? 'field'}: ${of.reason ?? 'invalid'}.`, hint: FOLDER_AGAIN };
      case 'head_dim':
        return { message: `${of.subject} gives a head dimension of ${of.headDim}; it must be an even number.`, hint: FOLDER_AGAIN };
      case 'heads':
        return {
          message: `${of.subject} has ${of.heads} attention heads for ${of.kvHeads} key-value heads; they must divide evenly.`,
          hint: FOLDER_AGAIN,
        };
      case 'by_layer':
        return { message: `${of.subject} has ${of.entries} entries in ${of.field} for ${of.layers} layers.`, hint: FOLDER_AGAIN };
      case 'architecture':
        return { message: `${of.subject} does not name its architecture.`, hint: FOLDER_AGAIN };
      case 'rope_scaling':
        return {
          message: `${of.subject} has an incomplete rope_scaling: llama3 needs factor, low_freq_factor < high_freq_factor and original_max_position_embeddings.`,
          hint: FOLDER_AGAIN,
        };
      case 'weight_map':
        return { message: `${of.subject} has no weight_map from tensors to files.`, hint: AGAIN };
    }
  },
  E_MODEL_TENSOR_MISSING: ({ subject, tensor }: In & { readonly tensor: string }) => ({
    message: `${subject} lacks the tensor ${tensor} that its config.json asks for.`,
    hint: AGAIN,
  }),
  E_MODEL_TENSOR_SHAPE: (
    of: In & { readonly tensor: string; readonly shape: readonly number[]; readonly expected: readonly number[] },
  ) => ({
    message: `${of.subject} holds ${of.tensor} as [${of.shape.join(', ')}], but its config.json asks for [${of.expected.join(', ')}].`,
    hint: AGAIN,
  }),
  E_MODEL_TENSOR_UNKNOWN: ({ subject, tensor }: In & { readonly tensor: string }) => ({
    message: `${subject} holds the tensor ${tensor}, which its architecture does not have.`,
    hint: AGAIN,
  }),
  /** `pickled`: there are weights, but such as can run code; `holds` are the files of a model folder. */
  E_MODEL_FILE_MISSING: (
    of: In & {
      readonly file: string;
      readonly pickled: boolean;
      readonly holds: { readonly config: string; readonly weights: string; readonly tokenizer: string };
    },
  ) => ({
    message: `${of.subject} has no ${of.file}.`,
    hint: of.pickled
      ? 'Pickled weights are not read, because they can run code. Save the model as safetensors: in transformers, model.save_pretrained("DIR").'
      : `A model folder holds ${of.holds.config}, ${of.holds.weights} (or its shards) and ${of.holds.tokenizer}; or one .gguf file (docs/models.md#which-models).`,
  }),
};
