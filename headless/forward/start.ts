/** What `npm start -- --forward URL [--token-file F]` adds to the server of the page. */
import { parseArgs } from 'node:util';
import type { Plugin } from 'vite';
import { fault, FaultError } from '../../src/core/faults.ts';
import { commandFaults, forwardText, serverFaults } from '../../src/words/words.ts';
import { printFault } from '../kit/console.ts';
import { terminalFault } from '../kit/ioFaults.ts';
import { tokenIn } from '../server/tinkerServer.ts';
import { Forwarder } from './forwarder.ts';

/** The server that flags name, or null where they name none. Prints what is wrong with them and ends the process. */
export function forwarderFrom(flags: readonly string[]): Forwarder | null {
  try {
    const { forward, token } = flagsIn(flags);
    return forward === undefined ? null : new Forwarder({ url: forward, token: tokenIn(token) });
  } catch (error) {
    printFault(terminalFault(error));
    return process.exit(1);
  }
}

/** The part of the page's server that answers for the server; before the others, so that nothing of them applies to it. */
export const forwarding = (forwarder: Forwarder): Plugin => ({
  name: 'forward',
  configurePreviewServer: ({ middlewares, httpServer }) => {
    middlewares.use((request, response, next) => forwarder.handle(request, response) || next());
    httpServer.once('close', () => forwarder.close());
  },
});

/** What is said once it is served. */
export const forwardingSentence = (forwarder: Forwarder): string => forwardText.started(forwarder.url, forwarder.addsToken);

function flagsIn(args: readonly string[]): { readonly forward: string | undefined; readonly token: string | undefined } {
  const { values } = parseArgs({ args: [...args], options: { forward: { type: 'string' }, 'token-file': { type: 'string' } } });
  const { forward, 'token-file': token } = values;
  if (forward === undefined && token !== undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'start', wrong: 'token without forward' }));
  const parsed = forward !== undefined && URL.canParse(forward) ? new URL(forward) : null;
  if (forward !== undefined && !(parsed && /^https?:$/.test(parsed.protocol)))
    throw new FaultError(fault(serverFaults, 'E_SERVER_ADDRESS', { given: forward }));
  return { forward, token };
}
