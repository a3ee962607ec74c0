/**
 * The page's service worker: installed, asked to keep the page's files once the first screen is there, and replaced by a newer one when a
 * person says so. On one's own computer there is none: the server is there as long as the page is wanted, and sends the headers itself.
 */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { OFFLINE_WORKER, type OfflineRequest } from '../../../../workers/offline/protocol.ts';
import { engineStore, isActive } from '../../state/engine/engine.ts';
import { firstScreen } from '../../state/opening/firstScreen.ts';
import { offlineStore } from '../../state/opening/offline.ts';
import { STORAGE_KEYS, tabStorage } from '../../state/storage/storage.ts';
import { offlineText as words, text } from '../../../words/words.ts';

/** How often it is looked for a newer version while the page is open, milliseconds. */
const LOOK_EVERY = 3_600_000;

/** Longest that is waited for one worker to take another's place when a person wants the newer page, milliseconds. */
const LONGEST_TURN = 3000;

/** The script that this page began with, which every version calls otherwise. */
const entryHere = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Never rejects: a browser that has no such workers, or will not have this one, opens the page all the same. */
export async function installOffline(): Promise<void> {
  const registration = await navigator.serviceWorker
    .register(`${import.meta.env.BASE_URL}${OFFLINE_WORKER}`, { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  const { active } = await navigator.serviceWorker.ready;
  if (reloadIsolated() || !active) return;
  await firstScreen();
  const look = (): void => {
    const { installing, waiting } = registration;
    if (waiting) void consider(waiting);
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && registration.waiting) void consider(registration.waiting);
    });
  };
  registration.addEventListener('updatefound', look);
  look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  if (!savesData() && (await ask(active, { type: 'keep', entry: entryHere() })) === true) offlineStore.setState({ kept: true });
}

/** A person who pays for bytes has not asked for those of places that nobody opens. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/**
 * Loads the page again, once, where the host sends no headers and the worker does from now on: only then workers may share a memory. Not
 * under a person's hands, whose next visit is isolated anyway. Whether it does.
 */
function reloadIsolated(): boolean {
  if (globalThis.crossOriginIsolated || tabStorage.read(STORAGE_KEYS.isolating) !== null) return false;
  if (navigator.userActivation?.hasBeenActive !== false || isActive(engineStore.getState().phase)) return false;
  if (!tabStorage.write(STORAGE_KEYS.isolating, '1')) return false;
  window.location.reload();
  return true;
}

/** What is done about a worker of another version than the one at work. */
async function consider(waiting: ServiceWorker): Promise<void> {
  const entry = entryHere();
  // The page came over the network and is of that version already.
  if (await ask(waiting, { type: 'is mine', entry }))
    return waiting.postMessage({ type: 'take over', alone: true } satisfies OfflineRequest);
  if (!savesData()) await ask(waiting, { type: 'keep', entry });
  await runOver();
  offer(waiting);
}

/** Resolves when no run is under way. */
function runOver(): Promise<void> {
  if (!isActive(engineStore.getState().phase)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = engineStore.subscribe(({ phase }) => {
      if (isActive(phase)) return;
      stop();
      resolve();
    });
  });
}

function offer(waiting: ServiceWorker): void {
  const take = (): void => {
    const load = (): void => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
    // A worker that still answers something is not replaced before it has; the host has the newer page all the same.
    setTimeout(load, LONGEST_TURN);
    waiting.postMessage({ type: 'take over', alone: false } satisfies OfflineRequest);
  };
  notifications.show({
    id: 'new-version',
    title: words.newVersion,
    autoClose: false,
    color: 'ink',
    closeButtonProps: { 'aria-label': text.product.closeMessage },
    message: (
      <>
        {words.newVersionText}
        <Group justify="flex-end">
          <Button size="compact-xs" variant="default" onClick={take}>
            {words.reload}
          </Button>
        </Group>
      </>
    ),
  });
}

/** The worker's answer; false where it has none, as it was ended. */
function ask(worker: ServiceWorker, request: OfflineRequest): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve(false));
    worker.postMessage(request, [port2]);
  });
}
