/** What is wrong with folders and files that are dropped, or chosen in a field of the page. */

export const chosenFaults = {
  E_FOLDER_FILES: ({ folder, files }: { readonly folder: string; readonly files: number }) => ({
    message: `The folder “${folder}” holds more than ${files} files, too many to open.`,
    hint: 'Choose the folder of one run.',
  }),
  /** A folder may hold so many `files` and `bytes`. */
  E_DOCUMENT_SIZE: ({ folder, files, bytes }: { readonly folder: string; readonly files: number; readonly bytes: number }) => ({
    message: `The folder “${folder}” holds more than ${files} files or ${bytes / 2 ** 20} MiB, too much to open.`,
  }),
  E_MODEL_NAME: ({ name }: { readonly name: string }) => ({
    message: `A base called “${name}” ships with the workbench, and other projects use it.`,
    hint: 'Rename the folder and choose it again.',
  }),
  E_MODEL_FOLDER: () => ({
    message: 'That folder has neither a config.json nor a .gguf file, so it holds no model.',
    hint: 'Choose the folder that holds config.json, tokenizer.json and *.safetensors, or one with a single .gguf file.',
  }),
  E_MODEL_SIZE: ({ bytes, most }: { readonly bytes: number; readonly most: number }) => ({
    message: `That folder holds ${Math.round(bytes / 2 ** 20)} MiB; a browser tab can take ${most / 2 ** 20} MiB.`,
    hint: 'Choose a smaller model, or train in the terminal.',
  }),
  /** `digest`, `expected`: the first digits of the SHA-256 of the file and of the one that the project names. */
  E_DATASET_OTHER: ({ name, digest, expected }: { readonly name: string; readonly digest: string; readonly expected: string }) => ({
    message: `“${name}” is another file: its SHA-256 begins with ${digest}, the project’s with ${expected}.`,
    hint: 'Choose the file the project names, or use this one instead.',
  }),
  /** A file of episodes may hold so many `bytes`. */
  E_FILE_SIZE: ({ bytes }: { readonly bytes: number }) => ({
    message: `The file is larger than ${bytes / 2 ** 20} MB.`,
    hint: 'Use part of it, or warm up in the terminal.',
  }),
  E_SWEEP_SEED: () => ({ message: 'Seeds are whole numbers, separated by commas.' }),
};
