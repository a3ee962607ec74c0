/** How often and with which team it is played, the button that begins it, and how far it is. */
import { Group, NumberInput, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { spokeAfter } from '../../../core/counterfactual/branches.ts';
import { isActive, useEngine } from '../../state/engine/engine.ts';
import { useLab } from '../../state/lab/lab.ts';
import { replayStore, useReplay } from './replay.ts';
import { MOST_ROLLS } from './createReplay.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Term } from '../../kit/help/Term.tsx';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { VersionSelect } from '../../kit/lab/VersionSelect.tsx';
import { GAP, labText, replayText } from '../../../words/words.ts';
import styles from './replay.module.css';

const words = replayText.ask;

interface Props {
  readonly run: RunSet;
  /** Iteration of the episode. */
  readonly iteration: number;
  /** Null until they are known. */
  readonly versions: readonly number[] | null;
  /** Completed iterations of the team that speaks; null where none can. */
  readonly team: number | null;
  readonly onAsk: () => void;
}

export function AskRow({ run, iteration, versions, team, onAsk }: Props) {
  const rolls = useReplay((state) => state.rolls);
  const asking = useReplay((state) => state.asking.includes(run.id));
  const report = useLab((lab) => lab.report);
  const training = useEngine(({ phase }) => isActive(phase) && phase !== 'paused');
  const { setRolls, setTeam } = replayStore.getState();
  const spoke = spokeAfter(iteration, run.document.training.lag);
  const other = report && run.backend && report.backend !== run.backend.backend ? words.backend(run.backend.backend, report.backend) : null;
  return (
    <div className={styles.ask}>
      <Group gap="sm" align="flex-end">
        <NumberInput
          w={110}
          label={words.rolls}
          title={words.rollsHint(MOST_ROLLS)}
          min={1}
          max={MOST_ROLLS}
          allowDecimal={false}
          value={rolls}
          onChange={(value) => typeof value === 'number' && value >= 1 && setRolls(value)}
        />
        {!run.playOn && <VersionSelect<never> versions={versions ?? []} value={team} onChange={setTeam} />}
      </Group>
      <Text size="xs" c="dimmed">
        {team !== null && !run.playOn && (team === spoke ? (spoke === 0 ? words.veryBegan : words.very(spoke)) : words.other(spoke, team))}
        {versions?.length === 1 && versions[0] === 0 && run.iteration > 0 && !run.playOn ? `${GAP}${labText.onlyBegan}` : ''}
        {GAP}
        {other ?? ''}
        {GAP}
        {training ? words.training : ''} <Term id="commonRandomNumbers" />
      </Text>
      <AskBar
        by={{ view: 'replay', runId: run.id }}
        start={words.run}
        icon={<IconPlayerPlay size={15} />}
        refused={versions === null ? labText.finding : team === null ? words.nobody : null}
        asking={asking}
        onStart={onAsk}
      />
    </div>
  );
}
