/** What is wrong with files and folders that are opened on the page. */

export const openedFaults = {
  E_FILE_UNKNOWN: ({ folder }: { readonly folder: string }) => ({
    message: `The folder “${folder}” is nothing that can be opened.`,
    hint: 'A run (with project.json and metrics.jsonl) or adapters (PEFT folders) can; a base model is chosen in the Engine panel.',
  }),
  E_DOCUMENT_SIZE: ({ name, bytes }: { readonly name: string; readonly bytes: number }) => ({
    message: `“${name}” is larger than ${bytes / 2 ** 20} MB, more than any such file is.`,
    hint: 'Choose the project’s JSON file, or the zip of one run.',
  }),
  E_BASE_OTHER: ({ name }: { readonly name: string }) => ({
    message: `This browser keeps another base called “${name}” than the one this run brings.`,
    hint: 'Delete or rename that one (Engine › Base models), then open the run again.',
  }),
};
