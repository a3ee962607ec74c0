/** Train, pause, resume, step, stop, and how far the run is. */
import { ActionIcon, Button, Group, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconPlayerStop } from '@tabler/icons-react';
import { engineStore, isActive, shownProgress, useEngine } from '../../state/engine/engine.ts';
import { stepAtHand, trainAtHand } from '../../state/beginning/begin.ts';
import { useHeldBack } from '../../state/consent/consent.ts';
import { isWarming } from '../../state/engine/warmStart.ts';
import { interruptedCard, useLibrary } from '../../state/library/library.ts';
import { currentRun, useRuns } from '../../state/runs/runs.ts';
import { interruptedRun } from '../../state/runs/interrupted.ts';
import { ReviewButton } from '../../kit/consent/ConsentNotice.tsx';
import { EditedBadge } from './EditedBadge.tsx';
import { text } from '../../../words/words.ts';
import { CostLine } from './CostLine.tsx';
import { moreIterations } from './moreIterations.ts';

export function RunControls() {
  const phase = useEngine((state) => state.phase);
  const { pause, resume, stop } = engineStore.getState(); // actions never change
  const active = isActive(phase);
  const paused = phase === 'paused';
  // A run under way has code that was agreed to; only the next one is held back.
  const held = useHeldBack() && !active;
  const warming = useEngine((state) => isWarming(state.warm));
  const asking = useEngine((state) => state.asking);
  const why = held ? text.consent.heldTrain : warming ? text.warmStart.trainDisabled : undefined;
  return (
    <Group gap={6} role="group" aria-label={text.training.label}>
      {active ? (
        <Button
          w={104}
          data-stage="pause"
          leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          disabled={phase === 'loading'}
          title={paused ? undefined : text.training.pauseHelp}
          onClick={() => void (paused ? resume() : pause())}
        >
          {paused ? text.training.resume : text.training.pause}
        </Button>
      ) : (
        <Tooltip position="bottom" label={why ?? text.training.trainHelp}>
          {/* Not `disabled`: its reason must still be heard and shown. */}
          <Button
            w={104}
            data-stage="train"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={asking}
            data-disabled={why !== undefined || undefined}
            aria-disabled={why !== undefined || undefined}
            aria-description={why}
            onClick={() => {
              if (why === undefined) void trainAtHand();
            }}
          >
            {text.training.train}
          </Button>
        </Tooltip>
      )}
      {/* A disabled button hears no pointer leave, so its hint would stay for ever. */}
      <Tooltip position="bottom" label={text.training.stepHelp} disabled={why !== undefined || (active && !paused)}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={text.training.step}
          disabled={why !== undefined || (active && !paused)}
          onClick={() => void stepAtHand()}
        >
          <IconPlayerSkipForward size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip position="bottom" label={text.training.stopHelp} disabled={!active}>
        <ActionIcon variant="default" size={30} aria-label={text.training.stop} disabled={!active} onClick={() => void stop()}>
          <IconPlayerStop size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {held && <ReviewButton />}
      {!active && !warming && <ContinueButton />}
      {!active && !warming && <MoreButton />}
      <CostLine />
      <EditedBadge />
    </Group>
  );
}

/** Shown while the run on screen ended early and has a checkpoint. */
function ContinueButton() {
  const run = useRuns(currentRun);
  const continuing = useEngine((state) => run !== null && state.continuing === run.id);
  const interrupted = interruptedRun(run);
  // One that a reload interrupted is offered in a bar of its own.
  const offered = useLibrary((state) => interruptedCard(state)?.id);
  if (!run || !interrupted || run.id === offered) return null;
  return (
    <Tooltip position="bottom" label={text.training.continueHelp(interrupted.iteration)}>
      <Button
        variant="default"
        px={10}
        aria-label={text.training.continueFrom(interrupted.iteration)}
        loading={continuing}
        onClick={() => void engineStore.getState().continueRun(run.id)}
      >
        {text.training.continue}
      </Button>
    </Tooltip>
  );
}

/** Shown while the run on screen is one that finished here: some iterations more, in the same run. */
function MoreButton() {
  const run = useRuns(currentRun);
  const continuing = useEngine((state) => run !== null && state.continuing === run.id);
  if (!run || run.phase !== 'finished' || !interruptedRun(run, null, 1)) return null;
  const more = moreIterations(run);
  return (
    <Tooltip position="bottom" label={text.training.moreHelp(more)}>
      <Button variant="default" px={10} loading={continuing} onClick={() => void engineStore.getState().continueRun(run.id, more)}>
        {text.training.more(more)}
      </Button>
    </Tooltip>
  );
}

/**
 * How far the live run is, as a thin line along the edge of the panel around it, which keeps its height; its numbers stand beside
 * the run's name. Over, it is shown with its own run only.
 */
export function RunProgress() {
  const active = useEngine((state) => isActive(state.phase));
  const runId = useEngine((state) => state.runId);
  const shown = useRuns((state) => runId !== null && state.current === runId);
  const iteration = useEngine((state) => state.iteration);
  const iterations = useEngine((state) => state.iterations);
  const within = useEngine((state) => shownProgress(state)?.share ?? 0);
  const label = text.training.progress(iteration, iterations);
  if (!active && !shown) return null;
  const share = iterations > 0 ? (100 * Math.min(iterations, iteration + within)) / iterations : 0;
  return <Progress size={3} value={share} aria-label={label} transitionDuration={0} radius={0} pos="absolute" inset="auto 0 0" />;
}
