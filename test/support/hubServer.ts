/**
 * A local server that speaks the routes of the Hugging Face Hub by which models are fetched: its listing, files behind redirects to
 * another host, ranges, the headers that browsers ask for, refusals, and mishaps on demand.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedModel {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Files of these endings lie in large file storage, on the other host. */
  readonly large?: readonly string[];
  readonly gated?: boolean;
  readonly private?: boolean;
  readonly licence?: string;
  /** Commit by branch or tag. */
  readonly revisions?: Readonly<Record<string, string>>;
}

/** What went wrong once: `true` when it has answered. */
export type Mishap = (request: IncomingMessage, response: ServerResponse, host: 'hub' | 'cdn') => boolean;

export interface Seen {
  readonly host: 'hub' | 'cdn';
  readonly method: string;
  readonly path: string;
  readonly range: string | null;
  readonly token: string | null;
  readonly origin: string | null;
}

export const COMMIT = 'c'.repeat(40);
export const TOKEN = 'hf_test';

const EXPOSED =
  'X-Repo-Commit,X-Request-Id,X-Error-Code,X-Error-Message,X-Total-Count,ETag,Link,Accept-Ranges,Content-Range,X-Linked-Size,X-Linked-ETag';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const gitSha1 = (bytes: Uint8Array): string => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

export class HubServer {
  readonly models = new Map<string, ServedModel>();
  /** All requests that arrived, in order. */
  readonly seen: Seen[] = [];
  /** Tried on each request, in order; one that answers is taken out. */
  readonly mishaps: Mishap[] = [];
  /** Without, the listing says neither sizes nor hashes, as that of a simple mirror. */
  listsHashes = true;

  private constructor(
    private readonly hub: Server,
    private readonly cdn: Server,
  ) {}

