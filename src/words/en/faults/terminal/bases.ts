/** What is wrong with bases that the terminal is to load. */

import { type SaidOfBase, saidOfBase } from '../../../forms/saidOfBase.ts';

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

type Folder =
  /** `home`: the folder of the project, where there is one; `hub`: whether it could be a model of the Hub. */
  | {
      readonly found: 'nothing';
      readonly name: string;
      readonly home: string | null;
      readonly hub?: boolean;
      readonly told?: SaidOfBase | null;
    }
  | { readonly found: 'link'; readonly path: string; readonly within: string }
  | { readonly found: 'large file' | 'large model'; readonly path: string; readonly bytes: number; readonly most: number };

export const terminalBaseFaults = {
  E_BASE_FOLDER: (of: Folder) => {
    if (of.found === 'nothing')
      return {
        message: `This copy of the workbench brings no base “${of.name}”${of.home === null ? '' : `, and there is no such model folder in ${of.home}`}.${saidOfBase(of.told)}`,
        hint: of.hub
          ? `If it is the model of the Hub, say so: --base "hf:${of.name.replace(/^hf:/, '')}", or which folder it is: --base "${of.name}=DIR". Naming it in a project is not enough for it to be fetched or read.`
          : `If you trust what the project does with it, say which folder it is: --base "${of.name}=DIR". Naming a folder in a project is not enough for it to be read.`,
      };
    return {
      message: `${of.path} ${tooMuch(of)}.`,
      hint: 'Choose a smaller model, or pass the folder itself: --base NAME=DIR.',
    };
  },
  /** `cache`: the folder in which models of the Hub lie. */
  E_BASE_UNCACHED: ({ name, cache }: { readonly name: string; readonly cache: string }) => ({
    message: `HF_HUB_OFFLINE is set, and ${name} is not in ${cache}, or not whole.`,
    hint: 'Unset it to have the model fetched, or pass a folder: --base NAME=DIR.',
  }),
  E_BASE_OTHER: ({ name }: { readonly name: string }) => ({
    message: `The base “${name}” is not the one that this run was trained on: its weights or its configuration differ from what run.json says.`,
    hint: 'Unpack the export again, or pass the right folder with --base.',
  }),
};

function tooMuch(of: Exclude<Folder, { readonly found: 'nothing' }>): string {
  switch (of.found) {
    case 'link':
      return `leads out of ${of.within}`;
    case 'large file':
      return `has ${mebibytes(of.bytes)} MiB; at most ${mebibytes(of.most)} MiB are read`;
    case 'large model':
      return `holds more than the ${mebibytes(of.most)} MiB that are read of a model`;
  }
}
