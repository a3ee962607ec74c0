/** What the team said to one problem in every iteration that is kept, oldest first: then and now, with what each was paid. */
import { Loader, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { explorerStore } from '../../../state/reading/explorerView.ts';
import { isRight } from '../../../state/runs/episodes.ts';
import { sameEpisode } from '../../../state/runs/episodeRef.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../../kit/figures/lineStyle.ts';
import { exploreText, inspectText } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './explorer.module.css';
import { VerdictIcon } from '../Verdict.tsx';
import shared from '../inspect.module.css';
import { useSameProblem } from './useSameProblem.ts';

const words = exploreText.problem;

interface Props {
  readonly run: RunSet;
  readonly episode: EpisodeRecord | undefined;
}

export function SameProblem({ run, episode }: Props) {
  if (!episode)
    return (
      <Text size="sm" c="dimmed" p="md">
        {inspectText.reader.choose}
      </Text>
    );
  return <Takes run={run} episode={episode} />;
}

function Takes({ run, episode }: { readonly run: RunSet; readonly episode: EpisodeRecord }) {
  const { takes, iterations, left, failed, more } = useSameProblem(run, episode);
  useEffect(() => {
    // What the keys of the whole page walk through.
    explorerStore.getState().set({ listed: takes });
    return () => explorerStore.getState().set({ listed: [] });
  }, [takes]);
  const scheme = useScheme();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: takes.length, getScrollElement: () => scroller.current, estimateSize: () => 84, overscan: 6 });
  return (
    <>
      <p className={styles.problem} style={{ marginTop: 8 }}>
        {episode.problem}
      </p>
      <div className={styles.count} style={{ paddingTop: 6 }} role="status">
        {left > 0 && <Loader size={12} aria-hidden />}
        <span>{words.met(takes.length, iterations)}</span>
        {left > 0 && <span>{words.left(left)}</span>}
        {more && <span>{words.more}</span>}
        {failed > 0 && <span>{words.failed(failed)}</span>}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <ol className={styles.said} aria-label={words.label} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const take = takes[index];
            return (
              take && (
                <li
                  key={`${take.iteration} ${take.episode}`}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.take}
                  data-current={sameEpisode(take, episode) || undefined}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Take take={take} document={run.document} scheme={scheme} current={sameEpisode(take, episode)} />
                </li>
              )
            );
          })}
        </ol>
        {takes.length < 2 && left === 0 && (
          <Text size="sm" c="dimmed" p="md">
            {words.once}
          </Text>
        )}
      </div>
    </>
  );
}

interface TakeProps {
  readonly take: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
  readonly current: boolean;
}

function Take({ take, document, scheme, current }: TakeProps) {
  const { iteration, episode, messages } = take;
  const right = isRight(take);
  return (
    <button type="button" aria-current={current || undefined} onClick={() => cursorStore.getState().move({ iteration, episode })}>
      <span className={styles.takeHead}>
        <b>{words.at(iteration, episode)}</b>
        <span className={shared.verdict} data-right={right ?? undefined}>
          <VerdictIcon right={right} labelled />
          {words.paid(formatNumber(take.reward))}
        </span>
      </span>
      {messages.map((message, index) => (
        // A message has no id of its own; its index in the episode never changes.
        <span key={index} className={styles.line}>
          <span style={{ color: agentColor(agentIndex(document, message.role), scheme), fontWeight: 600 }}>
            {agentName(document, message.role)}
          </span>{' '}
          <span className={styles.words} style={{ whiteSpace: 'pre-wrap' }}>
            {message.text.trim() || inspectText.reader.silent}
          </span>
        </span>
      ))}
    </button>
  );
}
