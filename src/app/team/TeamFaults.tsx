/** What is wrong with the graph as it is drawn now. */
import { Alert, Text } from '@mantine/core';
import { useMemo } from 'react';
import { graphFaults } from '../../core/team/graph.ts';
import { useDocument } from '../../stores/document.ts';
import { text } from '../text/text.ts';

export function TeamFaults() {
  const team = useDocument((state) => state.document.team);
  const faults = useMemo(() => graphFaults(team), [team]);
  if (faults.length === 0) return null;
  return (
    <Alert color="red" variant="outline" p={8} maw={280} bg="var(--surface)" title={text.fault.count(faults.length)} role="status">
      {faults.map((fault) => (
        <Text key={`${fault.code} ${fault.place?.subject ?? ''}`} size="xs" c="var(--ink)">
          {fault.message} {fault.hint}
        </Text>
      ))}
    </Alert>
  );
}
