/** What is wrong with the preview of prompts. */
export const previewFaults = {
  /** `said`: the worker's last words, or none. */
  E_WORKER_DIED: ({ said }: { readonly said: string }) => ({
    message: `The worker that composes the preview stopped${said ? `: ${said}` : '.'}`,
    hint: 'Change anything, and it is started again.',
  }),
};
