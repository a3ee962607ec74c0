/** The prompt of one message, folded away until asked for: exactly the tokens the agent saw, by the kind of segment; and what a critic read in their place. */
import { memo, useState } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { MessageRecord } from '../../../core/episode/records.ts';
import type { Segment } from '../../../core/team/compose.ts';
import { tokenGlyph } from '../../state/reading/tokens.ts';
import { agentIndex, type Scheme } from '../../kit/figures/lineStyle.ts';
import { inspectText } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import styles from './inspect.module.css';

const text = inspectText.message;

interface Props {
  readonly message: MessageRecord;
  readonly document: ProjectDocument;
  readonly vocabulary: readonly string[];
  readonly scheme: Scheme;
  /** Whether it is open at first, and again whenever this changes. */
  readonly open?: boolean;
}

export const PromptTokens = memo(function PromptTokens({ message, document, vocabulary, scheme, open: wanted = false }: Props) {
  const [open, setOpen] = useState(wanted);
  const [before, setBefore] = useState(wanted);
  if (before !== wanted) {
    setBefore(wanted);
    setOpen(wanted);
  }
  const scaffold = message.segments.filter((segment) => segment.kind === 'scaffold' && segment.end > segment.start);
  return (
    <details className={styles.prompt} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {message.prompt_ids.length === 0 && message.prompt_parts ? text.promptText : text.prompt(message.prompt_ids.length)}
        <span className={styles.promptParts}>
          {scaffold.map((segment) => `${text.sources[segment.source]} ${segment.end - segment.start}`).join(' · ')}
        </span>
      </summary>
      {open && message.prompt_ids.length > 0 && <p className={styles.promptHint}>{text.promptHint}</p>}
      {open &&
        message.prompt_parts?.map(({ role, text: words }, at) => (
          // Parts of a prompt have no identity but their position.
          <div key={at} className={styles.segment}>
            <span className={styles.segmentKind}>{role}</span>
            <span className={styles.segmentText}>{words}</span>
          </div>
        ))}
      {open &&
        scaffold.map((segment) => (
          <div key={segment.start} className={styles.segment} style={{ borderInlineStartColor: segmentColor(segment, document, scheme) }}>
            <span className={styles.segmentKind}>{text.segment(text.sources[segment.source], segment.role)}</span>
            <span className={styles.segmentText}>
              <Given ids={message.prompt_ids.slice(segment.start, segment.end)} vocabulary={vocabulary} />
            </span>
          </div>
        ))}
      {open && message.critic_prompt_ids && (
        <div className={styles.segment}>
          <span className={styles.segmentKind}>{text.criticRead(message.critic_prompt_ids.length)}</span>
          <span className={styles.segmentText}>
            <Given ids={message.critic_prompt_ids} vocabulary={vocabulary} />
          </span>
        </div>
      )}
    </details>
  );
});

function Given({ ids, vocabulary }: { readonly ids: readonly number[]; readonly vocabulary: readonly string[] }) {
  return ids.map((id, offset) => {
    const glyph = tokenGlyph(vocabulary[id], id);
    return (
      // Tokens of a fixed sequence have no identity but their position.
      <span key={offset} className={styles.given} data-symbol={glyph.symbol} title={`${id}`}>
        {glyph.text}
        {glyph.breaks && <br />}
      </span>
    );
  });
}

/** Another agent's words carry its colour; everything else is neutral. */
function segmentColor(segment: Segment, document: ProjectDocument, scheme: Scheme): string | undefined {
  const index = segment.role === undefined ? -1 : agentIndex(document, segment.role);
  return index < 0 ? undefined : agentColor(index, scheme);
}
