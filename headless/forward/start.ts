/** What `npm start -- --forward URL [--token-file F]` adds to the server of the page. */
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { commandFaults, forwardText, serverFaults } from '../../src/words/words.ts';
import type { Serving } from '../kit/serving.ts';
import { tokenIn } from '../server/tinkerServer.ts';
import { Forwarder } from './forwarder.ts';

/** Hands requests on to the server that flags name. Throws faults for people. */
export function servingFrom(flags: readonly string[]): Serving | null {
  const { forward, token } = flagsIn(flags);
  if (forward === undefined) return null;
  const forwarder = new Forwarder({ url: forward, token: tokenIn(token) });
  return {
    handle: (request, response) => forwarder.handle(request, response),
    query: '',
    said: () => [forwardText.started(forwarder.url, forwarder.addsToken)],
  };
}

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
