/** What is wrong with the lab, which answers what-if questions and compares weights. */

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
  E_NOTHING_COMPARED: (of: { readonly found: 'f32' | 'server' } | { readonly found: 'no_messages'; readonly base: string }) => {
    switch (of.found) {
      case 'f32':
        return {
          message: 'The bases of this run are held in f32, so there is nothing to compare.',
          hint: 'Choose q8, q4, f16 or bf16 as “Base weights” and train some.',
        };
      case 'server':
        return {
          message: 'A server held the bases of this run, and “Base weights” says nothing of how.',
          hint: 'Train some on this machine.',
        };
      case 'no_messages':
        return {
          message: `There are no messages of agents on “${of.base}” to compare it on.`,
          hint: 'Train an iteration: the messages of the newest episodes are what it is compared on.',
        };
    }
  },
};
