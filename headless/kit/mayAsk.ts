/**
 * Who may ask the process that serves the page for more than the page, such as a training server behind it or files of this computer: the
 * page itself, on this computer. A page of another site can send requests here from the same browser, and a name that it owns can be
 * made to mean this computer (DNS rebinding).
 */
import type { IncomingMessage } from 'node:http';
import { askerText as words } from '../../src/words/words.ts';

/** Why a request is refused: its status, and what is said. */
export interface Refused {
  readonly status: number;
  readonly error: string;
}

/** Names of this computer that no other site can own. */
const OWN_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

type Asked = Pick<IncomingMessage, 'method' | 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress' | 'localPort'>;
};

/** Null where the page itself asks, by one of these methods. */
export function refusedAsker({ method = '', headers, socket }: Asked, methods: readonly string[] = ['GET', 'POST']): Refused | null {
  const { host = '', origin } = headers;
  if (!LOOPBACK.test(socket.remoteAddress ?? '')) return { status: 403, error: words.elsewhere };
  const [, name = '', port = '80'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  if (!OWN_NAMES.includes(name) || Number(port) !== socket.localPort) return { status: 403, error: words.host(host.slice(0, 200)) };
  if (!methods.includes(method)) return { status: 405, error: words.method(method) };
  // What browsers say of the page that asks; those that do not know this header send an origin with what changes anything.
  const site = headers['sec-fetch-site'];
  const ours = origin === undefined ? method === 'GET' : origin === `http://${host}`;
  if (!ours || (site !== undefined && site !== 'same-origin')) return { status: 403, error: words.origin };
  if (method === 'POST' && !/^application\/json(?:$|;)/i.test(headers['content-type'] ?? '')) return { status: 415, error: words.type };
  return null;
}
