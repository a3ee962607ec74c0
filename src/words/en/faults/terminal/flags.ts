/** What is wrong with a flag or a name on the command line, whatever the command. */

const FROM_HERE = 'Check the path; it is relative to where the command runs.';

const available = (names: readonly string[]): string => `Available: ${names.join(', ')}.`;

type FlagFault =
  /** What Node's reader of flags says. */
  | { readonly wrong: 'syntax'; readonly said: string }
  | { readonly wrong: 'whole number'; readonly flag: string; readonly minimum: number; readonly given: string }
  | { readonly wrong: 'number'; readonly flag: string; readonly given: string }
  | { readonly wrong: 'option'; readonly flag: string; readonly given: string; readonly options: readonly string[] }
  | {
      readonly wrong: 'unknown';
      readonly kind: 'backend' | 'format' | 'evidence' | 'row of torture';
      readonly given: string;
      readonly options: readonly string[];
    }
  | { readonly wrong: 'checkpoint'; readonly given: string }
  | { readonly wrong: 'two files'; readonly files: readonly string[] }
  | { readonly wrong: 'file and preset'; readonly file: string; readonly preset: string }
  | { readonly wrong: 'base'; readonly given: string }
  | { readonly wrong: 'base unused'; readonly given: string; readonly id: string; readonly names: readonly string[] }
  | { readonly wrong: 'base shipped'; readonly name: string }
  | { readonly wrong: 'base folder'; readonly given: string; readonly folder: string };

export const flagFaults = {
  E_FLAG: (of: FlagFault) => {
    switch (of.wrong) {
      case 'syntax':
        return { message: of.said, hint: 'docs/terminal.md lists the flags of each command.' };
      case 'whole number':
        return {
          message: `${of.flag} takes a whole number of at least ${of.minimum}, not “${of.given}”.`,
          hint: `For example: ${of.flag} ${Math.max(of.minimum, 1)}.`,
        };
      case 'number':
        return { message: `${of.flag} takes a number, not “${of.given}”.`, hint: `For example: ${of.flag} 1.` };
      case 'option':
        return { message: `${of.flag} cannot be “${of.given}”.`, hint: `It takes ${of.options.join(', ')}.` };
      case 'unknown':
        return { message: `There is no ${of.kind} “${of.given}”.`, hint: available(of.options) };
      case 'checkpoint':
        return {
          message: `--checkpoint takes a number of iterations, “latest” or “best”, not “${of.given}”.`,
          hint: 'For example: --checkpoint best.',
        };
      case 'two files':
        return { message: `Two projects are named: ${of.files.join(' and ')}.`, hint: 'Leave one of them out.' };
      case 'file and preset':
        return {
          message: `The project file ${of.file} and the preset “${of.preset}” cannot both be trained.`,
          hint: 'Leave one of them out; --settings replaces the project’s settings with a named set.',
        };
      case 'base':
        return {
          message: `--base takes NAME=DIR, NAME=hf:org/name or hf:org/name, not “${of.given}”.`,
          hint: 'For example: --base my-llama=models/my-llama, or --base hf:HuggingFaceTB/SmolLM2-135M-Instruct.',
        };
      case 'base unused':
        return {
          message: `--base ${of.given}: no base here is called ${of.id}; it uses ${of.names.map((name) => `“${name}”`).join(' and ')}.`,
          hint: `Say which of them it is: --base "NAME=${of.given}".`,
        };
      case 'base shipped':
        return {
          message: `A base called “${of.name}” ships with the workbench, and other projects use it.`,
          hint: 'Give yours another name in the project.',
        };
      case 'base folder':
        return { message: `--base ${of.given}: there is no folder ${of.folder}.`, hint: FROM_HERE };
    }
  },
  E_PRESET: ({
    preset,
    of,
    presets,
  }: {
    readonly preset: string;
    readonly of: 'projects' | 'pretraining';
    readonly presets: readonly string[];
  }) => ({ message: `There is no ${of === 'pretraining' ? 'pretraining ' : ''}preset “${preset}”.`, hint: available(presets) }),
  E_SETTINGS: ({ settings, sets }: { readonly settings: string; readonly sets: readonly string[] }) => ({
    message: `There is no set of settings “${settings}”.`,
    hint: available(sets),
  }),
};
