/** What came of each group: mean over seeds with its interval, the best run, and the difference from the first row. */
import { ActionIcon, Button, Group, NumberInput, Select, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { Fragment, useMemo, useState } from 'react';
import { tableCsv, tableJson, tableMarkdown } from '../../../../core/sweep/exports.ts';
import { type Measure, SUMMARIES, type Summary, usualMeasure } from '../../../../core/sweep/measure.ts';
import { alikeBest, resultTable, type ResultRow } from '../../../../core/sweep/table.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { saveFile } from '../../../kit/files/saveFile.ts';
import { GAP, inBrackets, STOP, text } from '../../../../words/words.ts';
import { diffValue, pathLabel } from '../list/labels.ts';
import { exportBest } from '../list/runActions.tsx';
import styles from './compare.module.css';
import { GroupMark } from './GroupMark.tsx';
import { IntervalBar } from './IntervalBar.tsx';
import { heatMapOf } from './heatMap.ts';
import { HeatMapTable } from './HeatMapTable.tsx';
import { cellsOf, type ComparedGroup, type ComparedRow, differencesOf, isImported, seedOf } from './model.ts';
import { metricLabel } from './metricLabel.ts';
import { Verdict } from './Verdict.tsx';

const words = text.runs.compare;

interface Props {
  readonly groups: readonly ComparedGroup[];
  /** Metrics that any of the runs has. */
  readonly measured: readonly string[];
  /** Whether seeds are averaged over. */
  readonly grouped: boolean;
}

/** Settings that have a column; the table of differences has all. */
const MOST_COLUMNS = 6;

export function ResultsTable({ groups, measured, grouped }: Props) {
  const measure = useRunsView((state) => state.measure);
  const differences = useMemo(() => differencesOf(groups, grouped), [groups, grouped]);
  const short = differences.filter(({ kind }) => kind !== 'text');
  const columns = short.slice(0, MOST_COLUMNS);
  const rows = useMemo(() => resultTable(cellsOf(groups), measure), [groups, measure]);
  const map = useMemo(() => heatMapOf(groups, rows, differences), [groups, rows, differences]);
  const lone = groups.every(({ runs }) => runs.length < 2);
  return (
    <>
      <Group gap="sm" mb={6} align="flex-end">
        <Title order={3} size="sm" pb={4}>
          {words.results}
        </Title>
        <MeasureFields measure={measure} measured={measured} />
        <Exports rows={rows} measure={measure} />
      </Group>
      <Verdict rows={rows} groups={groups} measure={measure} />
      <div className={styles.wide} role="group" aria-label={words.results} tabIndex={0}>
        <Table verticalSpacing={4} fz="xs" className={styles.results} aria-label={words.results}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.columns.group}</Table.Th>
              {columns.map(({ path }) => (
                <Table.Th key={path} className={styles.setting} title={path}>
                  {pathLabel(path)}
                </Table.Th>
              ))}
              <Table.Th ta="right">{words.columns.runs}</Table.Th>
              <Table.Th ta="right">{words.columns.mean}</Table.Th>
              <Table.Th>{words.columns.interval}</Table.Th>
              <Table.Th className={styles.barCell}>
                <VisuallyHidden>{words.columns.drawn}</VisuallyHidden>
              </Table.Th>
              <Table.Th>{words.columns.best}</Table.Th>
              <Table.Th title={words.differenceHelp}>{words.columns.difference}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => {
              const group = groups[row.cell];
              return group && <GroupRows key={group.id} row={row} rows={rows} group={group} settings={columns} />;
            })}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {lone ? words.oneSeed : words.note}
        {short.length > MOST_COLUMNS && ` ${words.moreSettings(short.length - MOST_COLUMNS)}`}
      </Text>
      {map && <HeatMapTable map={map} measure={measure} />}
    </>
  );
}

function MeasureFields({ measure, measured }: { readonly measure: Measure; readonly measured: readonly string[] }) {
  const set = (part: Partial<Measure>): void => runsViewStore.getState().set({ measure: { ...measure, ...part } });
  const choices = measured.includes(measure.metric) ? measured : [measure.metric, ...measured];
  return (
    <>
      <Select
        w={260}
        label={words.metric}
        data={choices.map((metric) => ({ value: metric, label: metricLabel(metric) }))}
        value={measure.metric}
        onChange={(metric) => metric !== null && set(usualMeasure(metric))}
        searchable
        limit={60}
        nothingFoundMessage={words.noMetric}
        selectFirstOptionOnChange
        // What is typed takes the place of the metric that stands there.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={({ currentTarget }) => currentTarget.select()}
      />
      <Select
        w={160}
        label={words.summary}
        data={SUMMARIES.map((summary) => ({ value: summary, label: words.summaries[summary] }))}
        value={measure.summary}
        onChange={(summary) => summary !== null && set({ summary: summary as Summary })}
      />
      {measure.summary !== 'area' && (
        <NumberInput
          w={70}
          label={words.window}
          min={1}
          max={100_000}
          allowDecimal={false}
          value={measure.window}
          onChange={(value) => typeof value === 'number' && value >= 1 && set({ window: value })}
        />
      )}
      <Select
        w={90}
        label={words.better}
        data={[
          { value: 'higher', label: words.higher },
          { value: 'lower', label: words.lower },
        ]}
        value={measure.better}
        onChange={(better) => set({ better: better === 'lower' ? 'lower' : 'higher' })}
      />
    </>
  );
}

