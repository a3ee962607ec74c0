/** Projects as a whole: begin, open another, duplicate, save as a file. The one that was open is kept. */
import type { ModelProjectName } from '../../../core/document/presets/modelProjects.ts';
import type { PresetName } from '../../../core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { TeacherView } from '../../../core/share/teach.ts';
import { FaultError } from '../../../core/faults.ts';
import { blankProject, presetProject } from '../../state/document/defaultProject.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { showOpened } from '../../state/projects/opened.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { isUnderWay } from '../../state/runs/interrupted.ts';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';
import { notifyDone } from '../notices/notify.ts';
import { fileNameOf, saveFile } from '../files/saveFile.ts';
import { withFaultNotice } from '../notices/withFaultNotice.ts';
import { text } from '../../../words/words.ts';

const words = text.projects;

/** Begins a project as it ships. */
export function startFrom(name: PresetName): void {
  begin(presetProject(name));
}

/** Begins a project for a real model, where the model is chosen; says what it still needs. */
export async function startModelProject(name: ModelProjectName): Promise<void> {
  const { modelProject } = await import('../../state/document/modelProject.ts');
  const project = modelProject(name);
  const kept = openAsNew(project);
  cursorStore.getState().move({ place: 'training' });
  notifyDone(words.started, [words.startedText(project.name), words.needsModel(project.team.base), ...kept, ...underWay()].join(' '));
}

/** Begins with one agent and an environment to be written. */
export function startBlank(): void {
  begin(blankProject(words.untitled));
}

function begin(project: ProjectDocument): void {
  const kept = openAsNew(project);
  notifyDone(words.started, [words.startedText(project.name), ...kept, ...underWay()].join(' '));
}

/** Makes a project of a document that came from outside or was just made, and shows it; says what became of the one before. */
export function openAsNew(document: ProjectDocument, lesson: TeacherView | null = null): string[] {
  const kept = beforeIsKept();
  projectsStore.getState().create(document, lesson);
  showOpened();
  return kept;
}

/** That the project open until now can be found again, unless it is just as it was shipped. */
function beforeIsKept(): string[] {
  return projectsStore.getState().untouched() ? [] : [words.kept(documentStore.getState().document.name)];
}

/** Opens a kept project; one that cannot be read says why, and the one at hand stays. */
export async function openProject(id: string, name: string): Promise<void> {
  const kept = beforeIsKept();
  const fault = await projectsStore.getState().open(id);
  if (fault) {
    pageFaultsStore.getState().report('project', [{ ...fault, message: `${words.list.unreadable(name)} ${fault.message}` }]);
    return;
  }
  showOpened();
  notifyDone(words.opened, [words.openedText(name), ...kept, ...underWay()].join(' '));
}

/** Goes on in a copy of the open project. */
export function duplicateProject(): Promise<void> {
  return withFaultNotice(words.list.failed, async () => {
    const { duplicate, open, present } = projectsStore.getState();
    const copy = await duplicate(present);
    const fault = copy === null ? null : await open(copy);
    if (fault) throw new FaultError(fault);
    if (copy === null) return;
    showOpened();
    notifyDone(words.opened, words.copyOpened(documentStore.getState().document.name));
  });
}

/** That a run of another project stays on screen, while there is one. */
export function underWay(): string[] {
  const run = currentRun(runsStore.getState());
  return run && isUnderWay(run) ? [text.header.runGoesOn(run.document.name)] : [];
}

/** Saves a project as a file. */
export function downloadProject(document = documentStore.getState().document): void {
  saveFile(fileNameOf(document.name, 'json'), `${JSON.stringify(document, null, 2)}\n`, 'application/json');
}

/** Saves what could not be read from this browser's storage. */
export function downloadUnreadable(): void {
  const kept = browserStorage.read(STORAGE_KEYS.unreadable);
  if (kept !== null) saveFile('unread-project.json', kept, 'application/json');
}
