/**
 * Which tab has a project open: a Web Lock each, held as long as the project is open, and a channel by which tabs tell each
 * other what they did. Where a browser has no locks every tab believes itself alone; then the database's revisions are what
 * keeps one tab from overwriting another.
 */
export type TabMessage =
  /** Another tab wants this project: finish writing and let it go. */
  | { readonly kind: 'yield'; readonly id: string }
  /** The list of projects changed. */
  | { readonly kind: 'kept' };

export interface Tabs {
  /** Whether this tab has the project to itself from now on. */
  claim(id: string): Promise<boolean>;
  /** Waits until it has, and takes it by force when the other tab does not answer. */
  take(id: string): Promise<void>;
  release(id: string): void;
  tell(message: TabMessage): void;
  listen(hear: (message: TabMessage) => void): () => void;
}

/** For tests and for browsers without tabs: nobody else is there. */
export const aloneTabs: Tabs = {
  claim: async () => true,
  take: async () => undefined,
  release: () => undefined,
  tell: () => undefined,
  listen: () => () => undefined,
};

const PREFIX = 'marft-workbench.project.';
/** A page being reloaded may hold its lock a moment longer. */
const RETRY_MS = 250;
/** A tab that is asleep or stuck does not answer. */
const PATIENCE_MS = 3000;

/** The tabs of this browser. */
export function browserTabs(): Tabs {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('marft-workbench.projects') : null;
  const locks = 'locks' in navigator ? navigator.locks : null;
  /** How to let go of what is held. */
  const held = new Map<string, () => void>();
  const hearers = new Set<(message: TabMessage) => void>();

  const request = (id: string, options: LockOptions): Promise<boolean> =>
    new Promise((resolve, reject) => {
      if (!locks) return resolve(true);
      locks
        .request(PREFIX + id, options, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<void>((release) => held.set(id, release));
        })
        .catch((error: unknown) => {
          // Called off, or taken by force: then this tab is told as if it had been asked.
          if (held.delete(id)) for (const hear of hearers) hear({ kind: 'yield', id });
          reject(error instanceof Error ? error : new Error(String(error)));
        });
    });
  const attempt = (id: string): Promise<boolean> => request(id, { ifAvailable: true }).catch(() => false);
  /** Asked for twice at once it is still one, or a tab would find itself in its own way. */
  const once = <T>(under: Map<string, Promise<T>>, id: string, ask: () => Promise<T>): Promise<T> => {
    const asked = under.get(id) ?? ask().finally(() => under.delete(id));
    under.set(id, asked);
    return asked;
  };
  const claims = new Map<string, Promise<boolean>>();
  const takings = new Map<string, Promise<void>>();
  const claimOnce = async (id: string): Promise<boolean> => {
    if (held.has(id) || (await attempt(id))) return true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return held.has(id) || attempt(id);
  };
  const takeOnce = async (id: string): Promise<void> => {
    if (held.has(id)) return;
    try {
      await request(id, { signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch {
      await request(id, { steal: true });
    }
  };

  return {
    claim: (id) => once(claims, id, () => claimOnce(id)),
    take: (id) => once(takings, id, () => takeOnce(id)),
    release: (id) => {
      held.get(id)?.();
      held.delete(id);
    },
    tell: (message) => channel?.postMessage(message),
    listen: (hear) => {
      const heard = (event: MessageEvent<TabMessage>): void => hear(event.data);
      hearers.add(hear);
      channel?.addEventListener('message', heard);
      return () => {
        hearers.delete(hear);
        channel?.removeEventListener('message', heard);
      };
    },
  };
}
