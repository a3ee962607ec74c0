/**
 * The routes of the Hugging Face Hub that a model is fetched by, and what its refusals mean. The token goes to the Hub alone: fetch
 * leaves it out where an answer leads to another host.
 */
import { faultAt } from '../core/faultAt.ts';
import type { FaultError } from '../core/faults.ts';
import { type HubFile, type HubModel, type ListedFile, parseHubModel } from '../core/formats/models/hub/hubModel.ts';
import { type HubName, MAIN } from '../core/formats/models/hub/hubName.ts';
import { hubFaults } from '../words/words.ts';

export interface HubHost {
  /** Address of the Hub or of a mirror. */
  readonly endpoint: string;
  /** Held in memory alone, and sent to the endpoint alone; null where there is none. */
  readonly token: string | null;
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds; rejects at once when `signal` says so. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Hears that the Hub asks to wait, seconds. */
  readonly onWait?: (seconds: number) => void;
  readonly signal?: AbortSignal;
}

/** Longest that is waited when the Hub asks for it, and how often, before that is told instead. Seconds, times. */
const LONGEST_WAIT = 120;
const MOST_WAITS = 4;
/** Where it does not say how long. Seconds. */
const USUAL_WAIT = 10;

const HEX = { git: /^[0-9a-f]{40}$/, sha256: /^[0-9a-f]{64}$/ } as const;

/** An answer that did not come, or broke off: what came before it is sound, and it may be asked for again. */
export class CutOff extends Error {
  constructor(cause: unknown) {
    super('the connection was cut', { cause });
    this.name = 'CutOff';
  }
}

export class Hub {
  readonly #endpoint: string;

  constructor(private readonly host: HubHost) {
    this.#endpoint = host.endpoint.replace(/\/+$/, '');
  }

  get hasToken(): boolean {
    return this.host.token !== null;
  }

  get signal(): AbortSignal | undefined {
    return this.host.signal;
  }

  wait(milliseconds: number): Promise<void> {
    return this.host.wait(milliseconds, this.host.signal);
  }

  /** The page where a person reads of the model, and agrees to its terms. */
  pageOf(id: string): string {
    return `${this.#endpoint}/${id}`;
  }

  /** What the Hub says of a model. Throws `E_HUB_*`. */
  async model({ id, revision }: HubName): Promise<HubModel> {
    const rev = revision ?? MAIN;
    const address = `${this.#endpoint}/api/models/${id}/revision/${encodeURIComponent(rev)}?blobs=true`;
    const response = await this.#asked(id, false, () => this.#send(address, {}));
    if (!response.ok) throw this.#refusal(response, id, { revision: rev });
    const answer = await response.text().catch((error: unknown) => {
      throw this.#unreached(id, false, error);
    });
    return parseHubModel(id, jsonOf(id, answer));
  }

  /** What a file is like, from its own headers where the listing leaves it out. */
  async described(model: HubModel, { path, bytes, hash }: ListedFile): Promise<HubFile> {
    if (bytes !== null && hash !== null) return { path, bytes, hash };
    // Only the first answer of several has these headers; a browser shows the last one alone, which may have them too.
    const redirect = 'process' in globalThis ? 'manual' : 'follow';
    const response = await this.#asked(model.id, false, () => this.#send(this.#address(model, path), { method: 'HEAD', redirect }));
    if (response.status >= 400) throw this.#refusal(response, model.id, { file: path });
    const { headers } = response;
    const commit = headers.get('x-repo-commit');
    if (commit !== null && commit !== model.commit)
      throw faultAt(hubFaults, 'E_HUB_ANSWER', { subject: model.id, found: 'other_commit', file: path });
    const hex = (headers.get('x-linked-etag') ?? headers.get('etag') ?? '').replace(/^(?:W\/)?"?|"$/g, '');
    const said = headers.get('x-linked-size') ?? (response.ok ? headers.get('content-length') : null);
    const size = bytes ?? (said !== null && /^\d+$/.test(said) ? Number(said) : null);
    const kind = HEX.sha256.test(hex) ? 'sha256' : HEX.git.test(hex) ? 'git' : null;
    const known = hash ?? (kind && { kind, hex });
    if (size === null || known === null) throw faultAt(hubFaults, 'E_HUB_ANSWER', { subject: model.id, found: 'no_hash', file: path });
    return { path, bytes: size, hash: known };
  }

  /** A file's bytes from `from` on; an answer of 200 has all of them all the same. Throws {@link CutOff} and `E_HUB_*`. */
  async open(model: HubModel, path: string, from: number): Promise<Response> {
    const init = from > 0 ? { headers: { Range: `bytes=${from}-` } } : {};
    const response = await this.#unhurried(model.id, () => this.#send(this.#address(model, path), init));
    // A server that has fallen over for a moment is one that was cut off.
    if (response.status >= 500 || response.status === 408) throw new CutOff(new Error(`status ${response.status}`));
    if (response.status !== 416 && !response.ok) throw this.#refusal(response, model.id, { file: path });
    return response;
  }

