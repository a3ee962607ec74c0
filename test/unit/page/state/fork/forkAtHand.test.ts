/** A fork being prepared, when its project cannot be taken to hand and when another project is opened. */
import { afterEach, expect, it, vi } from 'vitest';
import { listRuns } from '../../../../../src/page/features/runs/list/listed.ts';
import { forkWithChanges } from '../../../../../src/page/features/runs/list/runActions.tsx';
import { openAsNew } from '../../../../../src/page/kit/projects/projectActions.ts';
import { blankProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';
import { engineStore } from '../../../../../src/page/state/engine/engine.ts';
import { trainFrom } from '../../../../../src/page/state/beginning/begin.ts';
import { forkStore } from '../../../../../src/page/state/fork/fork.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { document } from '../../../core/episode/records.ts';

afterEach(() => {
  const { document: present, past, future } = documentStore.getState();
  documentStore.getState().switchTo({ document: present, past, future }, null);
  forkStore.getState().cancel();
});

async function forked(): Promise<void> {
  runsStore.setState({ runs: { parent: newRun('parent', document) }, order: ['parent'] });
  const [run] = listRuns([], runsStore.getState().runs, new Map());
  if (run) forkWithChanges(run, 1);
  await new Promise((resolve) => setTimeout(resolve));
}

it('is not prepared where a lesson refuses its project', async () => {
  const { document: present } = documentStore.getState();
  const refusal = { code: 'E_LESSON_LOCKED', message: 'Locked.' } as const;
  documentStore.getState().switchTo({ document: present, past: [], future: [] }, () => refusal);
  await forked();
  expect(documentStore.getState()).toMatchObject({ document: present, refused: refusal });
  expect(forkStore.getState().fork).toBeNull();
});

it('is prepared for its own project only: opening another ends it', async () => {
  await forked();
  expect(documentStore.getState().document).toEqual(document);
  expect(forkStore.getState().fork?.parent).toEqual({ run: 'parent', iteration: 1 });
  openAsNew(await blankProject('Another'));
  expect(forkStore.getState().fork).toBeNull();
});

it('gives way to the adapters of a warm start once a run begins with them, and not before', async () => {
  await forked();
  const train = vi.spyOn(engineStore.getState(), 'train');
  const adapters = { 'planner/adapter_config.json': new Uint8Array([1]) };
  train.mockResolvedValueOnce(null);
  await trainFrom(adapters);
  expect(forkStore.getState().fork).not.toBeNull();
  train.mockResolvedValueOnce('run');
  await trainFrom(adapters);
  expect(train).toHaveBeenLastCalledWith({ adapters });
  expect(forkStore.getState().fork).toBeNull();
  train.mockRestore();
});
