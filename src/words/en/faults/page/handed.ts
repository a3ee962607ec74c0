/** What keeps files from being read that a terminal hands over to the page (`npm run open`). */

const AGAIN = 'Type “npm run open -- FOLDER” again, and open the address that it prints.';

export const handedFaults = {
  /** The page was opened to show what a terminal hands over, and none does. */
  E_HANDED_NONE: () => ({ message: 'Nothing is handed over at this address any more, or never was.', hint: AGAIN }),
  E_HANDED_GONE: ({ subject }: { readonly subject: string }) => ({
    message: `${subject} cannot be read any more: the terminal that hands it over was stopped, or its connection is lost.`,
    hint: AGAIN,
  }),
  E_HANDED_REFUSED: ({ subject, reason }: { readonly subject: string; readonly reason: string }) => ({
    message: `${subject} cannot be read: ${reason}`,
    hint: AGAIN,
  }),
};
