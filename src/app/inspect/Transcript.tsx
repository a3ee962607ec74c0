/** One episode read message by message, its sampled tokens coloured by a channel, the numbers of one token beside them. */
import { Badge } from '@mantine/core';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { useCursor } from '../../stores/cursor.ts';
import { isRight } from '../../stores/runs/episodes.ts';
import { channelRange, type Channel } from '../../stores/runs/tokens.ts';
import { formatNumber } from '../charts/format.ts';
import { inspectText } from '../text/en.inspect.ts';
import { useScheme } from '../theme/useScheme.ts';
import { ChannelBar } from './ChannelBar.tsx';
import styles from './inspect.module.css';
import { MessageView } from './MessageView.tsx';
import { SkillBars } from './SkillBars.tsx';
import { neighbour } from './tokenNavigation.ts';
import { TokenPanel } from './TokenPanel.tsx';

const text = inspectText.reader;

interface Props {
  readonly episode: EpisodeRecord;
  /** All episodes of the iteration: they share one colour range. */
  readonly peers: readonly EpisodeRecord[];
  readonly document: ProjectDocument;
  readonly vocabulary: readonly string[];
  /** A token was chosen. */
  readonly onPoint: (message: number, token: number) => void;
}

/** A token's place in the episode. */
export interface TokenPlace {
  readonly message: number;
  readonly token: number;
}

export function Transcript({ episode, peers, document, vocabulary, onPoint }: Props) {
  const [channel, setChannel] = useState<Channel>('advantage');
  const [hovered, setHovered] = useState<TokenPlace | null>(null);
  const scheme = useScheme();
  const range = useMemo(() => channelRange(peers, channel), [peers, channel]);
  const focused = useFocusedToken(episode);
  const place = hovered ?? focused;

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
        <h3 className={styles.episodeTitle}>{text.episode(episode.episode)}</h3>
        <Badge size="sm" variant="outline" color="gray">
          {text.split[episode.split]}
        </Badge>
        <span className={styles.verdict} data-right={isRight(episode)}>
          {isRight(episode) ? text.right : text.wrong} · {text.reward} {formatNumber(episode.reward)}
        </span>
        {episode.truncated && (
          <Badge size="sm" variant="outline" color="gray">
            {text.truncated}
          </Badge>
        )}
      </header>
      <p className={styles.problem}>
        <span className={styles.problemLabel}>{text.problem}</span>
        {episode.problem}
      </p>
      {episode.skills && <SkillBars skills={episode.skills} />}
      <ChannelBar channel={channel} range={range} onChannel={setChannel} />
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
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            index={index}
            message={message}
            episode={episode}
            document={document}
            vocabulary={vocabulary}
            scheme={scheme}
            channel={channel}
            range={range}
            entry={focused?.message === index ? focused.token : index === 0 && !focused ? 0 : null}
            onPoint={onPoint}
          />
        ))}
      </div>
      <TokenPanel episode={episode} place={place} channel={channel} document={document} vocabulary={vocabulary} scheme={scheme} />
    </article>
  );
}

/** The token the cursor stands on, if this episode has it. */
function useFocusedToken(episode: EpisodeRecord): TokenPlace | null {
  const message = useCursor((cursor) => (cursor.episode === episode.episode ? cursor.message : null));
  const token = useCursor((cursor) => cursor.token);
  if (message === null || token === null) return null;
  return token < (episode.messages[message]?.response_ids.length ?? 0) ? { message, token } : null;
}

/** Where the token is that an event came from; null when it came from elsewhere. */
function placeOf(target: EventTarget): TokenPlace | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-token]') : null;
  const message = button?.closest<HTMLElement>('[data-message]');
  return button && message ? { message: Number(message.dataset.message), token: Number(button.dataset.token) } : null;
}
