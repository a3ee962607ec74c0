/** The smoothing of all charts. */
import { Group, Slider, Text } from '@mantine/core';
import { chartViewStore, MOST_SMOOTHING, useChartView } from '../../state/charts/chartView.ts';
import { inspectText } from '../../../words/words.ts';

export function SmoothingSlider() {
  const smoothing = useChartView((view) => view.smoothing);
  return (
    <Group gap="xs" wrap="nowrap" title={inspectText.charts.smoothingHelp}>
      <Text size="xs" c="dimmed">
        {inspectText.charts.smoothing}
      </Text>
      <Slider
        w={100}
        size="xs"
        min={0}
        max={MOST_SMOOTHING}
        step={0.01}
        value={smoothing}
        onChange={chartViewStore.getState().smooth}
        label={(value) => value.toFixed(2)}
        thumbLabel={inspectText.charts.smoothing}
      />
    </Group>
  );
}
