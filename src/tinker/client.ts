/**
 * A server of the Tinker protocol, connected: what it can was asked and tried, and its session is kept alive until it is closed.
 * Protocol: the Tinker API as open-rl (gke-labs/open-rl) and SkyRL (NovaSky-AI/SkyRL, `skyrl/tinker`) speak it.
 */
import { faultAt } from '../core/faultAt.ts';
import { isRecord } from '../core/isRecord.ts';
import { serverFaults } from '../words/words.ts';
import { type Capabilities, UNKNOWN } from './capabilities.ts';
import { deleteSaved } from './deletion.ts';
import { Futures } from './futures.ts';
import { Http, type Outside, type Way } from './http.ts';
import { type Connection, ServerModel } from './model.ts';
import { probed, type ProbeOptions } from './probe.ts';
import type { AdapterRequest, Progress, Server } from './server.ts';
import { float } from './wire.ts';

export interface ConnectOptions {
  readonly token?: string | null;
  /** What the requests go through; absent where they go to the server itself. */
  readonly way?: Way;
  /** Longest that a busy or lost server is waited for, seconds. */
  readonly patience?: number;
  /** Longest that one call may take, seconds; a cold compiler takes minutes. */
  readonly deadline?: number;
  /** Most calls under way at a time. */
  readonly inFlight?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** How to try what the server does not tell; null leaves that unknown. */
  readonly probe?: ProbeOptions | null;
  readonly signal?: AbortSignal;
}

/** The version of the client that this one speaks like: servers read it. */
const SPEAKS = '0.24.1';
/** SkyRL unloads a session's adapters after 300 s without one. Milliseconds. */
const HEARTBEAT = 10_000;

/** A server that answers at `url`, with what it can. Throws `E_SERVER_*`. */
export async function connect(url: string, outside: Outside, options: ConnectOptions = {}): Promise<Server> {
  const { token = null, way = null, patience = 120, deadline = 3600, inFlight = 32, onProgress, probe = {}, signal } = options;
  const http = new Http(outside, { url, way, token, patience, onProgress });
  const futures = new Futures(http, outside, { inFlight, deadline });
  const closing = new AbortController();
  const capabilities = await asked(http, signal);
  const connection: Connection = { http, futures, capabilities, onProgress, closed: closing.signal };
  const session = await begun(http, signal);
  void heartbeats(http, outside, session, closing.signal);

  let models = 0;
  const create = (request: AdapterRequest, given: AbortSignal | undefined): Promise<ServerModel> => {
    models += 1;
    return created(connection, session, models - 1, request, given);
  };
  const close = (): void => closing.abort(new DOMException('the server was closed', 'AbortError'));
  try {
    if (probe !== null) await probed(connection, (request) => create(request, signal), probe);
  } catch (error) {
    close();
    throw error;
  }
  return {
    url: http.url,
    capabilities: connection.capabilities,
    createModel: (request, given) => create(request, given?.signal),
    deleteSaved: (saved) => deleteSaved(http, saved, closing.signal),
    close,
  };
}

/** What a server tells of itself, and by which of its routes are there. */
async function asked(http: Http, signal: AbortSignal | undefined): Promise<Capabilities> {
  const call = 'get_server_capabilities';
  const { body } = await http.json(call, undefined, { signal, resend: true });
  const models = isRecord(body) ? body['supported_models'] : undefined;
  if (!Array.isArray(models)) throw faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: http.url, call, missing: 'supported_models' });
  const names = (models as unknown[]).map((model) => (isRecord(model) ? model['model_name'] : model));
  const bases = names.filter((name) => typeof name === 'string');
  const has = (route: string, posts: boolean): Promise<boolean> => isRoute(http, route, posts, signal);
  const [hasForward, hasUnload, hasArchive] = await Promise.all([
    has('forward', true),
    has('unload_model', true),
    has('training_runs/none/checkpoints/none/archive', false),
  ]);
  return { ...UNKNOWN, bases, hasForward, hasUnload, hasArchive };
}

/** Whether a route is there: one that is not says “Not Found” and nothing else, one that is finds fault with an empty request. */
async function isRoute(http: Http, route: string, posts: boolean, signal: AbortSignal | undefined): Promise<boolean> {
  const accept = [400, 404, 405, 409, 422, 500];
  const { status, body } = await http.json(route, posts ? {} : undefined, { signal, resend: true, accept });
  return status !== 404 || (isRecord(body) && body['detail'] !== 'Not Found' && body['detail'] !== undefined);
}

async function begun(http: Http, signal: AbortSignal | undefined): Promise<string> {
  const call = 'create_session';
  const request = { tags: ['marft'], user_metadata: {}, sdk_version: SPEAKS, type: call };
  // A second session does no harm: nothing stands in it.
  const { body } = await http.json(call, request, { signal, resend: true });
  const session = isRecord(body) ? body['session_id'] : undefined;
  if (typeof session === 'string') return session;
  throw faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: http.url, call, missing: 'session_id' });
}

/** Says that we are there, until `closed`; one that is lost is no fault, since every call tells of a lost server too. */
async function heartbeats(http: Http, outside: Outside, session: string, closed: AbortSignal): Promise<void> {
  const request = { session_id: session, type: 'session_heartbeat' };
  while (!closed.aborted) {
    try {
      await outside.sleep(HEARTBEAT, closed);
      await http.json('session_heartbeat', request, {
        signal: closed,
        resend: false,
        within: HEARTBEAT,
        accept: [400, 404, 429, 500, 502, 503],
      });
    } catch {
      // Closed, or lost: the next one may come through.
    }
  }
}

async function created(
  connection: Connection,
  session: string,
  index: number,
  request: AdapterRequest,
  signal: AbortSignal | undefined,
): Promise<ServerModel> {
  const { http, futures, closed } = connection;
  const { base, rank, alpha, attention, mlp, seed } = request;
  const call = 'create_model';
  const body = {
    session_id: session,
    model_seq_id: index,
    base_model: base,
    // Fields that only some servers know: others pass over them. Dropout is 0.05 where it is not sent.
    lora_config: { rank, seed, train_attn: attention, train_mlp: mlp, train_unembed: false, lora_alpha: alpha, lora_dropout: float(0) },
    type: call,
  };
  const result = await futures.result(call, body, { signal: signal ? AbortSignal.any([signal, closed]) : closed, resend: false });
  const { model_id: id, lora_config: told } = result;
  if (typeof id !== 'string') throw faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: http.url, call, missing: 'model_id' });
  const said = isRecord(told) ? told['alpha'] : undefined;
  return new ServerModel(connection, request, { id, alpha: typeof said === 'number' ? said : null });
}
