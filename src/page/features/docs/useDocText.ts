/** The text of a document, fetched when it is first shown. */
import { useEffect, useState } from 'react';
import { FETCH_DOC } from 'virtual:docs';
import { faultFrom, type Fault } from '../../../core/faults.ts';

/** What was fetched: it is there at once when the page is laid out anew, as it is for paper. */
const known = new Map<string, string>();

type Fetched = { readonly file: string; readonly fault: Fault | null };

/** Null while it is fetched. `file`: its path below `docs/`, without the ending. */
export function useDocText(file: string): { readonly html: string | null; readonly fault: Fault | null; readonly retry: () => void } {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    const tell = (what: Fetched): void => {
      if (!stale) setFetched(what);
    };
    FETCH_DOC[file]?.().then(
      ({ default: html }) => {
        known.set(file, html);
        tell({ file, fault: null });
      },
      (error: unknown) => tell({ file, fault: faultFrom(error) }),
    );
    return () => {
      stale = true;
    };
  }, [file, tries]);
  return {
    html: known.get(file) ?? null,
    fault: fetched?.file === file ? fetched.fault : null,
    retry: () => {
      setFetched(null);
      setTries(tries + 1);
    },
  };
}
