/** What holding a run's bases in fewer bits changes: measured when a person asks, shown again when the run is. */
import { Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type ComparedWeights, COMPARED_TOKENS } from '../../../core/formats/runs/weightDifference.ts';
import { useLibrary } from '../../state/library/library.ts';
import { useWeights, weightsStore } from '../../state/weights/weights.ts';
import { weightsText as words } from '../../../words/words.ts';
import { formatNumber } from '../figures/format.ts';
import { FaultList } from '../notices/FaultList.tsx';
import { AskBar } from './AskBar.tsx';

export default function WeightDifference({ runId }: { readonly runId: string }) {
  const held = useWeights((state) => state.runs[runId]);
  const asking = useWeights((state) => state.asking.includes(runId));
  const fault = useWeights((state) => state.faults[runId]);
  const kept = useLibrary((state) => state.cards.some(({ id }) => id === runId));
  const { load, measure, closeFault } = weightsStore.getState();
  useEffect(() => void load(runId), [load, runId]);
  return (
    <Stack gap={6} component="section" aria-label={words.label}>
      {held?.form === 'f32' && (
        <Text size="xs" c="dimmed">
          {words.asStored}
        </Text>
      )}
      {held && held.form !== 'f32' && (
        <>
          <AskBar
            by={{ view: 'weights', runId }}
            start={held.compared ? words.again : words.measure}
            icon={<IconScale size={15} aria-hidden />}
            variant="default"
            {...(!held.compared && { cost: words.cost(held.form, COMPARED_TOKENS) })}
            refused={null}
            asking={asking}
            part={words.part}
            loading={words.loading}
            onStart={() => void measure(runId)}
          />
          {held.compared && <Found compared={held.compared} />}
          {held.compared && !kept && (
            <Text size="xs" c="dimmed">
              {words.notKept}
            </Text>
          )}
        </>
      )}
      {fault && <FaultList faults={[fault]} onClose={() => closeFault(runId)} />}
    </Stack>
  );
}

function Found({ compared }: { readonly compared: readonly ComparedWeights[] }) {
  return (
    <>
      {compared.map(({ base, form, kl_mean, kl_max, max_at, tokens, source, backend }) => (
        <div key={base} role="group" aria-label={words.found(base, form)}>
          <Text size="xs" fw={600}>
            {words.found(base, form)}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words.kl(formatNumber(kl_mean), formatNumber(kl_max), max_at.text)}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words.rests(tokens, source, backend)}
          </Text>
        </div>
      ))}
      <Text size="xs" c="dimmed">
        {words.meaning}
      </Text>
    </>
  );
}
