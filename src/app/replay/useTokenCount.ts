/** How many tokens a text is to an agent, a little after the last change; the count of before stays until then. */
import { useEffect, useState } from 'react';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { countTokens, type TokenCount } from '../../stores/tokenCount.ts';

const PAUSE_MS = 150;

/** Null until it is known, and where it cannot be. */
export function useTokenCount(document: ProjectDocument, role: string, text: string): TokenCount | null {
  const [count, setCount] = useState<TokenCount | null>(null);
  useEffect(() => {
    let left = false;
    const timer = setTimeout(() => {
      countTokens(document, role, text)
        .then((counted) => {
          if (!left) setCount(counted);
        })
        .catch(() => {
          if (!left) setCount(null); // playing says what is wrong with the base
        });
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [document, role, text]);
  return count;
}
