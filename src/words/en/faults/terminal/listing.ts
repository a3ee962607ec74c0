/** What keeps `npm run open` from handing over what it was given. */
export const listingFaults = {
  /** `left`: links, hidden files and folders that may not be read, none of which is handed over. */
  E_OPEN_NOTHING: ({ path, left }: { readonly path: string; readonly left: number }) => ({
    message: left === 0 ? `${path} is empty: there is nothing to open.` : `${path} holds nothing that can be opened.`,
    hint:
      left === 0
        ? 'Name the folder in which the run wrote its files, or one of those files.'
        : 'Links and hidden files are left out, and so is what you may not read. Name the folder itself that holds the run’s files.',
  }),
  /** Such as a device. */
  E_OPEN_KIND: ({ path }: { readonly path: string }) => ({
    message: `${path} is neither a file nor a folder.`,
    hint: 'Name the folder of a run, or a file of it.',
  }),
};
