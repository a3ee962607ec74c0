/** What the page says where a run cannot begin, go on or be kept. */

const UNHARMED = 'Your project and the run up to its last checkpoint are unharmed; Continue resumes from there, Train starts a new run.';
const UNKEPT = 'It is there until this tab closes. The browser may be out of space, or keep nothing for this page.';

/** `why`: what the browser's storage says, where it says something. */
interface Base {
  readonly name: string;
  readonly why: string | null;
}

export const pageEngineFaults = {
  E_RUN_CHECKPOINT: () => ({
    message: 'This run cannot be continued: it has no checkpoint before its end, or it has not ended yet.',
    hint: 'Train starts a new run.',
  }),
  E_TRAINER_BUSY: () => ({
    message: 'This run cannot be continued yet: another run or a warm start is under way.',
    hint: 'Wait until that finishes, or stop it.',
  }),
  /** `ended`: a person waits no longer. */
  E_WORKER_SILENT: ({ ended }: { readonly ended: boolean }) =>
    ended
      ? { message: 'The trainer worker did not respond for a long time and was stopped.', hint: UNHARMED }
      : {
          message: 'The trainer has said nothing for two minutes. It may be computing one very long step, or it may have hung.',
          hint: 'Waiting loses nothing. If you restart it, the run continues from its last checkpoint.',
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
