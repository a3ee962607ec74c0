/** A server of the Tinker protocol as a session's engine: what is refused before the first call, and the trainers that stand there. */
import { randomUUID } from 'node:crypto';
import { baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { ModelFiles } from '../../src/core/formats/files.ts';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import { bytesOfBases, openBase, type OpenBase, openPrompts } from '../../src/session/team/base.ts';
import { WASM_MEMORY } from '../../src/session/run/fits.ts';
import type { SessionOptions } from '../../src/session/run/session.ts';
import { tinkerTrainers } from '../../src/session/tinker/tinkerTrainers.ts';
import { connect } from '../../src/tinker/client.ts';
import type { Outside } from '../../src/tinker/http.ts';
import { refusals } from '../../src/tinker/refusals.ts';
import type { Progress, Server } from '../../src/tinker/server.ts';
import { commandFaults } from '../../src/words/words.ts';
import type { BaseFiles } from './bases.ts';
import { wholeNumber } from './project.ts';
import type { TerminalRun } from './storedRun.ts';
import { NODE_OUTSIDE, SERVER_FLAGS, tokenIn } from '../server/tinkerServer.ts';

/** Longest that a server may take to free adapters, milliseconds: it does so by itself when nobody says any more that they are used. */
const UNLOADING = 5_000;

export const ENGINE_CHOICE = { engine: { type: 'string' }, ...SERVER_FLAGS, 'in-flight': { type: 'string' } } as const;

/** What engines batch by default (vLLM's `max_num_seqs`); more hides latency where a server takes them (docs/scale.md). */
const IN_FLIGHT = 256;

/** The server that is to train the policies. */
export interface ServerChoice {
  readonly url: string;
  /** What it calls the team's base; null where that is the project's name. */
  readonly model: string | null;
  readonly token: string | null;
  /** Longest that it is waited for, seconds. */
  readonly patience: number;
  /** Most calls under way at a time. */
  readonly inFlight?: number;
  /** This process as the client sees it; tests bring one that ends. */
  readonly outside?: Outside;
}

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

interface ServerValues {
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
    patience: wholeNumber(values.patience, '--patience') ?? 120,
    inFlight: wholeNumber(values['in-flight'], '--in-flight', 1) ?? IN_FLIGHT,
  };
}

export interface ServedParts {
  readonly server: Server;
  readonly trainers: NonNullable<SessionOptions['trainers']>;
  /** Frees the adapters there, where that can be done soon, and says no more that it is there. */
  readonly close: () => Promise<void>;
}

/** Connects, and refuses what the project asks and the server cannot do; `held`: bases that this computer reads too. */
export async function openServer(
  document: ProjectDocument,
  { url, model, token, patience, inFlight = IN_FLIGHT, outside = NODE_OUTSIDE }: ServerChoice,
  held: ReadonlySet<string>,
  onProgress?: (progress: Progress) => void,
): Promise<ServedParts> {
  const [{ adapter } = { adapter: { rank: 8, alpha: 16 } }] = document.team.agents;
  const probe = { rank: adapter.rank, alpha: adapter.alpha };
  const server = await connect(url, outside, { token, patience, inFlight, probe, ...(onProgress && { onProgress }) });
  const names = new Map(model === null ? [] : [[document.team.base, model]]);
  const here = { holds: held, names, sameTokens: new Map<string, boolean>() };
  const [refused] = refusals(document, server.capabilities, here);
  if (refused) {
    server.close();
    throw new FaultError(refused);
  }
  // Names on the server: no other session has them, whatever ran there before.
  const label = `marft-${randomUUID().slice(0, 8)}`;
  let opened: ReturnType<typeof tinkerTrainers> | undefined;
  return {
    server,
    trainers: (engine, watch) => (opened = tinkerTrainers({ server, names, label }, engine, watch)),
    close: async () => {
      await opened?.unload(AbortSignal.timeout(UNLOADING));
      server.close();
    },
  };
}

/** The bases of a team that a server trains. */
export interface BasesBeside {
  readonly opened: readonly OpenBase[];
  /** Those whose weights this computer reads too, for references and critics: they are here, and one worker's memory can hold them. */
  readonly held: ReadonlySet<string>;
}

/** Opens every base of the document; of those that are not held here only what prompts need. */
export function basesBeside(document: ProjectDocument, files: BaseFiles): BasesBeside {
  const { weights: form } = document.team;
  const held = new Set<string>();
  const names = baseNames(document);
  const opened = names.map((name) => {
    const own = files(name, names);
    const base = heldBase(name, own, form);
    if (base) held.add(name);
    return base ?? openPrompts(name, own, form);
  });
  return { opened, held };
}

/** The base of these files, where they have weights that one worker's memory can hold. */
export function heldBase(name: string, files: ModelFiles, form: WeightForm): OpenBase | null {
  const base = hasWeights(files) ? openBase(name, files, form) : null;
  return base && bytesOfBases([base]) < WASM_MEMORY ? base : null;
}

const hasWeights = (files: ModelFiles): boolean =>
  Object.keys(files).some((path) => /\.(?:safetensors|gguf|safetensors\.index\.json)$/.test(path));
