/** Beside code of one's own: that the base must know such problems, and the way to show it some. */
import { Anchor, Text } from '@mantine/core';
import { cursorStore } from '../../state/address/cursor.ts';
import { useDocument } from '../../state/document/document.ts';
import { baseIsForeign } from './environmentFile.ts';
import { benchText, text } from '../../../words/words.ts';

export function BaseHint() {
  const foreign = useDocument((state) => baseIsForeign(state.document));
  if (!foreign) return null;
  return (
    <Text size="xs" role="note">
      {benchText.foreignBase}{' '}
      <Anchor
        component="button"
        type="button"
        size="xs"
        c="var(--ink)"
        underline="always"
        onClick={() => cursorStore.getState().move({ place: 'training', tab: 'warmStart' })}
      >
        {text.shell.trainingTab.warmStart}
      </Anchor>
    </Text>
  );
}
