/** What environment code says, before it is shown anywhere: plain text of bounded length, whatever it was. */

/** Characters that change how a line or a terminal shows the others: controls but for tab and newline, and those that turn text around. */
const ACTING = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text of the guest's with at most `limit` characters, in which nothing acts on what shows it; anything but a text becomes an empty one. */
export function guestWords(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  const clipped = value.length > limit ? `${value.slice(0, limit)}…` : value;
  return clipped.replace(ACTING, '\ufffd');
}
