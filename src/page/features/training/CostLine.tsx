/** Beside Train: what the next run will take, or while one goes on how long it still will. */
import { Text } from '@mantine/core';
import { expectedOn, expectedSeconds, isActive, useEngine } from '../../state/engine/engine.ts';
import { useDocument } from '../../state/document/document.ts';
import { Explained } from '../../kit/help/Explained.tsx';
import { formatBytes } from '../../kit/figures/format.ts';
import { formatDuration } from '../../kit/figures/figures.ts';
import { useCalmRun } from '../../kit/runs/useCalmRun.ts';
import { serverText, text } from '../../../words/words.ts';
import { secondsLeft } from './timeLeft.ts';

const words = text.engine.line;

export function CostLine() {
  const active = useEngine((state) => isActive(state.phase));
  return active ? <TimeLeft /> : <NextRun />;
}

function NextRun() {
  const memory = useEngine((state) => state.cost?.memoryBytes ?? null);
  const seconds = useEngine(expectedSeconds);
  const measuredOn = useEngine(expectedOn);
  const backend = useEngine((state) => (state.backend === 'auto' ? (state.report?.backend ?? null) : state.backend));
  const iterations = useDocument((state) => state.document.training.iterations);
  const server = useEngine((state) => state.server);
  if (server)
    return (
      <Text size="xs" c="dimmed" title={server.url} data-cost>
        {serverText.next}
      </Text>
    );
  if (memory === null) return null;
  const device = backend && text.training.backends[backend];
  const time = seconds === null ? null : formatDuration(seconds * iterations);
  const help = seconds === null || measuredOn === null ? words.helpNoTime : words.help(formatDuration(seconds), device, measuredOn);
  return (
    <Text size="xs" c="dimmed" className="tabular" data-cost>
      <Explained explanation={<Text size="sm">{help}</Text>}>{words.next(time, formatBytes(memory))}</Explained>
    </Text>
  );
}

/** Time left of the run that is being trained, shown only while that run is on screen. */
function TimeLeft() {
  const run = useCalmRun(1000);
  const runId = useEngine((state) => state.runId);
  if (!run || run.id !== runId) return null;
  const seconds = secondsLeft(run.timing, run.iteration, run.document.training.iterations);
  if (seconds === null) return null;
  return (
    <Text size="xs" c="dimmed" className="tabular" title={words.leftHelp} data-left>
      {words.left(formatDuration(seconds))}
    </Text>
  );
}
