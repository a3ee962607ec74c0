/** What can be done with runs; every action says what came of it. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { Files } from '../../../../core/formats/files.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { withTeamOf } from '../../../../core/formats/imports/run/project.ts';
import { consentStore, heldBack } from '../../../state/consent/consent.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { documentStore } from '../../../state/document/document.ts';
import { engineStore, isActive } from '../../../state/engine/engine.ts';
import { adaptersIn, forkStore } from '../../../state/fork/fork.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { runsViewStore } from '../../../state/runsView/runsView.ts';
import { withShipped } from '../../../state/runs/recorded.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { notifyDone, notifyRefused } from '../../../kit/notices/notify.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { sentencesOf } from '../../../../core/faults.ts';
import { text } from '../../../../words/words.ts';
import { DamagedExport, type WholeExport } from '../export/damagedExport.ts';
import { exportTold } from '../export/exportTold.ts';
import { type ListedRun, runTitle } from './listed.ts';

const words = text.runs.actions;

/** Archives, formats, tokenizers: fetched when a run is exported. */
const exporting = () => import('../export/downloadRun.ts');

/** Does `work`, and says why when it fails. */
const withNotice = (work: () => Promise<void>): Promise<void> => withFaultNotice(words.failed, work);

/** The run with its document and curves; read where it is not here yet. */
async function loaded(id: string): Promise<RunSet> {
  return runsStore.getState().runs[id] ?? (await libraryStore.getState().load(id));
}

/** Puts a run on screen, and goes to where its curves and episodes are. */
export function openRun(run: ListedRun): void {
  void withNotice(async () => {
    if (run.kept) await libraryStore.getState().open(run.id);
    else runsStore.getState().show(run.id);
    cursorStore.getState().move({ place: 'team' });
    notifyDone(words.opened, words.openedText(runTitle(run)));
  });
}

/** Takes a run's project to hand, as one undo step; of one that was trained elsewhere its team, which is all that is known of it. */
export function duplicateRun(run: ListedRun): void {
  void withNotice(async () => {
    const { document, info } = await loaded(run.id);
    const imported = importInfoOf(info) !== null;
    if (!takeToHand(imported ? withTeamOf(documentStore.getState().document, document) : document)) return;
    if (imported) notifyDone(words.teamTaken, words.teamTakenText(runTitle(run)));
    else notifyDone(words.duplicated, words.duplicatedText(runTitle(run)));
  });
}

/** Whether it was taken: a lesson may refuse it, which is told like every refused edit. */
function takeToHand(document: ProjectDocument): boolean {
  if (documentStore.getState().edit(() => document)) return false;
  cursorStore.getState().move({ place: 'team', role: document.team.agents[0]?.role ?? null });
  if (heldBack(document.environment.source)) consentStore.getState().review(true);
  return true;
}

export function exportRun(id: string): void {
  void withNotice(async () => download(await (await exporting()).wholeRun(id)));
}

/** The adapters of a run's best checkpoint, with its base, project and curves. */
export function exportBest(id: string): void {
  void withNotice(async () => {
    const run = await (await exporting()).wholeRun(id);
    await download({ ...run, checkpoint: run.best ?? run.checkpoint });
  });
}

async function download(run: RunSet, kept?: Files, dequantise = false): Promise<void> {
  try {
    const { downloadRun } = await exporting();
    notifyDone(words.exportTitle, exportTold(await downloadRun(run, { given: kept, dequantise })));
  } catch (error) {
    if (!(error instanceof DamagedExport) || !error.instead) throw error;
    offerInstead(sentencesOf(error.fault), error.instead, dequantise);
  }
}

function offerInstead(why: string, { run, kept, iteration }: WholeExport, dequantise: boolean): void {
  const note = notifications.show({
    title: words.failed,
    autoClose: false,
    closeButtonProps: { 'aria-label': text.product.closeMessage },
    color: 'red',
    role: 'alert',
    message: (
      <>
        {why}
        <Group justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(note);
              void withNotice(() => download(run, kept, dequantise));
            }}
          >
            {words.exportInstead(iteration)}
          </Button>
        </Group>
      </>
    ),
  });
}

/** The files of one of a run's checkpoints. */
async function checkpointOf(run: ListedRun, iteration: number): Promise<Files> {
  if (run.kept) return libraryStore.getState().checkpoint(run.id, iteration);
  const here = runsStore.getState().runs[run.id];
  return (here && (await withShipped(here)))?.checkpoint?.files ?? {};
}

/** A second run that goes on exactly where `run` stood after `iteration`. Whether it began. */
export async function forkExactly(run: ListedRun, iteration: number): Promise<boolean> {
  let begun = false;
  await withNotice(async () => {
    const { document } = await loaded(run.id);
    const resume = await checkpointOf(run, iteration);
    const parent = { run: run.id, iteration };
    const name = text.runs.fork.forkName(runTitle(run), iteration);
    begun = (await engineStore.getState().train({ document, resume, parent, name })) !== null;
    if (begun) notifyDone(text.runs.fork.begun, text.runs.fork.begunText(runTitle(run), iteration));
  });
  return begun;
}

/** Takes the run's project to hand; the next training begins with its adapters after `iteration`. */
export function forkWithChanges(run: ListedRun, iteration: number): void {
  void withNotice(async () => {
    const { document } = await loaded(run.id);
    const adapters = adaptersIn(await checkpointOf(run, iteration), iteration, document);
    if (!takeToHand(document)) return;
    forkStore.getState().prepare({ parent: { run: run.id, iteration }, name: runTitle(run), adapters });
  });
}

/** Writes what a person says of a run. */
export function labelRun(id: string, labels: Partial<Pick<ListedRun, 'name' | 'tags' | 'notes'>>): void {
  void withNotice(() => libraryStore.getState().label(id, labels));
}

/** Deletes runs; a message offers to bring them back, and with it they go for good. */
export function removeRuns(runs: readonly ListedRun[]): void {
  const { runId, phase } = engineStore.getState();
  if (runs.some(({ id }) => id === runId) && isActive(phase)) return notifyRefused(words.failed, words.running);
  const ids = runs.filter(({ kept }) => kept).map(({ id }) => id);
  if (ids.length === 0) return;
  void withNotice(async () => {
    await libraryStore.getState().remove(ids);
    const { selected, removed, focused, set } = runsViewStore.getState();
    set({
      removed: [...removed, ...ids],
      selected: selected.filter((id) => !ids.includes(id)),
      focused: focused !== null && ids.includes(focused) ? null : focused,
    });
    offerBack(ids);
  });
}

function offerBack(ids: readonly string[]): void {
  let back = false;
  const note = notifications.show({
    title: words.removed(ids.length),
    autoClose: 12_000,
    closeButtonProps: { 'aria-label': text.product.closeMessage },
    color: 'ink',
    message: (
      <Group justify="flex-end">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            back = true;
            notifications.hide(note);
            void withNotice(async () => {
              await libraryStore.getState().restore(ids);
              const { removed, set } = runsViewStore.getState();
              set({ removed: removed.filter((id) => !ids.includes(id)) });
            });
          }}
        >
          {words.undo}
        </Button>
      </Group>
    ),
    onClose: () => {
      if (!back) void withNotice(() => libraryStore.getState().purge(ids));
    },
  });
}
