/** The flags that name a server of the Tinker protocol as a session's engine. */
import { fault, FaultError } from '../../../src/core/faults.ts';
import { PATIENCE, type ServerChoice } from '../../../src/session/tinker/served.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { wholeNumber } from '../project.ts';
import type { TerminalRun } from './storedRun.ts';
import { SERVER_FLAGS, tokenIn } from '../../server/tinkerServer.ts';

export const ENGINE_CHOICE = { engine: { type: 'string' }, ...SERVER_FLAGS, 'in-flight': { type: 'string' } } as const;

/** What engines batch by default (vLLM's `max_num_seqs`); more hides latency where a server takes them (docs/scale.md). */
const IN_FLIGHT = 256;

type Command = 'train' | 'evaluate' | 'sweep';

export const serverFault = (
  of: Command,
  wrong: 'engine' | 'engine without url' | 'server without engine' | 'adapters' | 'run here' | 'run on a server',
  given = '',
): FaultError => new FaultError(fault(commandFaults, 'E_FLAG', { command: 'server', of, wrong, given }));

/** Refuses to go on with a run elsewhere than where its optimisers are. */
export function requireSameEngine({ folder, onServer }: Pick<TerminalRun, 'folder' | 'onServer'>, server: ServerChoice | null): void {
  if (onServer !== (server !== null)) throw serverFault('train', onServer ? 'run on a server' : 'run here', folder);
}

/** The flags that name a server, and how it is asked. */
export interface ServerValues {
  readonly engine?: string;
  readonly url?: string;
  readonly model?: string;
  readonly 'token-file'?: string;
  readonly patience?: string;
  readonly 'in-flight'?: string;
}

/** What the flags name; null where this computer trains. Throws `E_FLAG` for what contradicts itself. */
export function serverChoice(values: ServerValues, command: Command): ServerChoice | null {
  const { engine = 'here', url, model = null } = values;
  if (engine !== 'here' && engine !== 'tinker') throw serverFault(command, 'engine', engine);
  const named = (['url', 'model', 'token-file', 'patience', 'in-flight'] as const).find((name) => values[name] !== undefined);
  if (engine === 'here') {
    if (named) throw serverFault(command, 'server without engine', `--${named}`);
    return null;
  }
  if (url === undefined) throw serverFault(command, 'engine without url');
  return {
    url,
    model,
    token: tokenIn(values['token-file']),
    patience: wholeNumber(values.patience, '--patience') ?? PATIENCE,
    inFlight: wholeNumber(values['in-flight'], '--in-flight', 1) ?? IN_FLIGHT,
  };
}
