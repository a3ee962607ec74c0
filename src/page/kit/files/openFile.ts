/** Opening a file that somebody chose or dropped. What each kind of file does is put together by the shell, which fills this in. */

import type { HandedFile } from '../../../core/handed.ts';

/** Files of a folder by their paths in it, none of them read. */
export type FolderFiles = readonly { readonly path: string; readonly file: File | HandedFile }[];

export interface FileOpeners {
  /** Opens `file`; on the editor of the agent `role`, agents and profiles are taken into that one. */
  openFile(file: File, role?: string): Promise<void>;
  /** Opens files as a run of something else, rows whose columns a person has to name among them. */
  openRun(name: string, files: FolderFiles): Promise<void>;
  /** The same for a folder: a run, of this workbench or of something else, or adapters. */
  openFolder(name: string, list: () => Promise<FolderFiles>): Promise<void>;
}

let openers: (() => Promise<FileOpeners>) | null = null;

/** Called once, by the shell; fetched when the first file is opened. */
export function openFilesWith(fetch: () => Promise<FileOpeners>): void {
  openers = fetch;
}

const fetched = (): Promise<FileOpeners> => {
  if (!openers) throw new Error('openFile: the shell has not said how files are opened');
  return openers();
};

export const openFile: FileOpeners['openFile'] = async (file, role) => (await fetched()).openFile(file, role);
export const openFolder: FileOpeners['openFolder'] = async (name, list) => (await fetched()).openFolder(name, list);
export const openRun: FileOpeners['openRun'] = async (name, files) => (await fetched()).openRun(name, files);
