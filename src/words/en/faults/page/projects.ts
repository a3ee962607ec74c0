/** What is wrong with projects that this browser keeps, and with the code they bring. */

export const projectFaults = {
  E_DOCUMENT_JSON: () => ({ message: 'What was kept is not valid JSON.' }),
  E_STORAGE_FULL: () => ({
    message: 'This browser’s storage is full, so the latest edits are not kept. Download the project to keep them.',
  }),
  E_ENV_FETCH: ({ file }: { readonly file: string }) => ({
    message: `The environment ${file}, which comes with the workbench, could not be fetched.`,
    hint: 'Check the connection and try again; if a newer version of the page was put up meanwhile, reload it.',
  }),
  E_ENV_CONSENT: () => ({
    message: 'This project’s environment code came from outside and is held back: nobody here has read it and agreed to run it.',
    hint: 'Review the code, then let it run.',
  }),
};
