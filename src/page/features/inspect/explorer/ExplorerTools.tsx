/** What the explorer's table is narrowed to, and what came of it. */
import { Button, Group, Indicator, NumberInput, Popover, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { explorerStore, useExplorer, type ExplorerScope } from '../../../state/reading/explorerView.ts';
import type { EpisodeVerdict } from '../../../state/runs/episodes.ts';
import { isOpen, NO_FILTER, OPEN, type Range, type Selection } from '../../../state/runs/explorer.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { agentName } from '../../../kit/figures/lineStyle.ts';
import { exploreText, inspectText } from '../../../../words/words.ts';
import styles from './explorer.module.css';

const words = exploreText.tools;

interface Props {
  readonly document: ProjectDocument;
  readonly iteration: number;
  readonly selection: Selection | null;
}

export function ExplorerTools({ document, iteration, selection }: Props) {
  const scope = useExplorer((state) => state.scope);
  const filter = useExplorer((state) => state.filter);
  const { set, narrow, clear } = explorerStore.getState();
  return (
    <>
      <div className={styles.tools} role="search" aria-label={words.label}>
        <SegmentedControl
          size="xs"
          aria-label={words.scope}
          value={scope}
          data={[
            { value: 'iteration', label: words.oneIteration(iteration) },
            { value: 'all', label: words.allIterations },
          ]}
          onChange={(value) => set({ scope: value as ExplorerScope })}
        />
        <TextInput
          id="explorer-search"
          className={styles.search}
          aria-label={words.search}
          placeholder={words.searchPlaceholder}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={filter.text}
          onChange={({ currentTarget: { value } }) => narrow({ text: value })}
        />
        {selection?.anyJudged && (
          <SegmentedControl
            size="xs"
            aria-label={inspectText.reader.verdict}
            value={filter.verdict}
            data={(Object.keys(inspectText.reader.verdicts) as EpisodeVerdict[]).map((value) => ({
              value,
              label: inspectText.reader.verdicts[value],
            }))}
            onChange={(value) => narrow({ verdict: value as EpisodeVerdict })}
          />
        )}
      </div>
      <div className={styles.count}>
        <Filters document={document} selection={selection} />
        {selection && <span role="status">{summary(selection)}</span>}
        {!isOpen(filter) && (
          <Button variant="subtle" size="compact-xs" aria-label={words.clearHelp} onClick={clear}>
            {words.clear}
          </Button>
        )}
      </div>
    </>
  );
}

function summary({ rows, of, judged, right, meanReward }: Selection): string {
  const { count, share } = inspectText.reader;
  const said = [
    count(rows.length, of),
    judged > 0 && share(right, judged),
    meanReward !== null && words.meanReward(formatNumber(meanReward)),
  ];
  return said.filter((part) => part !== false).join(' · ');
}

/** Reward, length and agent, behind a button that tells whether any of them narrows the table. */
function Filters({ document, selection }: Pick<Props, 'document' | 'selection'>) {
  const filter = useExplorer((state) => state.filter);
  const { narrow } = explorerStore.getState();
  const narrows = !isOpen({ ...NO_FILTER, agent: filter.agent, reward: filter.reward, tokens: filter.tokens });
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus withinPortal>
      <Indicator disabled={!narrows} size={8} offset={3}>
        <Popover.Target>
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconFilter size={12} aria-hidden />}
            aria-label={narrows ? words.filtersActive : words.filters}
          >
            {words.filters}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={words.filters}>
        <Stack gap="sm">
          <Select
            label={words.agent}
            description={words.agentHelp}
            data={[
              { value: '', label: words.anyAgent },
              ...document.team.agents.map(({ role }) => ({ value: role, label: agentName(document, role) })),
            ]}
            value={filter.agent ?? ''}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => narrow({ agent: value === '' ? null : value })}
          />
          <Between
            label={words.reward}
            range={filter.reward}
            extent={selection?.rewards ?? OPEN}
            onChange={(reward) => narrow({ reward })}
          />
          <Between
            label={words.tokens}
            range={filter.tokens}
            extent={selection?.lengths ?? OPEN}
            onChange={(tokens) => narrow({ tokens })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface BetweenProps {
  readonly label: string;
  readonly range: Range;
  /** Range of all there is, shown where an end is open. */
  readonly extent: Range;
  readonly onChange: (range: Range) => void;
}

function Between({ label, range, extent, onChange }: BetweenProps) {
  const end = (which: keyof Range) => (
    <NumberInput
      flex={1}
      label={words.end[which](label)}
      placeholder={formatNumber(extent[which])}
      value={range[which] ?? ''}
      onChange={(value) => onChange({ ...range, [which]: typeof value === 'number' ? value : null })}
    />
  );
  return (
    <Group gap="xs" wrap="nowrap" align="end">
      {end('least')}
      <Text size="sm" pb={4} aria-hidden>
        –
      </Text>
      {end('most')}
    </Group>
  );
}
