/** One message: who spoke, having seen what, the prompt folded away, and the tokens the agent sampled. */
import { type ReactNode, useState } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import { toolTokens } from '../../../core/episode/tools.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { CLAUSE, inspectText } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import type { Heat } from '../../kit/tokens/heat.ts';
import styles from './inspect.module.css';
import { PromptTokens } from './PromptTokens.tsx';
import { ResponseTokens } from './ResponseTokens.tsx';

const text = inspectText.message;

interface Props {
  readonly index: number;
  readonly message: MessageRecord;
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly vocabulary: readonly string[];
  readonly scheme: Scheme;
  /** Stretches of its tokens; those without heat are not drawn yet. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly heat: Heat | null }[];
  /** Whether its prompt is open. */
  readonly open: boolean;
  /** The token that Tab leads to, if it is in this message. */
  readonly entry: number | null;
  /** The token the cursor stands on, if it is in this message. */
  readonly current: number | null;
}

export function MessageView({ index, message, episode, document, vocabulary, scheme, parts, open, entry, current }: Props) {
  const name = agentName(document, message.role);
  const color = agentColor(agentIndex(document, message.role), scheme);
  const thoughts = thoughtsIn(message);
  const seen = message.sees.map((position) => text.seen(episode.messages[position]?.role ?? '', position));
  const when = [text.turn(message.turn), ...(message.call > 0 ? [text.call(message.call)] : [])];
  const facts = [
    ...when,
    text.sees(seen),
    !Number.isNaN(message.adapter_version) && text.version(message.adapter_version),
    message.temperature !== 1 && !Number.isNaN(message.temperature) && text.temperature(formatNumber(message.temperature)),
    message.tools && text.toolFact(message.tools.length, toolTokens(message)),
    message.started !== undefined &&
      message.arrived !== undefined &&
      text.times(formatNumber(message.started), formatNumber(message.arrived)),
    message.finish_reason !== null && text.finishes[message.finish_reason],
    message.response_ids.length === 0 && message.advantages.length === 1 && text.advantage(formatSigned(message.advantages[0])),
  ].filter((fact): fact is string => typeof fact === 'string');
  return (
    <section
      className={styles.message}
      data-message={index}
      style={{ borderInlineStartColor: color }}
      aria-label={[name, ...when].join(CLAUSE)}
    >
      <div className={styles.messageHead}>
        <span className={styles.speaker} style={{ color }}>
          {name}
        </span>
        {name !== message.role && <span className={styles.fact}>{message.role}</span>}
        <span className={styles.fact}>{facts.join(' · ')}</span>
      </div>
      <PromptTokens message={message} document={document} vocabulary={vocabulary} scheme={scheme} open={open} />
      <div className={styles.response} role="group" aria-label={text.response(message.role)}>
        {message.response_ids.length === 0 && message.text !== '' && <span className={styles.plain}>{message.text}</span>}
        {parts.map(
          ({ start, end, heat }) =>
            heat && (
              // Of a long message those out of view are neither laid out nor painted.
              <div key={start} className={parts.length > 1 ? styles.stretch : undefined}>
                {cutAtThoughts(thoughts, start, end).map(({ thought, ...piece }) => {
                  const tokens = (
                    <ResponseTokens
                      key={piece.start}
                      message={message}
                      index={index}
                      {...piece}
                      vocabulary={vocabulary}
                      heat={heat}
                      entry={within(entry, piece.start, piece.end)}
                      current={within(current, piece.start, piece.end)}
                    />
                  );
                  return thought ? (
                    <Thought key={piece.start} tokens={piece.end - piece.start} read={within(current, piece.start, piece.end) !== null}>
                      {tokens}
                    </Thought>
                  ) : (
                    tokens
                  );
                })}
              </div>
            ),
        )}
      </div>
    </section>
  );
}

/** A thought, folded away until asked for, or until the cursor stands in it. */
function Thought({ tokens, read, children }: { readonly tokens: number; readonly read: boolean; readonly children: ReactNode }) {
  const [open, setOpen] = useState(read);
  const [before, setBefore] = useState(read);
  if (before !== read) {
    setBefore(read);
    if (read) setOpen(true);
  }
  return (
    <details className={styles.prompt} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.thought(tokens)}</summary>
      {open && children}
    </details>
  );
}

/** Where in its response a message thinks. */
function thoughtsIn({ segments, prompt_ids: prompt }: MessageRecord): { readonly start: number; readonly end: number }[] {
  const thoughts = segments.filter(({ source }) => source === 'thought');
  return thoughts.map(({ start, end }) => ({ start: start - prompt.length, end: end - prompt.length }));
}

/** A stretch in pieces, each of which is a thought's or nobody's. */
function cutAtThoughts(thoughts: ReturnType<typeof thoughtsIn>, start: number, end: number) {
  const edges = thoughts.flatMap((thought) => [thought.start, thought.end]).filter((edge) => start < edge && edge < end);
  const bounds = [start, ...edges, end];
  return bounds.slice(0, -1).map((from, at) => ({
    start: from,
    end: bounds[at + 1] ?? end,
    thought: thoughts.some((thought) => thought.start <= from && from < thought.end),
  }));
}

/** `token` where it is in the stretch: others are not drawn again when it moves. */
function within(token: number | null, start: number, end: number): number | null {
  return token !== null && start <= token && token < end ? token : null;
}
