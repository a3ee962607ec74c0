/** Loads Monaco once for all editors, when the first of them is wanted, and tells how that went. */
import { useEffect, useState } from 'react';

type Monaco = typeof import('./monaco.ts').monaco;

export type MonacoStatus = { readonly status: 'loading' | 'failed' } | { readonly status: 'ready'; readonly monaco: Monaco };

let loading: Promise<Monaco> | null = null;
let loaded: Monaco | null = null;

function load(): Promise<Monaco> {
  loading ??= import('./monaco.ts').then(
    (module) => (loaded = module.monaco),
    (error: unknown) => {
      loading = null; // offline, or a new version was deployed: a later try may succeed
      throw error;
    },
  );
  return loading;
}

/** Monaco's state, and a way to try again after a failure. Nothing is fetched before it is `wanted`. */
export function useMonaco(wanted: boolean): MonacoStatus & { retry(): void } {
  const [state, setState] = useState<MonacoStatus>(loaded ? { status: 'ready', monaco: loaded } : { status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return undefined;
    let mounted = true;
    load().then(
      (monaco) => mounted && setState({ status: 'ready', monaco }),
      () => mounted && setState({ status: 'failed' }),
    );
    return () => {
      mounted = false;
    };
  }, [wanted, attempt]);
  return {
    ...state,
    retry: () => {
      setState({ status: 'loading' });
      setAttempt((before) => before + 1);
    },
  };
}
