/** The text of a document, fetched when it is first shown. */
import { useEffect, useState } from 'react';
import { FETCH_DOC } from 'virtual:docs';
import { faultFrom, type Fault } from '../../../core/faults.ts';

/** What was fetched: it is there at once when the page is laid out anew, as it is for paper. */
const known = new Map<string, string>();

type Fetched = { readonly id: string; readonly fault: Fault | null };

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
      ({ default: html }) => {
        known.set(id, html);
        tell({ id, fault: null });
      },
      (error: unknown) => tell({ id, fault: faultFrom(error) }),
    );
    return () => {
      stale = true;
    };
  }, [id, tries]);
  return {
    html: known.get(id) ?? null,
    fault: fetched?.id === id ? fetched.fault : null,
    retry: () => {
      setFetched(null);
      setTries(tries + 1);
    },
  };
}
