/** A previewed prompt with an example of an answer, segment by segment and token by token. */
import { Button, Text } from '@mantine/core';
import { Fragment, memo, useMemo, useState } from 'react';
import type { ShownPrompt } from '../../../../state/prompts/promptPreview.ts';
import { agentEditorText } from '../../../../../words/words.ts';
import styles from '../agent.module.css';
import { type DrawnSegment, drawnSegments, sourceLabel } from './previewModel.ts';
import { useSegmentColor } from './segmentColor.ts';

const words = agentEditorText.preview;

interface PreviewTokensProps {
  readonly prompt: ShownPrompt;
  readonly role: string;
}

export const PreviewTokens = memo(function PreviewTokens({ prompt, role }: PreviewTokensProps) {
  const [whole, setWhole] = useState(false);
  const segments = useMemo(() => drawnSegments(prompt, whole), [prompt, whole]);
  const colorOf = useSegmentColor();
  const folded = segments.reduce((sum, segment) => sum + segment.folded, 0);
  return (
    <div role="group" aria-label={words.label(role)}>
      {segments.map((segment) => (
        <div
          key={segment.start}
          className={styles.segment}
          data-sampled={segment.sampled}
          style={{ '--source': colorOf(segment) } as React.CSSProperties}
        >
          <span className={styles.kind}>
            {segment.source === 'message' ? words.segment(words.sources.message, segment.role) : sourceLabel(segment)}
            <Text span fz="inherit" c="dimmed" className="tabular">{` ${segment.tokens.length + segment.folded}`}</Text>
            {segment.example && <span className={styles.example}>{words.examples[segment.example]}</span>}
          </span>
          <Tokens segment={segment} />
        </div>
      ))}
      <div className={styles.legend}>
        <span className={styles.given} data-sampled={false}>
          {words.given}
        </span>
        <span className={styles.given} data-sampled style={{ '--source': colorOf({ source: 'response', role }) } as React.CSSProperties}>
          {words.sampled}
        </span>
        {(folded > 0 || whole) && (
          <Button variant="default" size="compact-xs" onClick={() => setWhole(!whole)}>
            {folded > 0 ? words.more(folded) : words.fold}
          </Button>
        )}
      </div>
    </div>
  );
});

function Tokens({ segment: { tokens, sampled, folded } }: { readonly segment: DrawnSegment }) {
  const gap = folded > 0 ? tokens.length / 2 : -1;
  return (
    <span className={styles.tokens}>
      {tokens.map(({ text: token, symbol, breaks, id }, at) => (
        // Tokens of a fixed sequence have no identity but their position.
        <Fragment key={at}>
          {at === gap && <em className={styles.folded}> … {words.folded(folded)} … </em>}
          <span className={styles.given} data-sampled={sampled} data-symbol={symbol} title={`${id}`}>
            {token}
          </span>
          {breaks && <br />}
        </Fragment>
      ))}
    </span>
  );
}
