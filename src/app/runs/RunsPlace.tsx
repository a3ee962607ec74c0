/** The runs of this session as a table. */
import { Button, Stack, Table, Text } from '@mantine/core';
import { useShallow } from 'zustand/react/shallow';
import { useRuns } from '../../stores/runs.ts';
import { formatNumber } from '../charts/format.ts';
import { inspectText } from '../text/en.inspect.ts';
import { text } from '../text/text.ts';
import { runNames } from './runNames.ts';

const words = text.shell.runsTable;

export function RunsPlace() {
  const order = useRuns((state) => state.order);
  const names = useRuns(useShallow((state) => runNames(order, state.runs)));
  if (order.length === 0) {
    return (
      <Stack align="center" gap={4} p="xl" role="status">
        <Text size="sm" fw={600}>
          {words.none}
        </Text>
        <Text size="sm" c="dimmed">
          {words.noneHint}
        </Text>
      </Stack>
    );
  }
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={words.label} verticalSpacing="xs" className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{words.origin}</Table.Th>
            <Table.Th>{words.iterations}</Table.Th>
            <Table.Th>{words.best}</Table.Th>
            <Table.Th>{words.show}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.toReversed().map((id) => (
            <RunRow key={id} id={id} name={names.get(id) ?? id} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RunRow({ id, name }: { readonly id: string; readonly name: string }) {
  const shown = useRuns((state) => state.current === id);
  const show = useRuns((state) => state.show);
  const origin = useRuns((state) => state.runs[id]?.origin);
  const progress = useRuns((state) => {
    const run = state.runs[id];
    return run && inspectText.runs.progress(run.iteration, run.document.training.iterations, inspectText.runs.phases[run.phase]);
  });
  const best = useRuns((state) => {
    const held = state.runs[id]?.best;
    return held ? inspectText.runs.best(held.iteration, held.metric, formatNumber(held.value)) : '–';
  });
  return (
    <Table.Tr data-shown={shown}>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{origin === 'recorded' ? words.recorded : words.live}</Table.Td>
      <Table.Td>{progress}</Table.Td>
      <Table.Td>{best}</Table.Td>
      <Table.Td>
        {shown ? (
          words.shown
        ) : (
          <Button size="compact-xs" variant="default" aria-label={words.showRun(name)} onClick={() => show(id)}>
            {words.show}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
