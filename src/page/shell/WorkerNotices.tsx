/** What the workers beside the page have to say of themselves: one that says nothing, and that nothing is kept. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type Fault, fault } from '../../core/faults.ts';
import { cursorStore, useCursor } from '../state/address/cursor.ts';
import { engineStore, useEngine } from '../state/engine/engine.ts';
import { useLibrary } from '../state/library/library.ts';
import type { RunCard } from '../state/library/types.ts';
import { useRuns } from '../state/runs/runs.ts';
import { pageEngineFaults, pageRunFaults, text } from '../../words/words.ts';
import { FaultList } from '../kit/notices/FaultList.tsx';

/** Of this browser's storage: worth knowing, and nothing that stops one's work. */
export function StorageNotices() {
  return (
    <>
      <NothingKept />
      <Lost />
    </>
  );
}

/** The trainer may compute one very long step: only a person can say that it hangs. */
export function SilentNotice() {
  const silent = useEngine((state) => state.silent);
  if (!silent) return null;
  const { restart } = engineStore.getState();
  return (
    <FaultList
      faults={[fault(pageEngineFaults, 'E_WORKER_SILENT', { ended: false })]}
      action={
        <Group>
          <Button variant="default" onClick={restart}>
            {text.kept.silent.restart}
          </Button>
        </Group>
      }
    />
  );
}

/** That files of runs went away by themselves, and the export of one that is still in memory. */
function Lost() {
  const lost = useLibrary((state) => state.lost);
  const runs = useRuns((state) => state.runs);
  const [closed, setClosed] = useState('');
  const which = lost.map(({ id }) => id).join(' ');
  if (which === closed) return null;
  const called = ({ name, project }: RunCard): string => (name.trim() === '' ? project : name);
  const here = lost.filter(({ id }) => runs[id]);
  const [newest] = here;
  return (
    <FaultList
      brief
      faults={[fault(pageRunFaults, 'E_RUNS_GONE', { gone: lost.map(called), here: here.map(called) })]}
      onClose={() => setClosed(which)}
      action={
        newest && (
          <Group>
            <Button
              variant="default"
              onClick={() => void import('../features/runs/list/runActions.tsx').then(({ exportRun }) => exportRun(newest.id))}
            >
              {text.kept.keeping.export}
            </Button>
          </Group>
        )
      }
    />
  );
}

/** Why new runs do not outlast this tab; the list of runs says so itself. */
function NothingKept() {
  const why = useLibrary((state) => state.fault);
  const inRuns = useCursor((state) => state.place === 'runs');
  const [closed, setClosed] = useState<Fault | null>(null);
  if (!why || why === closed || inRuns) return null;
  return (
    <FaultList
      brief
      faults={[why]}
      onClose={setClosed}
      action={
        why.code === 'E_LIBRARY_FULL' && (
          <Group>
            <Button variant="default" onClick={() => cursorStore.getState().move({ place: 'runs' })}>
              {text.kept.keeping.runs}
            </Button>
          </Group>
        )
      }
    />
  );
}
