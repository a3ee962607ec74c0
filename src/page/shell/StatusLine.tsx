/** The bottom line: what the trainer does, which backend runs and why, and what this browser lacks. */
import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isActive, shownProgress, useEngine } from '../state/engine/engine.ts';
import { isWarming } from '../state/engine/warmStart.ts';
import { useKeptOffline } from '../state/opening/offline.ts';
import { useRuns } from '../state/runs/runs.ts';
import { Version } from '../features/changes/Version.tsx';
import { openReport } from '../state/log/reporting.ts';
import { storageWorks } from '../state/storage/storage.ts';
import { formatBytes } from '../kit/figures/format.ts';
import { formatDuration, formatRate } from '../kit/figures/figures.ts';
import { ConsentStatus } from '../kit/consent/ConsentNotice.tsx';
import { reworded, serverText, text } from '../../words/words.ts';

export function StatusLine() {
  const phase = useEngine((state) => state.phase);
  const rate = useEngine((state) => state.tokensPerSecond);
  const memory = useEngine((state) => state.memory);
  const seconds = useEngine((state) => state.cost?.secondsPerIteration);
  const warming = useEngine((state) => isWarming(state.warm));
  const server = useEngine((state) => state.server);
  const asking = useEngine((state) => state.asking);
  const kept = useKeptOffline();
  const lacks = useMissingFeatures();
  return (
    <Group
      component="footer"
      aria-label={text.status.label}
      gap="2px 16px"
      px={12}
      py={4}
      mih={28}
      fz="xs"
      className="tabular"
      style={{ flexShrink: 0, borderTop: '1px solid var(--line)' }}
      bg="var(--surface)"
    >
      {/* Announced when the phase changes; numbers that tick are left out of it. */}
      <Text span fz="inherit" fw={600} role="status">
        {warming ? text.status.warming : text.status[phase]}
      </Text>
      {phase !== 'idle' && !warming && <Iteration />}
      {asking && <span>{serverText.asking}</span>}
      <ConsentStatus />
      {isActive(phase) && rate !== null && <span>{text.status.tokens(formatRate(rate))}</span>}
      {isActive(phase) && memory && <span>{text.status.memory(formatBytes(memory.measuredBytes))}</span>}
      <Backend />
      {!isActive(phase) && !server && seconds !== undefined && <span>{text.status.cost(formatDuration(seconds))}</span>}
      {lacks.map((sentence) => (
        <Text key={sentence} span fz="inherit" c="dimmed">
          {sentence}
        </Text>
      ))}
      {kept && (
        <Text span fz="inherit" c="dimmed" title={text.status.offlineHelp}>
          {text.status.offline}
        </Text>
      )}
      <Version />
      <UnstyledButton fz="inherit" c="dimmed" title={text.status.reportHelp} onClick={openReport}>
        {text.fault.report}
      </UnstyledButton>
    </Group>
  );
}

/** How far the trainer's run is. While another one is on screen it must not be taken for that one's. */
function Iteration() {
  const active = useEngine((state) => isActive(state.phase));
  const runId = useEngine((state) => state.runId);
  const iteration = useEngine((state) => state.iteration);
  const iterations = useEngine((state) => state.iterations);
  const shown = useRuns((state) => state.current === runId);
  if (!shown && !active) return null;
  const done = text.status.iteration(iteration, iterations);
  return (
    <>
      <span>{shown ? done : text.status.underWay(done)}</span>
      <Within />
      <Doing />
    </>
  );
}

/** How far the iteration under way is. */
function Within() {
  const progress = useEngine(shownProgress);
  if (!progress) return null;
  const { secondsLeft } = progress;
  return <span data-within>{text.status.within(progress, secondsLeft === null ? null : formatDuration(secondsLeft))}</span>;
}

/** What a server is doing, where one trains. */
function Doing() {
  const doing = useEngine((state) => state.doing);
  return doing && <span data-doing>{serverText.doing(doing)}</span>;
}

function Backend() {
  const report = useEngine((state) => state.report);
  const trainedBy = useEngine((state) => state.trainedBy);
  if (!report) {
    return (
      <Text span fz="inherit" c="dimmed">
        {text.status.backendNone}
      </Text>
    );
  }
  return (
    <Tooltip label={reworded(report.reason)}>
      {/* Gives way before the line breaks, which would move the page whenever a phase has a longer name. */}
      <Text span fz="inherit" flex="1 1 28ch" style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {text.status.backend(report.backend, reworded(report.device))}
        {trainedBy ? serverText.beside(trainedBy.url) : <Text span fz="inherit" c="dimmed">{` · ${reworded(report.reason)}`}</Text>}
      </Text>
    </Tooltip>
  );
}

/** One sentence for each thing this browser does not offer; everything works without them. */
function useMissingFeatures(): string[] {
  const idle = useEngine((state) => state.phase === 'idle'); // from the first run on, what it runs on and why is said
  const [storage] = useState(() => storageWorks());
  const [webGpu, setWebGpu] = useState(true); // nothing is said to be missing before it has been looked for
  useEffect(() => {
    void hasWebGpu().then(setWebGpu);
  }, []);
  return [...(webGpu || !idle ? [] : [text.status.noWebGpu]), ...(storage ? [] : [text.status.noStorage])];
}

/** Whether there is an adapter: many browsers have the interface and, without a driver, nothing behind it. */
async function hasWebGpu(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  return Boolean(adapter);
}
