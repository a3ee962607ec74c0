/** A file that reaches the browser's downloads part by part, so that it never lies in the page whole. */
import { saveBlob } from './saveFile.ts';

/** Where the parts of a file go; it is there once it is closed. */
export interface PartSink {
  put(part: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** What a page of its own types lacks (File System Access API): Chromium's dialogue for a file to write. */
export interface SavingWindow {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<FileSystemFileHandle>;
}

/**
 * Opens a file called `name`. A `large` one is streamed to where a person says, where the browser asks for a place; null when they
 * called it off. Elsewhere the parts go to the browser one by one, which keeps them outside of the page, and become a download.
 */
export async function openParts(
  name: string,
  type: string,
  large: boolean,
  window: SavingWindow = globalThis as SavingWindow,
): Promise<PartSink | null> {
  if (large && window.showSaveFilePicker) {
    const handle = await window.showSaveFilePicker({ suggestedName: name }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      // Without a click just before, or in a frame: then it is a download.
      if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
      throw error;
    });
    if (handle === null) return null;
    if (handle) {
      const file = await handle.createWritable();
      return { put: (part) => file.write(part), close: () => file.close(), abandon: () => file.abort() };
    }
  }
  const parts: Blob[] = [];
  return {
    put: async (part) => void parts.push(new Blob([part])),
    close: async () => saveBlob(name, new Blob(parts, { type })),
    abandon: async () => void parts.splice(0),
  };
}
