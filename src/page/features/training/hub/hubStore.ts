/** The page's way to models of the Hub, wired to its worker and to the bases there are. */
import { useStore } from 'zustand';
import { spawnHub } from '../../../../../workers/hub/client.ts';
import { engineStore } from '../../../state/engine/engine.ts';
import { createHubStore, type HubState } from './createHubStore.ts';

/** Where models are fetched from: the Hub, or the mirror that `index.html` names. */
const endpoint = (): string => document.querySelector<HTMLMetaElement>('meta[name="marft-hub"]')?.content ?? 'https://huggingface.co';

/** The page's. */
export const hubStore = createHubStore({
  connect: spawnHub,
  get endpoint() {
    return endpoint();
  },
  changed: () => engineStore.getState().listKept(),
});

export const useHub = <T>(selector: (state: HubState) => T): T => useStore(hubStore, selector);
