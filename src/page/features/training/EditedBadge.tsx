/** Says when what is being edited is no longer what the run on screen was started with, or never was, since it was trained elsewhere. */
import { Badge, Tooltip } from '@mantine/core';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { useLibrary } from '../../state/library/library.ts';
import { useQueue } from '../../state/queue/queue.ts';
import { changedSinceRun, useDocument } from '../../state/document/document.ts';
import { currentRun, useRuns } from '../../state/runs/runs.ts';
import { shownRunText } from '../../../words/words.ts';

const text = shownRunText.runs;

export function EditedBadge() {
  const ranWith = useRuns((state) => {
    const run = currentRun(state);
    return run && run.origin !== 'recorded' ? run.document : null;
  });
  const imported = useRuns((state) => importInfoOf(currentRun(state)?.info) !== null);
  const id = useRuns((state) => currentRun(state)?.id ?? null);
  // A run of a sweep or of the queue has settings of its own, by intention: that is no edit.
  const swept = useLibrary(({ cards }) => cards.some((card) => card.id === id && card.sweep !== null));
  const queued = useQueue(({ entries }) => entries.some(({ run }) => run !== null && run === id));
  if (imported) return <Elsewhere />;
  return ranWith && !swept && !queued && <Difference ranWith={ranWith} />;
}

function Difference({ ranWith }: { readonly ranWith: ProjectDocument }) {
  const changed = useDocument((state) => changedSinceRun(state.document, ranWith));
  const name = useDocument((state) => state.document.name);
  if (!changed) return null;
  const another = name !== ranWith.name;
  return <Said short={another ? text.anotherShort : text.editedShort} whole={another ? text.another(ranWith.name, name) : text.edited} />;
}

function Elsewhere() {
  const name = useDocument((state) => state.document.name);
  return <Said short={text.elsewhereShort} whole={text.elsewhere(name)} />;
}

function Said({ short, whole }: { readonly short: string; readonly whole: string }) {
  return (
    <Tooltip label={whole}>
      <Badge variant="outline" color="orange" tt="none" styles={{ label: { color: 'light-dark(#8f4700, #ffb570)' } }}>
        {short}
      </Badge>
    </Tooltip>
  );
}
