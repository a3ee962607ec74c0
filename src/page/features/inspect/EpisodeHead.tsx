/** Which episode it is and how it went, above its messages. */
import { Button } from '@mantine/core';
import { memo } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { useTeacherView } from '../../state/projects/teach.ts';
import { isRight } from '../../state/runs/episodes.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { inspectText } from '../../../words/words.ts';
import styles from './inspect.module.css';
import { verdictText } from './Verdict.tsx';
import { Timeline } from './Timeline.tsx';
import { TurnGraphs } from './TurnGraphs.tsx';
import { SkillBars } from '../../kit/figures/SkillBars.tsx';

const text = inspectText.reader;

interface EpisodeHeadProps {
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
}

export const EpisodeHead = memo(function EpisodeHead({ episode, document }: EpisodeHeadProps) {
  const view = useTeacherView();
  const right = isRight(episode);
  return (
    <>
      <header className={styles.episodeHead}>
        <h2 className={styles.episodeTitle}>{text.episode(episode.episode)}</h2>
        <span className={styles.fact}>{text.split[episode.split]}</span>
        <span className={styles.verdict} data-right={right ?? undefined}>
          {text.outcome(verdictText(right), formatNumber(episode.reward))}
        </span>
        {episode.skills && <SkillBars skills={episode.skills} />}
        {episode.truncated && <span className={styles.fact}>{text.truncated}</span>}
        {right !== true && (view?.places.includes('inspect') ?? true) && (
          <Button size="compact-xs" variant="default" onClick={() => cursorStore.getState().move({ place: 'inspect', view: 'blame' })}>
            {text.whichMessage}
          </Button>
        )}
      </header>
      <p className={styles.problem}>
        <span className={styles.problemLabel}>{text.problem}</span>
        {episode.problem}
      </p>
      {episode.dependencies && <TurnGraphs document={document} graphs={episode.dependencies} />}
      <Timeline document={document} episode={episode} />
    </>
  );
});
