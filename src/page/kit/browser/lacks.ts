/** What of the browser's features the page uses and this one lacks: by looking for them, never by the browser's name. */

/** Each with a sentence in `words/en/shell/changes.ts` and a row in docs/browsers.md. */
export const FEATURES = [
  'webgpu',
  'sharedMemory',
  'privateFiles',
  'persist',
  'savePicker',
  'serviceWorker',
  'idle',
  'localStorage',
] as const;
export type Feature = (typeof FEATURES)[number];

/** The parts of a page's global object that are looked at; all may be missing. */
export interface BrowserScope {
  readonly navigator?: {
    readonly gpu?: { requestAdapter(): Promise<unknown> };
    readonly storage?: { readonly getDirectory?: unknown; readonly persist?: unknown };
    readonly serviceWorker?: unknown;
  };
  readonly crossOriginIsolated?: boolean;
  readonly SharedArrayBuffer?: unknown;
  readonly showSaveFilePicker?: unknown;
  readonly requestIdleCallback?: unknown;
}

/** In the order of `FEATURES`. `storageWorks`: whether anything could be kept. An interface without an adapter behind it is no WebGPU. */
export async function lacksOf(scope: BrowserScope, storageWorks: boolean): Promise<readonly Feature[]> {
  const { navigator } = scope;
  const adapter = await navigator?.gpu?.requestAdapter().catch(() => null);
  const has: Readonly<Record<Feature, boolean>> = {
    webgpu: Boolean(adapter),
    sharedMemory: scope.crossOriginIsolated === true && scope.SharedArrayBuffer !== undefined,
    privateFiles: navigator?.storage?.getDirectory !== undefined,
    persist: navigator?.storage?.persist !== undefined,
    savePicker: scope.showSaveFilePicker !== undefined,
    serviceWorker: navigator?.serviceWorker !== undefined,
    idle: scope.requestIdleCallback !== undefined,
    localStorage: storageWorks,
  };
  return FEATURES.filter((feature) => !has[feature]);
}
