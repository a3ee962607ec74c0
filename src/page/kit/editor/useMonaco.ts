/** Loads Monaco once for all editors, and tells how that went. */
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

/** Monaco's state, and a way to try again after a failure. */
export function useMonaco(): MonacoStatus & { retry(): void } {
  const [state, setState] = useState<MonacoStatus>(loaded ? { status: 'ready', monaco: loaded } : { status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let mounted = true;
    load().then(
      (monaco) => mounted && setState({ status: 'ready', monaco }),
      () => mounted && setState({ status: 'failed' }),
    );
    return () => {
      mounted = false;
    };
  }, [attempt]);
  return {
    ...state,
    retry: () => {
      setState({ status: 'loading' });
      setAttempt((before) => before + 1);
    },
  };
}