function Exports({ rows, measure }: { readonly rows: readonly ResultRow[]; readonly measure: Measure }) {
  return (
    <Group gap={4} ml="auto">
      <Text size="xs">{words.exportTable}</Text>
      <Button size="compact-xs" variant="default" onClick={() => saveFile('results.csv', tableCsv(rows), 'text/csv')}>
        {words.csv}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => saveFile('results.json', new Uint8Array(tableJson(rows, measure)), 'application/json')}
      >
        {words.json}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => saveFile('results.md', tableMarkdown(rows, measure), 'text/markdown')}>
        {words.markdown}
      </Button>
    </Group>
  );
}

interface RowsProps {
  readonly row: ResultRow;
  readonly rows: readonly ResultRow[];
  readonly group: ComparedGroup;
  /** Settings in which the groups differ. */
  readonly settings: readonly ComparedRow[];
}

function GroupRows({ row, rows, group, settings }: RowsProps) {
  const [open, setOpen] = useState(false);
  const highlighted = useRunsView((state) => state.highlighted);
  const { set } = runsViewStore.getState();
  const { mean, interval, best, difference, missing, values, seeds } = row;
  const several = group.runs.length > 1;
  const only = several ? null : (group.runs[0]?.id ?? null);
  return (
    <Fragment>
      <Table.Tr
        data-highlighted={group.runs.some(({ id }) => id === highlighted) || undefined}
        onPointerEnter={() => only !== null && set({ highlighted: only })}
        onPointerLeave={() => only !== null && set({ highlighted: null })}
      >
        <Table.Td data-name>
          <Group gap={6} wrap="nowrap">
            {several ? (
              <ActionIcon
                size="xs"
                color="gray"
                aria-expanded={open}
                aria-label={words.showRuns(group.name)}
                onClick={() => setOpen(!open)}
              >
                {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
              </ActionIcon>
            ) : null}
            <GroupMark slot={group.slot} />
            <span>{group.name}</span>
            {best && !group.runs.some(isImported) && (
              <ActionIcon
                size="sm"
                color="gray"
                title={`${words.bestAdaptersOf(group.name)}${STOP}${words.bestAdaptersHelp}`}
                aria-label={words.bestAdaptersOf(group.name)}
                onClick={() => exportBest(best.id)}
              >
                <IconDownload size={15} />
              </ActionIcon>
            )}
          </Group>
        </Table.Td>
        {settings.map((setting) => (
          <Table.Td key={setting.path} className={styles.setting} c={setting.unknown[row.cell] ? 'dimmed' : undefined}>
            {setting.unknown[row.cell] ? words.unknown : diffValue(setting, setting.values[row.cell])}
          </Table.Td>
        ))}
        <Table.Td ta="right">
          {values.length}
          {seeds < values.length && `${GAP}${inBrackets(words.ofSeeds(seeds))}`}
          {missing > 0 && `${GAP}${inBrackets(words.missing(missing))}`}
        </Table.Td>
        <Table.Td ta="right" fw={600}>
          {formatNumber(mean)}
        </Table.Td>
        <Table.Td>{interval ? words.range(formatNumber(interval.low), formatNumber(interval.high)) : '–'}</Table.Td>
        <Table.Td className={styles.barCell}>
          <IntervalBar row={row} rows={rows} slot={group.slot} />
        </Table.Td>
        <Table.Td>{best ? words.bestRun(formatNumber(best.value), best.seed, alikeBest(row)) : '–'}</Table.Td>
        <Table.Td>
          {difference &&
            words.difference(formatSigned(difference.mean), formatSigned(difference.interval.low), formatSigned(difference.interval.high))}
          {difference && `, ${difference.apart ? words.apart : words.notApart}`}
        </Table.Td>
      </Table.Tr>
      {open &&
        group.runs.map(({ id, title, run, parent }) => (
          <Table.Tr
            key={id}
            tabIndex={0}
            aria-label={words.runRow(title)}
            data-highlighted={id === highlighted || undefined}
            onPointerEnter={() => set({ highlighted: id })}
            onPointerLeave={() => set({ highlighted: null })}
            onFocus={() => set({ highlighted: id })}
            onBlur={() => set({ highlighted: null })}
          >
            <Table.Td pl={34} colSpan={1 + settings.length}>
              {title}
            </Table.Td>
            <Table.Td ta="right">{seedOf({ id, title, run, parent }) ?? words.unknown}</Table.Td>
            <Table.Td ta="right">{formatNumber(values.find((value) => value.id === id)?.value)}</Table.Td>
            <Table.Td colSpan={4} />
          </Table.Tr>
        ))}
    </Fragment>
  );
}
