/**
 * The service worker of a page that is served from elsewhere: keeps the page's own files, so that it works without network, and sends the
 * headers of `public/_headers` where the host does not, so that workers may share a memory there.
 *
 * What has its content's hash in its name comes from here first; everything else comes from the network while there is one, so that a new
 * version of the page is never hidden by an older one. Files are kept when the page asks for it, not when the worker is installed: at a first
 * visit the page needs the link for itself.
 */
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import type { OfflineRequest } from './protocol.ts';

/** A service worker's own scope, which TypeScript does not know beside a page's. */
interface Scope {
  readonly __WB_MANIFEST: readonly { readonly url: string; readonly revision: string | null }[];
  readonly registration: { readonly scope: string; readonly active: object | null };
  readonly clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly object[]> };
  readonly serviceWorker?: { readonly state: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Lasting & MessageEvent<OfflineRequest>) => void): void;
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

declare const self: Scope;

/** What was fetched beside the page's own files: models, recorded runs. */
const VISITED = 'marft-visited';
const KEPT_BELOW = /^(?:models|recorded|evidence)\//;
/** A network that does not answer a page for so long is taken for none, where a page is kept. Milliseconds. */
const PATIENCE = 4000;

const headers = JSON.parse(import.meta.env.VITE_HEADERS) as Readonly<Record<string, string>>;
const files = self.__WB_MANIFEST;
const controller = new PrecacheController();
controller.addToCacheList([...files]);

const { scope } = self.registration;
const urlOf = (path: string): string => new URL(path, scope).href;
const index = urlOf('index.html');
/** Folders that are kept whole, so that what is not in them is nowhere: of a model some files may or may not be there. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const whole = new Set(files.map(({ url }) => folderOf(url)).filter((folder) => folder !== ''));
const isMine = (entry: string): boolean => files.some(({ url }) => urlOf(url) === entry);

/** Open tabs of the page, this worker's or not. */
const tabs = async (): Promise<number> => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length;

self.addEventListener('install', (event) => {
  // The first one has nobody to wait for.
  if (!self.registration.active) event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      // Another tab may still be of the version before.
      if ((await tabs()) < 2) await controller.activate(event as never);
    })(),
  );
});

self.addEventListener('message', (event) => {
  const request = event.data;
  const answer = (told: unknown): void => event.ports[0]?.postMessage(told);
  const work = async (): Promise<void> => {
    switch (request.type) {
      case 'is mine':
        return answer(isMine(request.entry));
      case 'take over':
        if (!request.alone || (await tabs()) < 2) await self.skipWaiting();
        return;
      case 'keep': {
        // As Workbox expects it where files are fetched.
        const asInstalled = { type: 'install', waitUntil: (until: Promise<unknown>) => event.waitUntil(until) };
        await controller.install(asInstalled as never);
        if (self.serviceWorker?.state === 'activated' && isMine(request.entry) && (await tabs()) < 2)
          await controller.activate(event as never);
        return answer(true);
      }
    }
  };
  event.waitUntil(work().catch(() => answer(false)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const within = request.url.startsWith(scope) && request.method === 'GET' && request.cache !== 'no-store' && !request.headers.has('range');
  // It has headers of its own, and is framed by others: theirs would keep it out.
  if (within && !request.url.startsWith(`${scope}embed.`)) event.respondWith(answerTo(event).then(withHeaders));
});

async function answerTo({ request }: Fetching): Promise<Response> {
  const path = request.url.slice(scope.length).replace(/[?#].*$/, '');
  const isPage = request.mode === 'navigate' && (path === '' || path === 'index.html');
  const kept = (): Promise<Response | undefined> => controller.matchPrecache(isPage ? index : request.url.replace(/#.*$/, ''));
  if (path.startsWith('assets/')) return (await kept()) ?? fetch(request);
  const fetching = fetch(request);
  try {
    const came = await (isPage ? inTime(fetching, kept) : fetching);
    if (KEPT_BELOW.test(path) && came.status === 200) {
      const copy = came.clone();
      void caches
        .open(VISITED)
        .then((visited) => visited.put(request, copy))
        .catch(() => undefined); // no room: it is fetched again
    }
    return came;
  } catch (error) {
    const held = (await kept()) ?? (await caches.match(request, { cacheName: VISITED }));
    if (held) return held;
    if (whole.has(folderOf(path))) return new Response(null, { status: 404 });
    throw error;
  }
}

/** What comes first: the answer of the network, or after a while the page that is kept. */
async function inTime(fetching: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  const came = await Promise.race([fetching, late]);
  return came ?? (await kept()) ?? fetching;
}

/** The same answer with the page's headers where the host sent none. */
function withHeaders(answer: Response): Response {
  const missing = Object.entries(headers).filter(([name]) => !answer.headers.has(name));
  if (missing.length === 0 || answer.type === 'opaqueredirect' || answer.status === 0) return answer;
  const all = new Headers(answer.headers);
  for (const [name, value] of missing) all.set(name, value);
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers: all });
}
