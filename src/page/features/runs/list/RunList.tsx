/** The table of runs with what is searched and filtered, what is chosen, and the run the keyboard is at. */
import { Button, Group, Loader, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLibrary } from '../../../state/library/library.ts';
import { NO_FILTERS, runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { OpenOther } from '../../../kit/files/OpenOther.tsx';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { GAP, text } from '../../../../words/words.ts';
import { BrokenRuns } from './BrokenRuns.tsx';
import { choicesOf, filterRuns, type ListedRun } from './listed.ts';
import styles from './list.module.css';
import { RunDetails } from './RunDetails.tsx';
import { removeRuns } from './runActions.tsx';
import { RunsTable } from './RunsTable.tsx';
import { useListed } from './useListed.ts';

const words = text.runs.list;

export function RunList() {
  const all = useListed();
  const filters = useRunsView((state) => state.filters);
  const runs = useMemo(() => filterRuns(all, filters), [all, filters]);
  const status = useLibrary((state) => state.status);
  const fault = useLibrary((state) => state.fault);
  if (all.length === 0)
    return (
      <>
        {fault && <FaultList faults={[fault]} />}
        <Stack align="center" gap={6} p="xl" role="status">
          {status === 'loading' ? <Loader size="sm" /> : null}
          <Text size="sm" fw={600}>
            {status === 'loading' ? words.loading : words.none}
          </Text>
          {status !== 'loading' && (
            <Text size="sm" c="dimmed" maw={460} ta="center">
              {words.noneHint}
            </Text>
          )}
          {status !== 'loading' && <SweepButton />}
          {status !== 'loading' && <OpenOther />}
        </Stack>
        <BrokenRuns />
      </>
    );
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        {fault && <FaultList faults={[fault]} />}
        <Toolbar all={all} />
        {runs.length === 0 ? (
          <Stack align="center" gap={6} p="lg" role="status">
            <Text size="sm" fw={600}>
              {words.nothingFound}
            </Text>
            <Button variant="default" onClick={() => runsViewStore.getState().set({ filters: NO_FILTERS })}>
              {words.clearFilters}
            </Button>
          </Stack>
        ) : (
          <RunsTable runs={runs} all={all} />
        )}
        <Footer all={all} />
        <BrokenRuns />
      </div>
      <RunDetails all={all} />
    </div>
  );
}

function Toolbar({ all }: { readonly all: readonly ListedRun[] }) {
  const { search, project, tag, sweep } = useRunsView((state) => state.filters);
  const flat = useRunsView((state) => state.flat);
  const { filter, set } = runsViewStore.getState();
  const choices = useMemo(() => choicesOf(all), [all]);
  return (
    <Group gap={6}>
      <TextInput
        w={220}
        aria-label={words.search}
        placeholder={words.searchPlaceholder}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={({ currentTarget }) => filter({ search: currentTarget.value })}
      />
      {choices.projects.length > 1 && (
        <Filter
          label={words.project}
          any={words.anyProject}
          data={choices.projects}
          value={project}
          onChange={(value) => filter({ project: value })}
        />
      )}
      {choices.tags.length > 0 && (
        <Filter label={words.tag} any={words.anyTag} data={choices.tags} value={tag} onChange={(value) => filter({ tag: value })} />
      )}
      {choices.sweeps.length > 0 && (
        <Filter
          label={words.sweep}
          any={words.anySweep}
          data={choices.sweeps}
          value={sweep}
          onChange={(value) => filter({ sweep: value })}
        />
      )}
      {all.some(({ parent }) => parent) && (
        <Switch label={words.tree} checked={!flat} onChange={({ currentTarget }) => set({ flat: !currentTarget.checked })} />
      )}
      <Group gap={6} ml="auto">
        <OpenOther />
        <SweepButton />
      </Group>
    </Group>
  );
}

function SweepButton() {
  return (
    <Button variant="default" title={text.runs.actions.sweepHelp} onClick={() => runsViewStore.getState().set({ sweeping: true })}>
      {text.runs.actions.sweep}
    </Button>
  );
}

interface FilterProps {
  readonly label: string;
  readonly any: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Filter({ label, any, data, value, onChange }: FilterProps) {
  return <Select w={160} aria-label={label} placeholder={any} data={[...data]} value={value} onChange={onChange} clearable searchable />;
}

/** How many there are, what they take, and what deleting would free. */
function Footer({ all }: { readonly all: readonly ListedRun[] }) {
  const usage = useLibrary((state) => state.usage);
  const promised = useLibrary((state) => state.persisted);
  const selected = useRunsView((state) => state.selected);
  const kept = all.filter((run) => run.kept);
  const chosen = kept.filter(({ id }) => selected.includes(id));
  const sum = (runs: readonly ListedRun[]): number => runs.reduce((total, { bytes }) => total + bytes, 0);
  return (
    <Group gap={8} mih={26}>
      <Text size="xs" c="dimmed" className="tabular">
        {words.usage(kept.length, formatBytes(sum(kept)), usage && formatBytes(usage.bytes), usage && formatBytes(usage.quota))}
        {GAP}
        {chosen.length > 0 && words.frees(formatBytes(sum(chosen)))}
        {GAP}
        {promised === false && kept.length > 0 && words.notPromised}
      </Text>
      {selected.length > 0 && (
        <Group gap={6} ml="auto">
          <Button size="compact-xs" variant="default" onClick={() => runsViewStore.getState().set({ selected: [] })}>
            {text.runs.actions.deselect}
          </Button>
          {chosen.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => removeRuns(chosen)}>
              {text.runs.actions.remove}
            </Button>
          )}
          <Button
            size="compact-xs"
            disabled={selected.length < 2}
            title={text.runs.actions.compareHelp}
            onClick={() => runsViewStore.getState().set({ tab: 'compare' })}
          >
            {text.runs.actions.compare(selected.length)}
          </Button>
        </Group>
      )}
    </Group>
  );
}
