/** A link to a word of the glossary. */
import { Anchor } from '@mantine/core';
import { openLearn } from '../../state/address/learnStore.ts';
import { type TermId, termsText } from '../../../words/words.ts';

export function TermLink({ id }: { readonly id: TermId }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="xs"
      ta="start"
      c="var(--ink)"
      underline="always"
      data-in-words={id}
      onClick={() => openLearn('words', id)}
    >
      {termsText.inWords(termsText.entries[id].name)}
    </Anchor>
  );
}
