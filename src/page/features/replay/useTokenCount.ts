/** How many tokens a text is to an agent, a little after the last change; the count of before stays until then. */
import { useEffect, useState } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { countTokens, type TokenCount } from './tokenCount.ts';

const PAUSE_MS = 150;

/** `uncounted` where the base or its tokenizer cannot be read. */
export type Count = TokenCount | 'counting' | 'uncounted';

export function useTokenCount(document: ProjectDocument, role: string, text: string): Count {
  const [found, setFound] = useState<{ readonly role: string; readonly count: Count } | null>(null);
  useEffect(() => {
    let left = false;
    const tell = (count: Count): void => {
      if (!left) setFound({ role, count });
    };
    const timer = setTimeout(() => {
      countTokens(document, role, text).then(tell, () => tell('uncounted')); // playing says what is wrong with the base
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [document, role, text]);
  // Another agent reads with another tokenizer.
  return found?.role === role ? found.count : 'counting';
}
