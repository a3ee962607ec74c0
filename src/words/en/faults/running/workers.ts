/** What keeps a worker from having a base model that ships with the page. */

export const workersFaults = {
  E_BASE_FETCH: ({ name }: { readonly name: string }) => ({
    message: `The base model “${name}” could not be loaded.`,
    hint: 'Check the connection to this page’s server, then train again.',
  }),
  E_BASE_MISSING: ({ name }: { readonly name: string }) => ({
    message: `There is no base model “${name}” here.`,
    hint: 'Choose a shipped base, or use the folder of a Hugging Face model (in the training settings).',
  }),
};
