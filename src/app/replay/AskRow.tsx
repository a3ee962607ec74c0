/** How often and with which team it is played, the button that begins it, and how far it is. */
import { Button, Group, NumberInput, Progress, Select, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { spokeAfter } from '../../core/counterfactual/branches.ts';
import { isActive, useEngine } from '../../stores/engine.ts';
import { labStore, useLab } from '../../stores/lab.ts';
import { replayStore, useReplay } from '../../stores/replay.ts';
import { MOST_ROLLS } from '../../stores/replay/createReplay.ts';
import type { RunSet } from '../../stores/runs/types.ts';
import { Term } from '../help/Term.tsx';
import { FaultList } from '../shell/FaultList.tsx';
import { replayText } from '../text/en.replay.ts';
import styles from './replay.module.css';

const words = replayText.ask;

/** Most versions listed at once; of more one is found by its number. */
export const LISTED = 60;

interface Props {
  readonly run: RunSet;
  /** Of the episode. */
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
  const fault = useLab((lab) => lab.fault);
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
        <Select
          w={190}
          label={words.team}
          allowDeselect={false}
          searchable={(versions?.length ?? 0) > LISTED}
          limit={LISTED}
          data={(versions ?? []).toReversed().map((version) => ({ value: String(version), label: words.version(version) }))}
          value={team === null ? null : String(team)}
          onChange={(value) => value !== null && setTeam(Number(value))}
        />
        <Button leftSection={<IconPlayerPlay size={15} />} disabled={asking || team === null} onClick={onAsk}>
          {words.run}
        </Button>
        {asking && <UnderWay runId={run.id} />}
      </Group>
      <Text size="xs" c="dimmed">
        {team !== null && (team === spoke ? (spoke === 0 ? words.veryBegan : words.very(spoke)) : words.other(spoke, team))}
        {versions?.length === 1 && versions[0] === 0 && run.iteration > 0 ? ` ${words.none}` : ''} {other ?? ''}{' '}
        {training ? words.training : ''} <Term id="commonRandomNumbers" />
      </Text>
      {fault && !asking && <FaultList faults={[fault]} onClose={() => labStore.getState().closeFault()} />}
    </div>
  );
}

function UnderWay({ runId }: { readonly runId: string }) {
  const job = useLab((lab) => lab.job);
  const own = job?.runId === runId && job.kind === 'replay' ? job : null;
  return (
    <>
      {own && (
        <Button variant="default" onClick={() => labStore.getState().cancel()}>
          {words.cancel}
        </Button>
      )}
      <Group gap={8} role="status" pb={8}>
        {own && own.of > 0 && <Progress w={120} value={(100 * own.done) / own.of} aria-label={words.progress(own.done, own.of)} />}
        <Text size="xs" c="dimmed">
          {own ? (own.of > 0 ? words.progress(own.done, own.of) : words.loading) : words.waiting}
        </Text>
      </Group>
    </>
  );
}
