/**
 * The backward recursion like a debugger: where it stands is the page's cursor, one line says how this token's advantage is made
 * of its one-step error and the advantage after it.
 */
import { ActionIcon, Group } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { memo, useEffect, useState, type KeyboardEvent } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { happened } from '../../../state/happenings/happenings.ts';
import type { BatchCredit } from '../../../state/reading/batchCredit.ts';
import { type Decision, recursionMoves, recursionStep } from './microscope.ts';
import { formatSigned } from '../../../kit/figures/format.ts';
import { agentName } from '../../../kit/figures/lineStyle.ts';
import { microscopeText } from '../../../../words/words.ts';
import type { TokenRef } from '../../../kit/tokens/tokenNavigation.ts';
import { WrittenSum } from './Arithmetic.tsx';
import { errorOf, stepOf } from './written.ts';
import styles from './microscope.module.css';

const words = microscopeText.recursion;
/** Between two steps while it runs by itself, milliseconds: time to read a line. */
const PACE = 700;

interface Props {
  readonly credit: BatchCredit;
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly decisions: readonly Decision[];
  /** Where the cursor stands. */
  readonly tokenRef: TokenRef | null;
  readonly onPoint: (ref: TokenRef) => void;
}

export const Recursion = memo(function Recursion({ credit, episode, document, decisions, tokenRef, onPoint }: Props) {
  const [playing, setPlaying] = useState(false);
  const now = tokenRef && recursionStep(credit, episode, decisions, tokenRef);
  const { first, back, forward, last } = recursionMoves(decisions, tokenRef);
  const go = (decision: Decision | undefined): void => {
    if (decision) onPoint({ message: decision.message, token: decision.token });
  };
  const runs = playing && forward !== undefined;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => {
      go(forward);
      // At its end it stops: a token chosen afterwards does not set it running again.
      if (forward?.message === last?.message && forward?.token === last?.token) setPlaying(false);
    }, PACE);
    return () => clearTimeout(timer);
  });
  if (!credit.recursive) return <p className={styles.small}>{words.none}</p>;

  const onKey = (event: KeyboardEvent): void => {
    const target = { ArrowRight: forward, ArrowLeft: back, Home: first, End: last }[event.key];
    if (!target) return;
    event.preventDefault();
    setPlaying(false);
    go(target);
    happened('stepped-recursion');
  };
  const button = (label: string, target: Decision | undefined, icon: React.ReactNode) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      // Stays reachable, so that who steps by keyboard does not lose the focus at either end.
      data-disabled={target ? undefined : true}
      aria-disabled={target ? undefined : true}
      onClick={() => {
        setPlaying(false);
        go(target);
        if (target) happened('stepped-recursion');
      }}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <section data-stage="recursion" aria-label={words.heading}>
      <h3 className={styles.small}>{words.heading}</h3>
      <Group gap={4} role="toolbar" aria-label={words.heading} onKeyDown={onKey}>
        {button(words.first, first, <IconPlayerSkipBack size={15} />)}
        {button(words.back, back, <IconPlayerTrackPrev size={15} />)}
        <ActionIcon
          variant="default"
          size="md"
          aria-label={runs ? words.pause : words.play}
          title={runs ? words.pause : words.play}
          onClick={() => {
            // From its end it runs from the beginning again.
            if (!runs && forward === undefined) go(first);
            setPlaying(!runs && (forward ?? first) !== undefined);
          }}
        >
          {runs ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
        </ActionIcon>
        {button(words.forward, forward, <IconPlayerTrackNext size={15} />)}
        {button(words.last, last, <IconPlayerSkipForward size={15} />)}
        {now && <span className={styles.small}>{words.step(decisions.length - now.decision.t, decisions.length)}</span>}
      </Group>
      {now && (
        <div className={styles.stepLine} aria-live={playing ? 'off' : 'polite'}>
          <p className={styles.formula} data-testid="step">
            <WrittenSum pieces={stepOf(now)} />
            <strong>{formatSigned(now.step.advantage)}</strong>
          </p>
          <p className={styles.formula}>
            <WrittenSum pieces={errorOf(now.step, now.decision.t)} />
          </p>
          {!now.from && <p className={styles.small}>{words.begin}</p>}
          {now.from && now.from.role !== now.decision.role && (
            <p className={styles.small}>{words.crosses(agentName(document, now.from.role), agentName(document, now.decision.role))}</p>
          )}
        </div>
      )}
    </section>
  );
});
