/** What the page asks of its service worker. */

export type OfflineRequest =
  /** Fetches and keeps what is missing of this version; answers once all is there. `entry`: the script that the page began with. */
  | { readonly type: 'keep'; readonly entry: string }
  /** Whether a page that began with the script `entry` is of this worker's version. */
  | { readonly type: 'is mine'; readonly entry: string }
  /** Takes the place of the worker before it; `alone`: only where no other tab has the page open. */
  | { readonly type: 'take over'; readonly alone: boolean };

/** Name of the built file, beside the page. */
export const OFFLINE_WORKER = 'offline.worker.js';