  /** Why a model cannot be reached. */
  unreached(id: string, begun: boolean, cause: unknown): FaultError {
    return this.#unreached(id, begun, cause);
  }

  #address({ id, commit }: HubModel, path: string): string {
    return `${this.#endpoint}/${id}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.host.token !== null) headers.set('Authorization', `Bearer ${this.host.token}`);
    try {
      // Nothing of this page or its visitor goes along, and no answer is kept a second time.
      return await this.host.fetch(address, {
        ...init,
        headers,
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        ...(this.host.signal ? { signal: this.host.signal } : {}),
      });
    } catch (error) {
      this.host.signal?.throwIfAborted();
      throw new CutOff(error);
    }
  }

  /** An answer, asked for once more where none came. */
  async #asked(id: string, begun: boolean, send: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await this.#unhurried(id, send);
        if (response.status < 500 || tries > 1) return response;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
        if (tries > 1) throw this.#unreached(id, begun, error.cause);
      }
      await this.wait(1000);
    }
  }

  /** An answer that is not “too many requests”; waits as it is asked to. */
  async #unhurried(id: string, send: () => Promise<Response>): Promise<Response> {
    for (let waits = 0; ; waits += 1) {
      const response = await send();
      if (response.status !== 429) return response;
      await response.body?.cancel().catch(() => undefined);
      const asked = secondsAsked(response.headers);
      const seconds = asked ?? USUAL_WAIT * 2 ** waits;
      if (waits === MOST_WAITS || seconds > LONGEST_WAIT)
        throw faultAt(hubFaults, 'E_HUB_RATE', { subject: id, wait: asked, token: this.hasToken });
      this.host.onWait?.(seconds);
      await this.wait(seconds * 1000);
    }
  }

  #unreached(id: string, begun: boolean, cause: unknown): FaultError {
    const { host } = new URL(this.#endpoint);
    return faultAt(hubFaults, 'E_HUB_OFFLINE', { subject: id, host, begun }, causesOf(cause));
  }

  #refusal({ status, headers }: Response, id: string, asked: { readonly revision: string } | { readonly file: string }): FaultError {
    const code = headers.get('x-error-code');
    const token = this.hasToken;
    const missing = (what: 'model' | 'revision' | 'file', name: string): FaultError =>
      faultAt(hubFaults, 'E_HUB_MISSING', { subject: id, missing: what, name, token });
    if (code === 'GatedRepo') return faultAt(hubFaults, 'E_HUB_GATED', { subject: id, refused: token, page: this.pageOf(id) });
    if (code === 'RepoNotFound') return missing('model', id);
    if (code === 'RevisionNotFound') return missing('revision', 'revision' in asked ? asked.revision : id);
    if (code === 'EntryNotFound' && 'file' in asked) return missing('file', asked.file);
    if (status === 401 && token) return faultAt(hubFaults, 'E_HUB_TOKEN', { subject: id });
    // The Hub does not tell a stranger whether a private model exists.
    if (status === 401 && 'revision' in asked) return missing('model', id);
    if (status === 401 || status === 403) return faultAt(hubFaults, 'E_HUB_GATED', { subject: id, refused: token, page: this.pageOf(id) });
    if (status === 404) return 'file' in asked ? missing('file', asked.file) : missing('model', id);
    return faultAt(hubFaults, 'E_HUB_ANSWER', { subject: id, found: 'status', status });
  }
}

function jsonOf(id: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw faultAt(hubFaults, 'E_HUB_ANSWER', { subject: id, found: 'not_json' });
  }
}

/** How long to wait, seconds, as `Retry-After` says by a number or a date, or `RateLimit` by its `t`; null where neither does. */
function secondsAsked(headers: Headers): number | null {
  const after = headers.get('retry-after')?.trim();
  if (after !== undefined && /^\d+$/.test(after)) return Number(after);
  // By the server's own clock: there is none here.
  const until = Date.parse(after ?? '') - Date.parse(headers.get('date') ?? '');
  if (Number.isFinite(until)) return Math.max(0, Math.ceil(until / 1000));
  const limit = /;\s*t\s*=\s*(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return limit === undefined ? null : Number(limit);
}

/** What is known of a failed connection, as a line of its reasons. */
function causesOf(error: unknown): string {
  const said: string[] = [];
  for (let cause = error; cause instanceof Error && said.length < 4; cause = cause.cause) if (cause.message) said.push(cause.message);
  return said.join(': ') || String(error);
}
