/**
 * The space that some tokenizers put before a text (SentencePiece's `▁`), and where it belongs: a tokenizer's file says it once
 * for whole strings, but a prompt is encoded stretch by stretch, and what an agent says goes on behind its header.
 * Rules as in https://github.com/huggingface/tokenizers: the normaliser `Prepend` and a prefix of scheme `always` begin each
 * stretch between two special tokens, scheme `first` only the string's own beginning.
 */

/** What stands before a text: nothing at all, a special token, or text that it goes on from. */
export type Before = 'nothing' | 'special' | 'text';

type Step = Readonly<Record<string, unknown>>;

/** The normaliser of a `tokenizer.json` for a text in that place. */
export function normalizerAt(normalizer: unknown, before: Before): unknown {
  return before === 'text' ? withSteps(normalizer, 'normalizers', (step) => (step['type'] === 'Prepend' ? null : step)) : normalizer;
}

/** Its pre-tokeniser, likewise. */
export function preTokenizerAt(preTokenizer: unknown, before: Before): unknown {
  return withSteps(preTokenizer, 'pretokenizers', (step) => {
    if (step['type'] === 'ByteLevel') return before === 'text' ? { ...step, add_prefix_space: false } : step;
    if (step['type'] !== 'Metaspace') return step;
    // Older files say it by `add_prefix_space` alone.
    const scheme = step['prepend_scheme'] ?? (step['add_prefix_space'] === false ? 'never' : 'always');
    const begins = before === 'nothing' || (before === 'special' && scheme === 'always');
    return { ...step, prepend_scheme: begins ? scheme : 'never' };
  });
}

/** A step or a sequence of them with each replaced, or left out where `change` gives null. */
function withSteps(value: unknown, list: string, change: (step: Step) => Step | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const step = value as Step;
  const steps = step[list];
  if (!Array.isArray(steps)) return change(step);
  return { ...step, [list]: steps.map((one) => withSteps(one, list, change)).filter((one) => one !== null) };
}
