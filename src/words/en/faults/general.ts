/** A fault that nobody foresaw. */

export const generalFaults = {
  E_INTERNAL: ({ said }: { readonly said: string }) => ({
    message: `Something went wrong inside the workbench: ${said}`,
    hint: 'Your project and past runs are unharmed. Please report this with the detail below.',
  }),
};
