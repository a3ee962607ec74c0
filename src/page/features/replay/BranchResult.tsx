/** What a branch did: the difference with its interval, every pair of returns, and one continuation word by word. */
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Branch } from '../../../core/counterfactual/branches.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { replayStore, useReplay } from './replay.ts';
import { type Pair, pairsCsv, pairsOf, staleIn, type PairCounts, pairCountsOf } from './model.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { Term } from '../../kit/help/Term.tsx';
import { teamNames } from '../../kit/lab/teamNames.ts';
import { replayText } from '../../../words/words.ts';
import { branchName } from './names.ts';
import { PairedReturns } from './PairedReturns.tsx';
import styles from './replay.module.css';
import { SideBySide } from './SideBySide.tsx';

const words = replayText.result;

interface Props {
  readonly run: RunSet;
  readonly branch: Branch;
  /** The episode that it edits. */
  readonly source: EpisodeRecord;
}

export function BranchResult({ run, branch, source }: Props) {
  const { answer, iteration, episode } = branch;
  const pairs = useMemo(() => pairsOf(answer), [answer]);
  const counts = useMemo(() => pairCountsOf(pairs), [pairs]);
  const stale = useMemo(() => staleIn(branch, source), [branch, source]);
  const continuation = useReplay((state) => Math.min(Math.max(1, state.continuation), pairs.length));
  const { look, editFrom } = replayStore.getState();
  const name = branchName(run.document, branch);
  const pair = pairs[continuation - 1];
  const section = useRef<HTMLElement>(null);
  // It stands below what was changed: a person who asked for it, or chose it, sees that it came.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={section} className={styles.result} aria-label={words.heading}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{words.heading}</h3>
        <span className={styles.fact}>{name}</span>
      </div>
      {branch.change.kind === 'prompt' && (
        // It can be reached to be scrolled.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`${styles.given} ${styles.words}`} tabIndex={0}>
          {branch.change.prompt}
        </pre>
      )}
      <div className={styles.verdict} role="status">
        <span className={styles.big} data-sign={Math.sign(answer.difference)}>
          <Term id="counterfactual">{words.difference}</Term> {formatSigned(answer.difference)}
        </span>
        <span>
          {answer.interval ? words.interval(formatSigned(answer.interval.low), formatSigned(answer.interval.high)) : words.noInterval}
        </span>
        <span className={styles.fact}>{words.means(formatNumber(counts.original), formatNumber(counts.edited))}</span>
        <span className={styles.fact}>{words.tally(counts.better, counts.same, counts.worse)}</span>
        <span className={styles.tells}>{words.tells[tellOf(branch, counts)]}</span>
      </div>
      <span className={styles.fact}>{words.team(teamNames(run).after(branch.team), branch.backend)}</span>
      <div className={styles.figure}>
        <Figure
          title={words.figure}
          note={words.figureNote(name, run.document.name, iteration, episode)}
          file={`${run.document.name} ${words.figureFile(iteration, episode)}`}
          csv={() => pairsCsv(answer)}
        >
          <PairedReturns pairs={pairs} counts={counts} chosen={continuation} onChoose={look} />
        </Figure>
      </div>
      <Group gap="xs">
        <ActionIcon variant="default" aria-label={words.earlier} disabled={continuation <= 1} onClick={() => look(continuation - 1)}>
          <IconChevronLeft size={15} />
        </ActionIcon>
        <span className={styles.pairName} role="status">
          {pair && words.pair(pair.continuation, ...returnsOf(pair))}
        </span>
        <ActionIcon
          variant="default"
          aria-label={words.later}
          disabled={continuation >= pairs.length}
          onClick={() => look(continuation + 1)}
        >
          <IconChevronRight size={15} />
        </ActionIcon>
        <Button size="xs" variant="default" onClick={() => editFrom({ id: branch.id, continuation })}>
          {words.again}
        </Button>
      </Group>
      <SideBySide run={run} branch={branch} continuation={continuation} stale={stale} />
    </section>
  );
}

const returnsOf = ({ original, edited }: Pair): [string, string] => [formatNumber(original), formatNumber(edited)];

function tellOf({ answer: { interval } }: Branch, { better, worse }: PairCounts): keyof typeof words.tells {
  if (better === 0 && worse === 0) return 'same';
  if (interval && interval.low > 0) return 'better';
  if (interval && interval.high < 0) return 'worse';
  return 'nothing';
}
