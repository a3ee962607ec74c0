/** Projects as a whole: begin, open another, duplicate, save as a file. The one that was open is kept. */
import { ownBases } from '../../../core/document/bases.ts';
import type { ModelProjectName } from '../../../core/document/presets/modelProjects.ts';
import type { PresetName } from '../../../core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { TeacherView } from '../../../core/share/teach.ts';
import { FaultError, introduced } from '../../../core/faults.ts';
import { blankProject, modelProject, presetProject } from '../../state/document/defaultProject.ts';
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
import { GAP, text } from '../../../words/words.ts';

const words = text.projects;

/** Begins a project as it ships. Like the others, tells whether it did: its environment's code may not be there to be fetched. */
export const startFrom = (name: PresetName): Promise<boolean> => startWith(() => presetProject(name));

/** Begins a project for a larger model; where that does not ship, at the place where it is chosen, and says what is needed. */
export const startModelProject = (name: ModelProjectName): Promise<boolean> => startWith(() => modelProject(name));

/** Begins with one agent and an environment to be written. */
export const startBlank = (): Promise<boolean> => startWith(() => blankProject(words.untitled));

/** How often something was to be begun: of two clicks the later one counts, whichever project is there first. */
let asked = 0;

/** Begins a project once it was fetched. */
export async function startWith(fetching: () => Promise<ProjectDocument>): Promise<boolean> {
  asked += 1;
  const mine = asked;
  let begun = false;
  await withFaultNotice(words.notStarted, async () => {
    const project = await fetching();
    if (mine !== asked) return;
    begin(project);
    begun = true;
  });
  return begun;
}

function begin(project: ProjectDocument): void {
  const kept = openAsNew(project);
  const foreign = ownBases(project);
  if (foreign.length > 0) cursorStore.getState().move({ place: 'training' });
  notifyDone(words.started, [words.startedText(project.name), ...foreign.map(words.needsModel), ...kept, ...underWay()].join(GAP));
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
    pageFaultsStore.getState().report('project', [introduced(fault, words.list.unreadable(name))]);
    return;
  }
  showOpened();
  notifyDone(words.opened, [words.openedText(name), ...kept, ...underWay()].join(GAP));
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

/** Saves a project as a file, which says of bases of one's own which they are. */
export async function downloadProject(document = documentStore.getState().document): Promise<void> {
  const named = ownBases(document).length === 0 ? document : await naming(document);
  saveFile(fileNameOf(document.name, 'json'), `${JSON.stringify(named, null, 2)}\n`, 'application/json');
}

/** No part of the first load: few projects stand on a base of one's own. */
async function naming(document: ProjectDocument): Promise<ProjectDocument> {
  const { namedWith, sharedBases, withFingerprints } = await import('./sharedBases.ts');
  return namedWith(document, await withFingerprints(await sharedBases(document)));
}

/** Saves what could not be read from this browser's storage. */
export function downloadUnreadable(): void {
  const kept = browserStorage.read(STORAGE_KEYS.unreadable);
  if (kept !== null) saveFile('unread-project.json', kept, 'application/json');
}
