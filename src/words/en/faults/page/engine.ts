/** What the page says where a run cannot begin, go on or be kept. */

const UNHARMED = 'Your project and the run up to its last checkpoint are unharmed; Continue goes on from there, Train begins a new run.';
const UNKEPT = 'It is there until this tab closes. The browser may be out of space, or keep nothing for this page.';

/** `why`: what the browser's storage says, where it says something. */
interface Base {
  readonly name: string;
  readonly why: string | null;
}

export const pageEngineFaults = {
  E_RUN_CHECKPOINT: (_: object) => ({
    message: 'This run cannot go on: it has no checkpoint before its end, or it is not over yet.',
    hint: 'Train begins a new run.',
  }),
  E_TRAINER_BUSY: (_: object) => ({
    message: 'This run cannot go on yet: another run or a warm start is under way.',
    hint: 'Wait for its end, or stop it.',
  }),
  /** `ended`: a person waits no longer. */
  E_WORKER_SILENT: ({ ended }: { readonly ended: boolean }) =>
    ended
      ? { message: 'The trainer worker said nothing for long and was ended.', hint: UNHARMED }
      : {
          message: 'The trainer has said nothing for two minutes. It may be computing one very long step, or it hangs.',
          hint: 'Waiting loses nothing. Started again, the run goes on from its last checkpoint.',
        },
  /** `said`: the worker's last words, or none. */
  E_WORKER_DIED: ({ said }: { readonly said: string }) => ({
    message: `The trainer worker stopped unexpectedly${said ? `: ${said}` : '.'}`,
    hint: UNHARMED,
  }),
  E_BASE_KEEP: ({ name, why }: Base) => ({ message: because(`“${name}” could not be kept in this browser.`, why), hint: UNKEPT }),
  E_BASE_DELETE: ({ name, why }: Base) => ({ message: because(`“${name}” could not be deleted from this browser.`, why), hint: UNKEPT }),
};

const because = (message: string, why: string | null): string => (why === null ? message : `${message} ${why}`);
