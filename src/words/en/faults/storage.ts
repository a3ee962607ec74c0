/** What a browser's storage and files say when they fail. */
import { always } from '../../forms/always.ts';

export const storageFaults = {
  E_STORAGE_FULL: always(
    'This browser has no room left for this page.',
    'Delete runs or projects you no longer need, or make room on the disk; then try again.',
  ),
  E_STORAGE_LOCKED: always(
    'A file of this page cannot be written: it is read-only, or another tab has it.',
    'Close other tabs of this page, then try again.',
  ),
  E_STORAGE_READ: always(
    'A file could not be read: it was changed or moved since it was chosen, or this browser may not read it.',
    'Choose the file again.',
  ),
  E_STORAGE_FORBIDDEN: always(
    'This browser does not let this page use its storage.',
    'Private windows and strict settings do that. Download what you want to keep.',
  ),
  E_STORAGE_FAILED: always(
    'The storage of this browser failed without saying why.',
    'Download what you want to keep, then reload the page. A full or broken disk does that.',
  ),
  E_STORAGE_SILENT: always(
    'The storage of this browser does not answer.',
    'Download what you want to keep, then close other tabs of this page and reload it.',
  ),
  E_STORAGE_GONE: always(
    'The storage of this page was closed or cleared while it was in use.',
    'Download what you want to keep, then reload the page.',
  ),
  E_STORAGE_MISSING: always(
    'A file is not there any more: it was moved or deleted.',
    'Choose it again; what this page kept itself may have been cleared by the browser.',
  ),
};
