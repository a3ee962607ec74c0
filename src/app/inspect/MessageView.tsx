/** One message: who spoke, having seen what, the prompt folded away, and the tokens the agent sampled. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import type { Channel } from '../../stores/runs/tokens.ts';
import { formatNumber } from '../charts/format.ts';
import { agentIndex, agentName, type Scheme } from '../charts/lineStyle.ts';
import { inspectText } from '../text/en.inspect.ts';
import { agentColor } from '../theme/agentColors.ts';
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
  readonly channel: Channel;
  readonly range: number;
  /** The token that Tab leads to, if it is in this message. */
  readonly entry: number | null;
  readonly onPoint: (message: number, token: number) => void;
}

export function MessageView({ index, message, episode, document, vocabulary, scheme, channel, range, entry, onPoint }: Props) {
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
      <PromptTokens message={message} document={document} vocabulary={vocabulary} scheme={scheme} />
      <ResponseTokens
        index={index}
        message={message}
        vocabulary={vocabulary}
        channel={channel}
        range={range}
        entry={entry}
        onPoint={onPoint}
      />
    </section>
  );
}
