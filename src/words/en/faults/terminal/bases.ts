/** What is wrong with bases that the terminal is to load. */

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

type Folder =
  /** `home`: the folder of the project, where there is one. */
  | { readonly found: 'nothing'; readonly name: string; readonly home: string | null }
  | { readonly found: 'link'; readonly path: string; readonly within: string }
  | { readonly found: 'large file' | 'large model'; readonly path: string; readonly bytes: number; readonly most: number };

export const terminalBaseFaults = {
  E_BASE_FOLDER: (of: Folder) => {
    if (of.found === 'nothing')
      return {
        message: `The base “${of.name}” is none that ships with the workbench${of.home === null ? '' : `, and no model's folder in ${of.home}`}.`,
        hint: `Say which folder it is, if you trust what the project does with it: --base "${of.name}=DIR". No other folder is read because a project names it.`,
      };
    return {
      message: `${of.path} ${tooMuch(of)}.`,
      hint: 'Choose a smaller model, or pass the folder itself: --base NAME=DIR.',
    };
  },
  E_BASE_OTHER: ({ name }: { readonly name: string }) => ({
    message: `The base “${name}” is not the one that this run was trained on: its weights or its configuration differ from what run.json says.`,
    hint: 'Unpack the export again, or pass the right folder by --base.',
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
