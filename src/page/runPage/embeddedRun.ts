/** The run that lies in this file. */
import { type EmbeddedHead, type EmbeddedIteration, EMBEDDED_VERSION, unpack } from '../../core/formats/exports/html/embedded.ts';
import { BatchCredit, klCoefOf } from '../state/reading/batchCredit.ts';
import type { Vocabularies } from '../../../workers/trainer/protocol.ts';

export interface ReadIteration extends EmbeddedIteration {
  readonly credit: BatchCredit;
}

export interface EmbeddedRun {
  readonly head: EmbeddedHead;
  readonly vocabularies: Vocabularies;
  /** Unpacked when it is first asked for; null where it cannot be read. */
  readonly iteration: (iteration: number) => ReadIteration | null;
}

/** Null where the file holds no run that can be read. */
export function readEmbedded(root: Document): EmbeddedRun | null {
  const head = tried(() => unpack<EmbeddedHead>(root.querySelector('#run')?.textContent ?? ''));
  if (head?.version !== EMBEDDED_VERSION) return null;
  const read = new Map<number, ReadIteration | null>();
  const iteration = (number: number): ReadIteration | null => {
    const known = read.get(number);
    if (known !== undefined) return known;
    const text = root.querySelector(`script[data-iteration="${number}"]`)?.textContent ?? '';
    const part = tried(() => unpack<EmbeddedIteration>(text));
    const made = part && {
      ...part,
      credit: new BatchCredit(part.episodes, head.document.training, klCoefOf(head, number), 'imported' in head.info),
    };
    read.set(number, made);
    return made;
  };
  const vocabularies = Object.entries(head.words).map(([base, pairs]) => {
    const words: string[] = [];
    for (const [id, word] of pairs) words[id] = word;
    return [base, words] as const;
  });
  return { head, vocabularies: Object.fromEntries(vocabularies), iteration };
}

function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
