/** What is wrong with the lab, which answers what-if questions. */

export const labFaults = {
  E_LAB_CLOSED: () => ({
    message: 'The lab was closed before it answered.',
    hint: 'Ask again: it will restart.',
  }),
  /** `said`: the worker's last words, or none. */
  E_WORKER_DIED: ({ said }: { readonly said: string }) => ({
    message: `The lab worker stopped unexpectedly${said ? `: ${said}` : '.'}`,
    hint: 'Your runs are unharmed; the next question starts a new worker.',
  }),
  /** `have`: the iterations whose adapters there are. */
  E_LAB_VERSION: ({ iteration, have }: { readonly iteration: number; readonly have: readonly number[] }) => ({
    message: `This run keeps no adapters of iteration ${iteration}.`,
    hint: have.length > 0 ? `It has those of: ${have.join(', ')}.` : 'It keeps none at all.',
  }),
};
