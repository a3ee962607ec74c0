/** What `npm run open -- FOLDER|FILE` adds to the server of the page. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { formatBytes } from '../../src/core/formatBytes.ts';
import { commandFaults, handedText } from '../../src/words/words.ts';
import { plain } from '../kit/console.ts';
import type { Serving } from '../kit/serving.ts';
import { HandedFiles } from './handedFiles.ts';
import { listHanded } from './listing.ts';

/** Lists what `args` name, a path seen from `folder`. Throws faults for people. */
export async function servingFrom(args: readonly string[], folder: string): Promise<Serving> {
  const { positionals } = parseArgs({ args: [...args], options: { open: { type: 'boolean' } }, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'open', wrong: 'no path' }));
  const handed = new HandedFiles(await listHanded(resolve(folder, path)));
  const { name, files, bytes, left } = handed.listing;
  const leftOut = handedText.left(left);
  return {
    handle: (request, response) => handed.handle(request, response),
    query: handed.query,
    said: (port, headless) => [
      plain(handedText.started(name, files.length, formatBytes(bytes))),
      ...(leftOut === '' ? [] : [handedText.leftOut(leftOut)]),
      ...(headless ? [handedText.tunnel(port, hostname())] : []),
    ],
  };
}