  static async start(): Promise<HubServer> {
    const servers = [createServer(), createServer()] as const;
    const server = new HubServer(...servers);
    servers[0].on('request', (request, response) => server.#answer('hub', request, response));
    servers[1].on('request', (request, response) => server.#answer('cdn', request, response));
    for (const each of servers) await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get address(): string {
    return addressOf(this.hub);
  }

  get cdnAddress(): string {
    return addressOf(this.cdn);
  }

  async stop(): Promise<void> {
    for (const server of [this.hub, this.cdn]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Paths of files that were asked for by GET, without the model and the commit. */
  fetched(): string[] {
    return this.seen.filter(({ method, host, path }) => method === 'GET' && host === 'hub' && path.includes('/resolve/')).map(fileOf);
  }

  #answer(host: 'hub' | 'cdn', request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.address);
    const header = (name: string): string | null => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    };
    const token = header('authorization');
    this.seen.push({ host, method: request.method ?? '', path: pathname, range: header('range'), token, origin: header('origin') });
    // As the Hub does, who asks is named; the other host serves anybody.
    response.setHeader('Access-Control-Allow-Origin', host === 'hub' ? (header('origin') ?? '*') : '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'Authorization,Range');
      response.setHeader('Access-Control-Allow-Methods', 'GET,HEAD,OPTIONS');
      response.writeHead(204).end();
      return;
    }
    const mishap = this.mishaps.findIndex((happens) => happens(request, response, host));
    if (mishap !== -1) this.mishaps.splice(mishap, 1);
    else if (host === 'cdn') this.#blob(pathname, request, response);
    else if (pathname.startsWith('/api/models/')) this.#listing(pathname, token, response);
    else this.#resolve(pathname, token, request, response);
  }

  #listing(pathname: string, token: string | null, response: ServerResponse): void {
    const [, id = '', rev = ''] = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/(.+)$/.exec(pathname) ?? [];
    const model = this.models.get(id);
    if (!model || (model.private && token !== `Bearer ${TOKEN}`)) return refuse(response, 401, token ? 'RepoNotFound' : null);
    if (token !== null && token !== `Bearer ${TOKEN}`) return refuse(response, 401, null);
    const commit = commitOf(model, decodeURIComponent(rev));
    if (commit === null) return refuse(response, 404, 'RevisionNotFound');
    const siblings = Object.entries(model.files).map(([rfilename, bytes]) => ({
      rfilename,
      ...(this.listsHashes && {
        size: bytes.length,
        blobId: gitSha1(isLarge(model, rfilename) ? new TextEncoder().encode(`oid sha256:${sha256(bytes)}`) : bytes),
        ...(isLarge(model, rfilename) && { lfs: { sha256: sha256(bytes), size: bytes.length, pointerSize: 134 } }),
      }),
    }));
    const answer = {
      id,
      sha: commit,
      gated: model.gated ? 'manual' : false,
      cardData: { license: model.licence ?? 'apache-2.0' },
      siblings,
    };
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Repo-Commit': commit }).end(JSON.stringify(answer));
  }

  #resolve(pathname: string, token: string | null, request: IncomingMessage, response: ServerResponse): void {
    const [, id = '', rev = '', path = ''] = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    const model = this.models.get(id);
    if (!model) return refuse(response, 404, 'RepoNotFound');
    if (model.gated && token !== `Bearer ${TOKEN}`) return refuse(response, token ? 403 : 401, 'GatedRepo');
    const commit = commitOf(model, decodeURIComponent(rev));
    if (commit === null) return refuse(response, 404, 'RevisionNotFound');
    const bytes = model.files[decodeURIComponent(path)];
    if (!bytes) return refuse(response, 404, 'EntryNotFound');
    response.setHeader('X-Repo-Commit', commit);
    if (!isLarge(model, path)) {
      response.setHeader('ETag', `"${gitSha1(bytes)}"`);
      return serve(bytes, request, response);
    }
    const hash = sha256(bytes);
    response.setHeader('X-Linked-Etag', `"${hash}"`);
    response.setHeader('X-Linked-Size', String(bytes.length));
    response.writeHead(302, { Location: `${this.cdnAddress}/blob/${id}/${hash}` }).end();
  }

  #blob(pathname: string, request: IncomingMessage, response: ServerResponse): void {
    const hash = pathname.split('/').at(-1);
    const all = [...this.models.values()].flatMap(({ files }) => Object.values(files));
    const bytes = all.find((each) => sha256(each) === hash);
    if (bytes) serve(bytes, request, response);
    else refuse(response, 404, null);
  }
}

/** The file itself, or the rest of it from where a range begins. */
function serve(bytes: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? -1);
  response.setHeader('Accept-Ranges', 'bytes');
  if (from >= bytes.length) {
    response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end();
    return;
  }
  const part = from < 0 ? bytes : bytes.subarray(from);
  if (from >= 0) response.setHeader('Content-Range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
  response.writeHead(from < 0 ? 200 : 206, { 'Content-Length': part.length });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function refuse(response: ServerResponse, status: number, code: string | null): void {
  if (code) response.setHeader('X-Error-Code', code);
  response.writeHead(status).end('');
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const fileOf = ({ path }: Seen): string => path.replace(/^\/[^/]+\/[^/]+\/resolve\/[^/]+\//, '');

const isLarge = ({ large = ['.safetensors'] }: ServedModel, path: string): boolean => large.some((ending) => path.endsWith(ending));

const commitOf = ({ revisions = { main: COMMIT } }: ServedModel, revision: string): string | null =>
  revisions[revision] ?? Object.values(revisions).find((commit) => commit === revision) ?? null;

/** Sends the first `bytes` bytes of a file and cuts the connection. */
export const cutAfter =
  (bytes: number, file: Uint8Array): Mishap =>
  (request, response, host) => {
    if (host !== 'cdn') return false;
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'Content-Length': file.length - from,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    });
    response.write(file.subarray(from, from + bytes), () => setTimeout(() => response.destroy(), 20));
    return true;
  };

/** Answers with a status. */
export const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}, at: 'hub' | 'cdn' = 'hub'): Mishap =>
  (_request, response, host) => {
    if (host !== at) return false;
    response.writeHead(status, headers).end('');
    return true;
  };
