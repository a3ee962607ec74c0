/** What stands where a run would be shown: why there is none, and what to do. */
import { Loader, Stack, Text } from '@mantine/core';
import { useRuns } from '../../stores/runs.ts';
import { inspectText } from '../text/en.inspect.ts';

const text = inspectText.empty;

export function EmptyRun() {
  const recorded = useRuns((state) => state.recorded);
  const others = useRuns((state) => state.order.length > 0);
  const none = [text.noRun, others ? text.noRunOthers : text.noRunHint] as const;
  const [sentence, hint] = {
    idle: none,
    ready: none,
    loading: [text.loading, ''],
    missing: [text.missing, text.missingHint],
    broken: [text.broken, text.missingHint],
  }[recorded.status];
  return (
    <Stack align="center" justify="center" gap={4} p="xl" mih={160} role="status">
      {recorded.status === 'loading' && <Loader size="sm" />}
      <Text size="sm" fw={600}>
        {sentence}
      </Text>
      {recorded.status === 'broken' && <Text size="sm">{recorded.fault.message}</Text>}
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
}
