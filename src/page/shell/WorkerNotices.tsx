/** What the workers beside the page have to say of themselves: one that says nothing, and that nothing is kept. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type Fault, fault } from '../../core/faults.ts';
import { cursorStore, useCursor } from '../state/address/cursor.ts';
import { engineStore, useEngine } from '../state/engine/engine.ts';
import { useLibrary } from '../state/library/library.ts';
import { pageEngineFaults, text } from '../../words/words.ts';
import { FaultList } from '../kit/notices/FaultList.tsx';

export function WorkerNotices() {
  return (
    <>
      <Silent />
      <NothingKept />
    </>
  );
}

/** The trainer may compute one very long step: only a person can say that it hangs. */
function Silent() {
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

/** Why new runs do not outlast this tab; the list of runs says so itself. */
function NothingKept() {
  const why = useLibrary((state) => state.fault);
  const inRuns = useCursor((state) => state.place === 'runs');
  const [closed, setClosed] = useState<Fault | null>(null);
  if (!why || why === closed || inRuns) return null;
  return (
    <FaultList
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
