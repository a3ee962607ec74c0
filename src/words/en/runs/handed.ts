/** What the terminal says where it hands the files of a run over to the page (`npm run open`). */
import { spoken } from '../../forms/language.ts';

const count = (number: number, one: string, many: string): string => (number === 1 ? `one ${one}` : `${number} ${many}`);

export const handedText = spoken('runs/handed', {
  /** Why a request is refused; some end the sentence “… cannot be read: ”. */
  refused: {
    nothing: 'There is no such file here.',
    method: 'Files are read here, and nothing else.',
    range: 'A stretch of the file must be named, within it and not too long.',
    changed: 'it is no longer the file that was listed when it was handed over.',
    shorter: 'it has become shorter since it was handed over.',
    disk: (reason: string) => `${reason}.`,
  },
  started: (name: string, files: number, size: string) =>
    `It opens ${name}: ${count(files, 'file', 'files')}, ${size}. All of it is only read, where it lies.`,
  left: ({ links, hidden, closed }: { readonly links: number; readonly hidden: number; readonly closed: number }) =>
    [
      ...(links > 0 ? [count(links, 'link', 'links')] : []),
      ...(hidden > 0 ? [count(hidden, 'hidden file or folder', 'hidden files or folders')] : []),
      ...(closed > 0 ? [count(closed, 'folder that you may not read', 'folders that you may not read')] : []),
    ].join(', '),
  leftOut: (what: string) => `Left out: ${what}.`,
  /** For somebody who is logged in on another computer. */
  tunnel: (port: number, host: string) =>
    `From the computer you sit at: ssh -N -L ${port}:localhost:${port} ${host}, then open the address there. Whoever has it can read these files.`,
});
