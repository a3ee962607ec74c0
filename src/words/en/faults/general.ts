/** Faults of no one part: what nobody foresaw, and what did not come over the network. */

export const generalFaults = {
  /** `file`: its path; null where the browser does not say which. */
  E_FETCH: ({ file }: { readonly file: string | null }) => ({
    message: `${file === null ? 'A part of this page' : `“${file}”, a part of this page,`} could not be fetched.`,
    hint: 'Check the connection, then try again; if the connection is there, reload the page: a newer version may have taken its place.',
  }),
  E_INTERNAL: ({ said }: { readonly said: string }) => ({
    message: `Something went wrong inside the workbench: ${said}`,
    hint: 'Your project and past runs are unharmed. Please report this with the detail below.',
  }),
};
