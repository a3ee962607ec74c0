/** What the fixed strategies got, fetched once, when the challenges are first shown. */
import { useEffect, useState } from 'react';
import { type Recorded, recordedSchema } from '../../../core/challenges/recorded.ts';
import { decodeJson } from '../../../core/formats/files.ts';
import { runFileFaults } from '../../../words/words.ts';
import { httpFolder } from '../../state/runs/recorded.ts';

const FILE = 'strategies.json';

export type Scores = { readonly status: 'loading' | 'missing' } | { readonly status: 'ready'; readonly recorded: Recorded };

let fetched: Promise<Scores> | null = null;

export async function fetchScores(read = httpFolder(`${import.meta.env.BASE_URL}challenges`)): Promise<Scores> {
  try {
    const bytes = await read(FILE);
    if (!bytes) return { status: 'missing' };
    return { status: 'ready', recorded: recordedSchema.parse(decodeJson(bytes, FILE, runFileFaults, 'E_EVIDENCE')) };
  } catch {
    return { status: 'missing' };
  }
}

export function useScores(): Scores {
  const [scores, setScores] = useState<Scores>({ status: 'loading' });
  useEffect(() => {
    let isHere = true;
    fetched ??= fetchScores();
    void fetched.then((found) => {
      // Asked for again when the page is opened again: the network may be back.
      if (found.status === 'missing') fetched = null;
      if (isHere) setScores(found);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return scores;
}
