/** What fewer bits change in the run on screen, where its bases are held in fewer: beside the setting that says in how many. */
import { Box, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useRuns } from '../../state/runs/runs.ts';
import { text } from '../../../words/words.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const WeightDifference = lazyPart(() => import('../../kit/lab/WeightDifference.tsx'));

export function MeasuredWeights() {
  const shown = useRuns((state) => state.current);
  const form = useRuns((state) => (shown === null ? undefined : state.runs[shown]?.document.team.weights)) ?? 'f32';
  if (shown === null || form === 'f32') return null;
  return (
    <Box style={{ gridColumn: '1 / -1' }}>
      <Text size="xs" mb={4}>
        {text.training.measuredWeights(form)}
      </Text>
      <Suspense fallback={null}>
        <WeightDifference runId={shown} />
      </Suspense>
    </Box>
  );
}
