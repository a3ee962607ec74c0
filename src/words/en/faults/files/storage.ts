/** What a browser's storage and files say when they fail. */

export const storageFaults = {
  E_STORAGE_FULL: () => ({
    message: 'This browser has no room left for this page.',
    hint: 'Delete runs or projects you no longer need, or make room on the disk; then try again.',
  }),
  E_STORAGE_LOCKED: () => ({
    message: 'A file of this page cannot be written: it is read-only, or another tab has it open.',
    hint: 'Close other tabs of this page, then try again.',
  }),
  E_STORAGE_READ: () => ({
    message: 'A file could not be read: it was changed or moved since it was chosen, or this browser may not read it.',
    hint: 'Choose the file again.',
  }),
  E_STORAGE_FORBIDDEN: () => ({
    message: 'This browser does not let this page use its storage.',
    hint: 'Private windows and strict settings do that. Download what you want to keep.',
  }),
  E_STORAGE_FAILED: () => ({
    message: 'The storage of this browser failed without saying why.',
    hint: 'Download what you want to keep, then reload the page. A full or broken disk does that.',
  }),
  E_STORAGE_SILENT: () => ({
    message: 'The storage of this browser does not answer.',
    hint: 'Download what you want to keep, then close other tabs of this page and reload it.',
  }),
  E_STORAGE_GONE: () => ({
    message: 'The storage of this page was closed or cleared while it was in use.',
    hint: 'Download what you want to keep, then reload the page.',
  }),
  E_STORAGE_MISSING: () => ({
    message: 'A file no longer exists: it was moved or deleted.',
    hint: 'Choose it again; if this page had stored it, the browser may have cleared it.',
  }),
};
