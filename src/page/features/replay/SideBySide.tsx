/** One continuation without the change and with it, message beside message. */
import { Badge, Text } from '@mantine/core';
import type { Branch } from '../../../core/counterfactual/branches.ts';
import type { MessageRecord } from '../../../core/episode/records.ts';
import { type Lane, lanesOf } from './model.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { replayText } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './replay.module.css';

const words = replayText.result;

interface Props {
  readonly run: RunSet;
  readonly branch: Branch;
  readonly continuation: number;
  readonly stale: ReadonlyMap<number, { readonly changed: number; readonly of: number }>;
}

export function SideBySide({ run, branch, continuation, stale }: Props) {
  const lanes = lanesOf(branch, continuation);
  const before = lanes.filter(({ fate }) => fate === 'before').length;
  const [original, edited] = [branch.answer.original, branch.answer.edited].map((side) => side[continuation - 1]?.reward);
  return (
    <div className={styles.sides}>
      <div className={styles.sideHead}>{words.without}</div>
      <div className={styles.sideHead}>{words.with}</div>
      {before > 0 && (
        <Text size="xs" c="dimmed" className={styles.across}>
          {words.before(before)}
        </Text>
      )}
      {lanes
        .filter(({ fate }) => fate !== 'before')
        .map((lane) => (
          <LaneRow key={lane.index} run={run} lane={lane} stale={stale.get(lane.index)} />
        ))}
      <div className={styles.sideFoot}>{words.return(formatNumber(original))}</div>
      <div className={styles.sideFoot}>{words.return(formatNumber(edited))}</div>
    </div>
  );
}

interface LaneProps {
  readonly run: RunSet;
  readonly lane: Lane;
  readonly stale: { readonly changed: number; readonly of: number } | undefined;
}

function LaneRow({ run, lane, stale }: LaneProps) {
  const isStale = stale !== undefined && stale.changed > 0;
  return (
    <>
      <Said
        run={run}
        message={lane.original}
        same={lane.same}
        note={lane.fate === 'changed' ? words.fates.before : words.fates[lane.fate]}
      />
      <Said
        run={run}
        message={lane.edited}
        same={lane.same}
        note={lane.fate === 'pinned' && isStale ? replayText.stale.found(stale.changed, stale.of) : words.fates[lane.fate]}
        stale={isStale}
      />
    </>
  );
}

interface SaidProps {
  readonly run: RunSet;
  readonly message: MessageRecord | null;
  readonly same: boolean;
  readonly note: string;
  readonly stale?: boolean;
}

function Said({ run: { document }, message, same, note, stale }: SaidProps) {
  const scheme = useScheme();
  if (!message) return <div className={styles.said}>{words.silent}</div>;
  const color = agentColor(agentIndex(document, message.role), scheme);
  return (
    <div className={styles.said} data-same={same} style={{ borderInlineStartColor: color }}>
      <div className={styles.saidHead}>
        <span className={styles.speaker} style={{ color }}>
          {agentName(document, message.role)}
        </span>
        <span className={styles.fact}>
          {note}
          {same && ` · ${words.same}`}
          {message.finish_reason === 'length' && ` · ${words.cut}`}
        </span>
        {stale && (
          <Badge size="xs" variant="outline" color="orange">
            {replayText.stale.badge}
          </Badge>
        )}
      </div>
      <div className={styles.words}>{message.text === '' ? words.empty : message.text}</div>
    </div>
  );
}
