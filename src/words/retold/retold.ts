/**
 * Reads English sentences back that come worded, from a run's folder or a worker, and words them in the language that is spoken. Runs of
 * earlier versions are understood too, as long as their sentence is still one of the catalogue; any other stays as it is.
 */
import { filled, patternOf } from './blanks.ts';
import { folderClauses, type Retold, sentences } from './sentences.ts';

type Reader = (english: string) => string;

/** Sentences that were read are remembered, up to this many. */
const REMEMBERED = 500;

function reader(table: () => readonly Retold[], reading: { readonly clause: Reader; readonly sentence: Reader }): Reader {
  let patterns: readonly (Retold & { readonly pattern: RegExp })[] | null = null;
  const known = new Map<string, string>();
  const read: Reader = (english) => {
    patterns ??= table().map((entry) => ({ ...entry, pattern: patternOf(entry.english) }));
    for (const { pattern, values, word } of patterns) {
      const found = pattern.exec(english);
      if (found) return word(filled(values, { ...found.groups }, reading) as never);
    }
    return english;
  };
  return (english) => {
    const before = known.get(english);
    if (before !== undefined) return before;
    const word = read(english);
    if (known.size >= REMEMBERED) known.clear();
    known.set(english, word);
    return word;
  };
}

const clause: Reader = reader(folderClauses, { clause: (english) => english, sentence: (english) => english });

/** In the language that is spoken; as it is where it is none of the sentences known here. */
export const retold: Reader = reader(sentences, {
  clause,
  // What is wrong with a checkpoint is a clause, why something runs on what it does a sentence.
  sentence: (english) => {
    const whole = retold(english);
    return whole === english ? clause(english) : whole;
  },
});
