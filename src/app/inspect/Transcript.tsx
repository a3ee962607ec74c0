/** One episode read message by message, its sampled tokens coloured by a channel, the numbers of one token beside them. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Vocabularies } from '../../../workers/trainer/protocol.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { useCursor } from '../../stores/cursor.ts';
import { isRight } from '../../stores/runs/episodes.ts';
import { channelRange, vocabularyOf, type Channel } from '../../stores/runs/tokens.ts';
import { formatNumber } from '../charts/format.ts';
import { inspectText } from '../text/en.inspect.ts';
import { useScheme } from '../theme/useScheme.ts';
import { ChannelBar } from './ChannelBar.tsx';
import styles from './inspect.module.css';
import { MessageView } from './MessageView.tsx';
import { SkillBars } from './SkillBars.tsx';
import { neighbour } from './tokenNavigation.ts';
import { TokenNumbers } from './TokenNumbers.tsx';

const text = inspectText.reader;

interface Props {
  readonly episode: EpisodeRecord;
  /** All episodes of the iteration: they share one colour range. */
  readonly peers: readonly EpisodeRecord[];
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  /** A token was chosen. */
  readonly onPoint: (message: number, token: number) => void;
}

/** A token's place in the episode. */
export interface TokenPlace {
  readonly message: number;
  readonly token: number;
}

export function Transcript({ episode, peers, document, vocabularies, onPoint }: Props) {
  const [channel, setChannel] = useState<Channel>('advantage');
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const scheme = useScheme();
  const range = useMemo(() => channelRange(peers, channel), [peers, channel]);
  const focused = useFocusedToken(episode);
  const place = hovered && isIn(episode, hovered) ? hovered : focused;
  const entry = focused ?? { message: episode.messages.findIndex((message) => message.response_ids.length > 0), token: 0 };

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = placeOf(event.target);
    const to = from && neighbour(episode.messages, from, event.key);
    if (!to) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-message="${to.message}"] [data-token="${to.token}"]`)?.focus();
  };

  return (
    <article className={styles.transcript} aria-label={text.episode(episode.episode)}>
      <header className={styles.episodeHead}>
        <h2 className={styles.episodeTitle}>{text.episode(episode.episode)}</h2>
        <span className={styles.fact}>{text.split[episode.split]}</span>
        <span className={styles.verdict} data-right={isRight(episode)}>
          {isRight(episode) ? text.right : text.wrong} · {text.reward} {formatNumber(episode.reward)}
        </span>
        {episode.skills && <SkillBars skills={episode.skills} />}
        {episode.truncated && <span className={styles.fact}>{text.truncated}</span>}
      </header>
      <p className={styles.problem}>
        <span className={styles.problemLabel}>{text.problem}</span>
        {episode.problem}
      </p>
      {/* Keys move between tokens, which are buttons; the surrounding box only listens. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.messages}
        onKeyDown={onKey}
        onPointerOver={(event) => setHovered(placeOf(event.target))}
        onPointerLeave={() => setHovered(null)}
      >
        {episode.messages.map((message, index) => (
          <MessageView
            // A message has no id of its own; its place in the episode never changes.
            key={index}
            index={index}
            message={message}
            episode={episode}
            document={document}
            vocabulary={vocabularyOf(vocabularies, document, message.role)}
            scheme={scheme}
            channel={channel}
            range={range}
            entry={entry.message === index ? entry.token : null}
            onPoint={onPoint}
          />
        ))}
      </div>
      <div className={styles.panel} role="group" aria-label={inspectText.token.heading}>
        <ChannelBar channel={channel} range={range} onChannel={setChannel} />
        <div className={styles.numbersBox}>
          <TokenNumbers episode={episode} place={place} channel={channel} document={document} vocabularies={vocabularies} scheme={scheme} />
        </div>
      </div>
    </article>
  );
}

/** The token the cursor stands on, if this episode has it. */
function useFocusedToken(episode: EpisodeRecord): TokenPlace | null {
  const message = useCursor((cursor) => (cursor.episode === episode.episode ? cursor.message : null));
  const token = useCursor((cursor) => cursor.token);
  if (message === null || token === null) return null;
  return isIn(episode, { message, token }) ? { message, token } : null;
}

/** Whether the episode has such a token: another episode may be shorter than the one that was pointed at. */
function isIn(episode: EpisodeRecord, { message, token }: TokenPlace): boolean {
  return token < (episode.messages[message]?.response_ids.length ?? 0);
}

/** Where the token is that an event came from; null when it came from elsewhere. */
function placeOf(target: EventTarget): TokenPlace | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-token]') : null;
  const message = button?.closest<HTMLElement>('[data-message]');
  return button && message ? { message: Number(message.dataset.message), token: Number(button.dataset.token) } : null;
}
