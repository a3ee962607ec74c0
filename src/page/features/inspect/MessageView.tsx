/** One message: who spoke, having seen what, the prompt folded away, and the tokens the agent sampled. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { inspectText } from '../../../words/words.ts';
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
  const seen = message.sees.map((position) => text.seen(episode.messages[position]?.role ?? '', position));
  const facts = [
    text.turn(message.turn),
    message.call > 0 && text.call(message.call),
    text.sees(seen),
    text.version(message.adapter_version),
    message.temperature !== 1 && text.temperature(formatNumber(message.temperature)),
    text.finishes[message.finish_reason],
  ].filter((fact): fact is string => typeof fact === 'string');
  return (
    <section
      className={styles.message}
      data-message={index}
      style={{ borderInlineStartColor: color }}
      aria-label={`${name}, ${text.turn(message.turn)}`}
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
        {parts.map(
          ({ start, end, heat }) =>
            heat && (
              // Of a long message those out of view are neither laid out nor painted.
              <div key={start} className={parts.length > 1 ? styles.stretch : undefined}>
                <ResponseTokens
                  message={message}
                  index={index}
                  start={start}
                  end={end}
                  vocabulary={vocabulary}
                  heat={heat}
                  entry={within(entry, start, end)}
                  current={within(current, start, end)}
                />
              </div>
            ),
        )}
      </div>
    </section>
  );
}

/** `token` where it is in the stretch: others are not drawn again when it moves. */
function within(token: number | null, start: number, end: number): number | null {
  return token !== null && start <= token && token < end ? token : null;
}
