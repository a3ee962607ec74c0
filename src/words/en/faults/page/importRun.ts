/** What keeps a run of something else from being opened, whatever its files hold. */
export const importRunFaults = {
  E_IMPORT_UNKNOWN: ({ name }: { readonly name: string }) => ({
    message: `Nothing in ${name} is of a run that can be read here.`,
    hint: 'docs/imports.md lists what can: rollouts of prime-rl, verl, TRL, verifiers and AReaL; docs/imports-traces.md traces, curves, and rows of your own.',
  }),
  E_IMPORT_STOPPED: () => ({ message: 'The import was stopped. Nothing of it was kept.' }),
};
