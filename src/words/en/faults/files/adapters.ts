/** What is wrong with adapters: with a PEFT folder itself, and with whose adapters they are. */
import { notJson, type NotJson } from '../../../forms/notJson.ts';

const AGAIN = 'Export the adapter again.';
const ITS_BASE = 'Choose the base model the adapter was trained on.';

interface In {
  readonly subject: string;
}

/** The bases that an adapter and the project name. */
interface Bases {
  readonly theirs: string;
  readonly ours: string;
}

const SETTINGS = { rank: 'rank', alpha: 'alpha', targets: 'the targets' } as const;

export const adapterFaults = {
  E_PEFT_CONFIG: (of: NotJson | (In & { readonly found: 'no_table' })) =>
    of.found === 'not_json' ? notJson(of) : { message: `${of.subject} is not a table of settings.`, hint: AGAIN },
  E_PEFT_UNSUPPORTED: (
    of: In &
      (
        | { readonly found: 'type'; readonly type: string }
        | { readonly found: 'option'; readonly field: string; readonly value: string }
        | { readonly found: 'field'; readonly field?: string; readonly reason?: string }
        | { readonly found: 'some_layers'; readonly target: string }
        | { readonly found: 'target'; readonly target: string; readonly known: readonly string[] }
      ),
  ) => {
    switch (of.found) {
      case 'type':
        return { message: `${of.subject} has peft_type "${of.type}"; the workbench reads LORA adapters.`, hint: AGAIN };
      case 'option':
        return {
          message: `${of.subject} sets ${of.field} to ${of.value}, which the workbench does not support.`,
          hint: 'Train or merge the adapter without that option.',
        };
      case 'field':
        return { message: `${of.subject} has an unusable ${of.field ?? 'field'}: ${of.reason ?? 'invalid'}.`, hint: AGAIN };
      case 'some_layers':
        return {
          message: `${of.subject} has target_modules that are ${of.target} in some layers only; the workbench applies an adapter to the same modules in every layer.`,
          hint: 'Train it on that module in every layer.',
        };
      case 'target':
        return {
          message: `${of.subject} has “${of.target}” in its target_modules, which is not a linear module of this model’s layers.`,
          hint: `Supported target modules: ${of.known.join(', ')}.`,
        };
    }
  },
  E_PEFT_TENSOR: (
    of: In & { readonly tensor: string } & (
        | { readonly found: 'unknown'; readonly targets: readonly string[] }
        | { readonly found: 'missing' }
      ),
  ) => ({
    message:
      of.found === 'missing'
        ? `${of.subject} lacks ${of.tensor}.`
        : `${of.subject} holds "${of.tensor}", which is not a LoRA weight of its target modules (${of.targets.join(', ')}).`,
    hint: AGAIN,
  }),
  E_PEFT_SHAPE: (
    of: In &
      (
        | { readonly found: 'rank'; readonly tensor: string; readonly shape: readonly number[]; readonly rank: number }
        | { readonly found: 'base'; readonly tensor: string; readonly shape: readonly number[] }
        | { readonly found: 'layers' }
      ),
  ) => {
    switch (of.found) {
      case 'rank':
        return { message: `${of.subject} gives ${of.tensor} the shape [${of.shape.join(', ')}], but r is ${of.rank}.`, hint: AGAIN };
      case 'base':
        return {
          message: `${of.subject} gives ${of.tensor} the shape [${of.shape.join(', ')}], which does not fit this base model.`,
          hint: ITS_BASE,
        };
      case 'layers':
        return { message: `${of.subject} holds layers this base model does not have.`, hint: ITS_BASE };
    }
  },
  /** `pickled`: there are weights, but such as can run code; `holds` are the files of an adapter folder. */
  E_PEFT_FILE_MISSING: (of: In & { readonly file: string; readonly pickled: boolean; readonly holds: readonly [string, string] }) => ({
    message: `${of.subject} has no ${of.file}.`,
    hint: of.pickled
      ? 'Pickled weights (adapter_model.bin) are not read, because they can run code. Save the adapter as safetensors: in PEFT, model.save_pretrained("DIR").'
      : `An adapter folder holds ${of.holds.join(' and ')}.`,
  }),
  E_ADAPTERS_NONE: (of: In & { readonly roles: readonly string[]; readonly holds: readonly [string, string] }) => ({
    message: `${of.subject} holds no adapter.`,
    hint: `Give a folder such as a run's checkpoints/steps_10: one folder per role (${of.roles.join(', ')}) with ${of.holds.join(' and ')}.`,
  }),
  E_ADAPTERS_ROLE: ({ subject, roles }: In & { readonly roles: readonly string[] }) => ({
    message: `${subject} belongs to no agent of this project.`,
    hint: `Its roles: ${roles.join(', ')}. Rename or remove the folder.`,
  }),
  E_ADAPTERS_MISMATCH: (
    of: In &
      (
        | { readonly found: 'rank' | 'alpha'; readonly has: number; readonly wanted: number }
        | { readonly found: 'targets'; readonly has: readonly string[]; readonly wanted: readonly string[] }
        | ({ readonly found: 'weights' | 'base' } & Bases)
      ),
  ) => {
    switch (of.found) {
      case 'rank':
      case 'alpha':
      case 'targets': {
        const [has, wanted] = [of.has, of.wanted].map((value) => (typeof value === 'number' ? value : value.join(', ')));
        return {
          message: `${of.subject} has ${SETTINGS[of.found]} ${has}, but the project says ${wanted}.`,
          hint: 'Change one of the two.',
        };
      }
      case 'weights':
      case 'base': {
        const than = of.found === 'weights' ? 'other weights than those of this project’s base' : 'another base';
        return {
          message: `${of.subject} was trained on ${than}: it names its base “${of.theirs}”, but the project says “${of.ours}”.`,
          hint: 'Choose the base it was trained on, or other adapters.',
        };
      }
    }
  },
  E_ADAPTERS_FORK: () => ({
    message: 'No adapter of the run to be forked fits this team.',
    hint: 'Give the agents the names, bases and adapter settings they had in that run, or start a new one.',
  }),
  E_ADAPTERS_WHOSE: ({ folders, roles }: { readonly folders: number; readonly roles: readonly string[] }) => ({
    message: `Nothing says which agent ${folders === 1 ? 'this adapter is' : 'these adapters are'} for.`,
    hint: `Drop one on its agent’s editor, or name the folders after the agents: ${roles.join(', ')}.`,
  }),
};
