/** A file that should be JSON and is none: one sentence in the faults of many kinds of file. */

export interface NotJson {
  readonly found: 'not_json';
  readonly subject: string;
  /** What its reader said. */
  readonly reason: string;
}

export const notJson = ({ subject, reason }: NotJson): { readonly message: string; readonly hint: string } => ({
  message: `${subject} is not a JSON file (${reason}).`,
  hint: 'Download or export it again.',
});
