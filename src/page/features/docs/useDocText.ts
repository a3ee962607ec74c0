/** The text of a document, fetched when it is first shown. */
import { useEffect, useState } from 'react';
import { FETCH_DOC } from 'virtual:docs';
import { faultFrom, type Fault } from '../../../core/faults.ts';

type Fetched = { readonly id: string } & ({ readonly html: string } | { readonly fault: Fault });

/** Null while it is fetched. */
export function useDocText(id: string): { readonly html: string | null; readonly fault: Fault | null; readonly retry: () => void } {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    const tell = (what: Fetched): void => {
      if (!stale) setFetched(what);
    };
    FETCH_DOC[id]?.().then(
      ({ default: html }) => tell({ id, html }),
      (error: unknown) => tell({ id, fault: faultFrom(error) }),
    );
    return () => {
      stale = true;
    };
  }, [id, tries]);
  const now = fetched?.id === id ? fetched : null;
  return {
    html: now && 'html' in now ? now.html : null,
    fault: now && 'fault' in now ? now.fault : null,
    retry: () => {
      setFetched(null);
      setTries(tries + 1);
    },
  };
}
