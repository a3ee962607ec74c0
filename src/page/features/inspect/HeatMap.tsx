/**
 * The messages of an episode with their sampled tokens coloured by a channel. Pointing, focus and keys are listened for once,
 * here; thousands of tokens are drawn a stretch at a time.
 */
import { memo, useEffect, useRef, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { vocabularyOf } from '../../state/reading/tokens.ts';
import type { Vocabularies } from '../../../../workers/trainer/protocol.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import type { Heat } from '../../kit/tokens/heat.ts';
import styles from './inspect.module.css';
import { MessageView } from './MessageView.tsx';
import { STRETCH, stretchesOf } from '../../kit/tokens/stretches.ts';
import { neighbour, type TokenRef } from '../../kit/tokens/tokenNavigation.ts';
import { useWave } from '../../kit/tokens/useWave.ts';

interface Props {
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly heat: Heat;
  /** The token the cursor stands on. */
  readonly current: TokenRef | null;
  /** Whether all prompts are open. */
  readonly prompts?: boolean;
  /** A token was chosen; must not change between renderings. */
  readonly onPoint: (ref: TokenRef) => void;
  /** A token is pointed at, or none; likewise. */
  readonly onHover: (ref: TokenRef | null) => void;
}

export const HeatMap = memo(function HeatMap(props: Props) {
  const { episode, document, vocabularies, heat, current, prompts = false, onPoint, onHover } = props;
  const scheme = useScheme();
  const box = useRef<HTMLDivElement>(null);
  const { messages } = episode;
  const starts = stretchesOf(messages.map(({ response_ids: ids }) => ids.length));
  const heatOf = useWave(heat, starts.flat().length, (before, now) => before.byToken.values.length === now.byToken.values.length);
  const entry = current ?? { message: messages.findIndex(({ response_ids: ids }) => ids.length > 0), token: 0 };

  // The cursor is moved from elsewhere too: then its token comes into view.
  const { message, token } = current ?? {};
  useEffect(() => {
    const within = box.current;
    if (!within || message === undefined || token === undefined) return;
    const button = buttonAt(within, { message, token });
    if (button !== window.document.activeElement) button?.scrollIntoView({ block: 'nearest' });
  }, [episode, message, token]);

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = tokenRefOf(event.target);
    const to = from && neighbour(messages, from, event.key);
    if (!to) return;
    event.preventDefault();
    buttonAt(event.currentTarget, to)?.focus();
  };
  const point = (event: SyntheticEvent) => {
    const ref = tokenRefOf(event.target);
    if (ref) onPoint(ref);
  };
  let stretch = 0;
  return (
    // Keys move between tokens, which are buttons; the surrounding box only listens.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={box}
      className={styles.messages}
      data-stage="heatmap"
      onKeyDown={onKey}
      onFocus={point}
      onClick={(event) => event.target instanceof Element && event.target.closest<HTMLElement>('[data-token]')?.focus()}
      onPointerOver={(event) => onHover(tokenRefOf(event.target))}
      onPointerLeave={() => onHover(null)}
    >
      {messages.map((spoken, index) => {
        const parts = (starts[index] ?? []).map((start) => ({ start, end: start + STRETCH, heat: heatOf(stretch++) }));
        return (
          <MessageView
            // A message has no id of its own; its index in the episode never changes.
            key={index}
            index={index}
            message={spoken}
            episode={episode}
            document={document}
            vocabulary={vocabularyOf(vocabularies, document, spoken.role)}
            scheme={scheme}
            parts={parts}
            open={prompts}
            entry={entry.message === index ? entry.token : null}
            current={current?.message === index ? current.token : null}
          />
        );
      })}
    </div>
  );
});

function buttonAt(within: HTMLElement, { message, token }: TokenRef): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-message="${message}"] [data-token="${token}"]`);
}

/** Where the token is that an event came from; null when it came from elsewhere. */
function tokenRefOf(target: EventTarget): TokenRef | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-token]') : null;
  const message = button?.closest<HTMLElement>('[data-message]');
  return button && message ? { message: Number(message.dataset['message']), token: Number(button.dataset['token']) } : null;
}
