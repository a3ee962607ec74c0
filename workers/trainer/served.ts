/**
 * A server of the Tinker protocol, by way of the process that serves the page: what it can, and the sessions that it trains. The worker
 * speaks to the page's own origin alone.
 */
import { baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { FORWARD, FORWARD_CARD, FORWARD_POLLS, forwardingIn } from '../../src/core/forward.ts';
import type { ForwardedServer, FoundServer, ServerDoing } from '../../src/core/served.ts';
import type { OpenedSession } from '../../src/session/run/lasting.ts';
import type { SessionOptions, TrainingSession } from '../../src/session/run/session.ts';
import { OUTSIDE } from '../../src/session/tinker/outside.ts';
import {
  basesBeside,
  type BasesBeside,
  connectFor,
  hereFor,
  openOnServer,
  PATIENCE,
  type ServerChoice,
} from '../../src/session/tinker/served.ts';
import type { Capabilities } from '../../src/tinker/capabilities.ts';
import { factsOf } from '../../src/tinker/facts.ts';
import { forwardedOutside } from '../../src/tinker/forwarded.ts';
import { refusals } from '../../src/tinker/refusals.ts';
import { forwardFaults } from '../../src/words/words.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { besidePage } from './besidePage.ts';
import { fetchBase } from './fetchBase.ts';
import type { DroppedBases, ServerRequest } from './protocol.ts';

/** Longest that a server is waited for when it is only asked what it can, seconds. */
const ASKING = 3;

const outside = forwardedOutside(OUTSIDE, besidePage(FORWARD_POLLS));

/** The way to `server`. Throws where the page's own server hands nothing on, or to another. */
async function choiceFor({ url, model }: ForwardedServer, patience: number): Promise<ServerChoice> {
  const response = await fetch(besidePage(FORWARD_CARD), { cache: 'no-store' }).catch((error: unknown) => {
    throw new FaultError(fault(forwardFaults, 'E_FORWARD_GONE', {}, { detail: String(error) }));
  });
  const forward = forwardingIn(response.ok ? await response.json().catch(() => null) : null);
  if (forward?.url !== url) throw new FaultError(fault(forwardFaults, 'E_FORWARD_OTHER', { wanted: url, forward: forward?.url ?? null }));
  return { url, model, token: null, patience, way: { url: besidePage(FORWARD), addsToken: forward.token } };
}

/** The bases of a team that a server trains; what is here of them is read for references and critics. */
export async function basesForServer(document: ProjectDocument, dropped: DroppedBases = {}): Promise<BasesBeside> {
  const files = await Promise.all(
    baseNames(document).map(async (name) => {
      const own = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
      return [name, own ? modelFilesOf(own) : await fetchBase(document, name)] as const;
    }),
  );
  const known = new Map(files);
  return basesBeside(document, (name) => known.get(name) ?? {});
}

/** Opens a session by `create` that the server trains. Throws `E_FORWARD_*`, `E_SERVER_*`, `E_REMOTE_*`. */
export async function trainedThere(
  document: ProjectDocument,
  server: ForwardedServer,
  { held, tell }: { readonly held: ReadonlySet<string>; readonly tell: (doing: ServerDoing) => void },
  create: (trainers: SessionOptions['trainers']) => Promise<TrainingSession>,
): Promise<Required<Pick<OpenedSession, 'session' | 'server'>>> {
  return openOnServer(document, await choiceFor(server, PATIENCE), held, outside, create, tell);
}

/** What a server was found to be able to, tried with adapters of one shape. */
let found: { readonly key: string; readonly can: Capabilities } | null = null;

/** Null while a run is under way: what adapters of the probe leave may count in its steps. */
export async function findServer(
  { document, server, bases }: ServerRequest,
  { anew, busy }: { readonly anew: boolean; readonly busy: () => boolean },
): Promise<FoundServer | null> {
  if (busy()) return null;
  const choice = await choiceFor(server, ASKING);
  const { rank = 0, alpha = 0 } = document.team.agents[0]?.adapter ?? {};
  const key = JSON.stringify([server.url, rank, alpha]);
  if (anew || found?.key !== key) {
    found = null;
    const connected = await connectFor(document, choice, outside);
    connected.close();
    found = { key, can: connected.capabilities };
  }
  const { can } = found;
  const { held } = await basesForServer(document, bases);
  return { url: server.url, bases: can.bases, facts: factsOf(can), refused: refusals(document, can, hereFor(document, server, held)) };
}
