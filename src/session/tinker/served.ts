/** A server of the Tinker protocol as a session's engine: what is refused before the first call, and the session that it trains. */
import { baseNames } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { FaultError } from '../../core/faults.ts';
import type { ModelFiles } from '../../core/formats/files.ts';
import type { RunInfo } from '../../core/formats/runs/rundir.ts';
import type { WeightForm } from '../../core/weights/packed.ts';
import { connect, type ConnectOptions } from '../../tinker/client.ts';
import type { Outside, Way } from '../../tinker/http.ts';
import { type Here, refusals } from '../../tinker/refusals.ts';
import type { Progress, Server } from '../../tinker/server.ts';
import type { OpenedSession } from '../run/lasting.ts';
import { WASM_MEMORY } from '../room/fits.ts';
import type { SessionOptions, TrainingSession } from '../run/session.ts';
import { bytesOfBases, openBase, type OpenBase, openPrompts } from '../team/base.ts';
import { tinkerTrainers } from './tinkerTrainers.ts';

/** Longest that a server may take to free adapters, milliseconds: it does so by itself when nobody says any more that they are used. */
const UNLOADING = 5_000;
/** Longest that a busy or lost server is waited for unless somebody says how long, seconds. */
export const PATIENCE = 120;

/** The server that is to train the policies. */
export interface ServerChoice {
  readonly url: string;
  /** What it calls the team's base; null where that is the project's name. */
  readonly model: string | null;
  readonly token: string | null;
  /** Longest that it is waited for, seconds. */
  readonly patience: number;
  /** Most calls under way at a time; as many as {@link connect} has them where nobody says. */
  readonly inFlight?: number;
  /** What the requests go through; absent where they go to the server itself. */
  readonly way?: Way;
}

type Trainers = NonNullable<SessionOptions['trainers']>;

/** Connects; of what the server does not tell, it is tried as the project's adapters ask. Throws `E_SERVER_*`. */
export function connectFor(
  { team }: ProjectDocument,
  { url, token, patience, inFlight, way }: ServerChoice,
  outside: Outside,
  options: Pick<ConnectOptions, 'onProgress' | 'signal'> = {},
): Promise<Server> {
  const [{ adapter } = { adapter: { rank: 8, alpha: 16 } }] = team.agents;
  const probe = { rank: adapter.rank, alpha: adapter.alpha };
  return connect(url, outside, { token, patience, probe, ...(inFlight !== undefined && { inFlight }), ...(way && { way }), ...options });
}

/** What this computer brings, beside the server that calls the team's base `model`; `holds`: bases that it reads too. */
export function hereFor({ team }: ProjectDocument, { model }: Pick<ServerChoice, 'model'>, holds: ReadonlySet<string>): Here {
  const names = new Map(model === null ? [] : [[team.base, model]]);
  return { holds, names, sameTokens: new Map() };
}

/** Connects, refuses what the project asks and the server cannot do, and opens the session by `create`. Throws `E_SERVER_*`, `E_REMOTE_*`. */
export async function openOnServer(
  document: ProjectDocument,
  choice: ServerChoice,
  holds: ReadonlySet<string>,
  outside: Outside,
  create: (trainers: Trainers) => Promise<TrainingSession>,
  onProgress?: (progress: Progress) => void,
): Promise<Required<Pick<OpenedSession, 'session' | 'server'>>> {
  const server = await connectFor(document, choice, outside, { ...(onProgress && { onProgress }) });
  try {
    const here = hereFor(document, choice, holds);
    const [refused] = refusals(document, server.capabilities, here);
    if (refused) throw new FaultError(refused);
    // Names on the server: no other session has them, whatever ran there before.
    const label = `marft-${crypto.randomUUID().slice(0, 8)}`;
    let opened: ReturnType<typeof tinkerTrainers> | undefined;
    const session = await create((engine, watch) => (opened = tinkerTrainers({ server, names: here.names, label }, engine, watch)));
    const close = async (): Promise<void> => {
      await opened?.unload(AbortSignal.timeout(UNLOADING));
      server.close();
    };
    return { session, server: { ...told(server, choice), close } };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** What `run.json` says of it. */
const told = ({ url, capabilities: { bases } }: Server, { model }: ServerChoice): NonNullable<RunInfo['server']> => ({
  url,
  bases,
  ...(model !== null && { model }),
});

/** The bases of a team that a server trains. */
export interface BasesBeside {
  readonly opened: readonly OpenBase[];
  /** Those whose weights this computer reads too, for references and critics: they are here, and one worker's memory can hold them. */
  readonly held: ReadonlySet<string>;
}

/** Opens every base of the document; of those that are not held here only what prompts need. */
export function basesBeside(document: ProjectDocument, files: (name: string, names: readonly string[]) => ModelFiles): BasesBeside {
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
