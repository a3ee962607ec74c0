/** How far the download of a dialogue is. */
import { useCallback, useState } from 'react';
import { faultFrom, type Fault } from '../../../../../core/faults.ts';

type Progress =
  | { readonly step: 'idle' | 'working' }
  | { readonly step: 'done'; readonly sentence: string }
  | { readonly step: 'failed'; readonly fault: Fault };

export interface DialogueDownload {
  readonly progress: Progress;
  /** Makes the file; `work` resolves with the sentence that says what was downloaded, null where a person called it off. */
  readonly begin: (work: () => Promise<string | null>) => Promise<void>;
  readonly fail: (error: unknown) => void;
  /** Takes a failure off the screen. */
  readonly dismiss: () => void;
}

export function useDownload(): DialogueDownload {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const fail = useCallback((error: unknown): void => setProgress({ step: 'failed', fault: faultFrom(error) }), []);
  const begin = async (work: () => Promise<string | null>): Promise<void> => {
    setProgress({ step: 'working' });
    try {
      const sentence = await work();
      setProgress(sentence === null ? { step: 'idle' } : { step: 'done', sentence });
    } catch (error) {
      fail(error);
    }
  };
  return { progress, begin, fail, dismiss: () => setProgress({ step: 'idle' }) };
}
