/** The project as a whole: import, download, begin anew. Replacing it is one undo step. */
import { parseDocument, parseJson, MAX_DOCUMENT_BYTES } from '../../core/document/parse.ts';
import type { PresetName } from '../../core/document/presets.ts';
import { exportProfiles, importProfiles } from '../../core/document/profiles.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { faultFrom, FaultError } from '../../core/faults.ts';
import { consentStore, heldBack } from '../../stores/consent.ts';
import { cursorStore } from '../../stores/cursor.ts';
import { blankProject, presetProject } from '../../stores/defaultProject.ts';
import { documentStore } from '../../stores/document.ts';
import { pageFaultsStore } from '../../stores/pageFaults.ts';
import { shippedAs } from '../../stores/presetChoice.ts';
import { currentRun, runsStore } from '../../stores/runs.ts';
import { isUnderWay } from '../../stores/runs/interrupted.ts';
import { browserStorage, STORAGE_KEYS } from '../../stores/storage.ts';
import { text } from '../text/text.ts';
import { notifyDone, notifyRefused } from '../shell/notify.ts';
import { fileNameOf, saveFile } from '../shell/saveFile.ts';

/** Opens a chosen file: a project, or role profiles, which become the team of the project at hand. */
export async function importProject(file: File): Promise<void> {
  const { report } = pageFaultsStore.getState();
  try {
    const { document, notices, another } = await documentIn(file, documentStore.getState().document);
    documentStore.getState().edit(() => document);
    if (another) showRunOf(document);
    if (heldBack(document.environment.source)) consentStore.getState().review(true);
    report('project', []);
    notifyDone(
      text.header.importedTitle,
      [
        another ? text.header.imported(document.name) : text.header.importedTeam(document.team.agents.length),
        ...notices,
        ...(another ? underWay() : []),
      ].join(' '),
    );
  } catch (error) {
    const fault = faultFrom(error);
    report('project', [
      { ...fault, place: { ...fault.place, subject: file.name }, message: `${text.header.unreadableFile(file.name)} ${fault.message}` },
    ]);
  }
}

interface Opened {
  readonly document: ProjectDocument;
  /** What of the file could not be taken over. */
  readonly notices: readonly string[];
  /** Whether it is another project, not the one at hand with another team. */
  readonly another: boolean;
}

async function documentIn(file: File, present: ProjectDocument): Promise<Opened> {
  if (file.size > MAX_DOCUMENT_BYTES) {
    // Read nothing of it: a file of gigabytes would fill the tab's memory first.
    throw new FaultError({
      code: 'E_DOCUMENT_SIZE',
      message: text.header.tooBig(file.name, MAX_DOCUMENT_BYTES / 2 ** 20),
      hint: text.header.tooBigHint,
    });
  }
  const value = parseJson(await file.text());
  if (!Array.isArray(value)) return { document: parseDocument(value), notices: [], another: true };
  const { document, notices } = importProfiles(value, present);
  return { document, notices: notices.map((notice) => notice.message), another: false };
}

/** Saves the project as a file. */
export function downloadProject(): void {
  const { document } = documentStore.getState();
  saveFile(fileNameOf(document.name, 'json'), `${JSON.stringify(document, null, 2)}\n`, 'application/json');
}

/** Saves the team as R1's role profiles, and says what such a file cannot hold. */
export function downloadProfiles(): void {
  const { document } = documentStore.getState();
  try {
    const { profiles, notices } = exportProfiles(document);
    saveFile(fileNameOf(`${document.name} profiles`, 'json'), `${JSON.stringify(profiles, null, 2)}\n`, 'application/json');
    if (notices.length > 0) notifyDone(text.header.profilesTitle, notices.map(({ message }) => message).join(' '));
  } catch (error) {
    notifyRefused(text.header.noProfilesTitle, faultFrom(error).message);
  }
}

/** Puts a fresh shipped project in place of the present one, as one undo step. */
export function startFrom(name: PresetName): void {
  const project = presetProject(name);
  documentStore.getState().edit(() => project);
  cursorStore.getState().move({ role: project.team.agents[0]?.role ?? null });
  showRunOf(project);
  pageFaultsStore.getState().report('project', []);
  notifyDone(text.header.startedTitle, [text.header.started(project.name), ...underWay()].join(' '));
}

/** Begins with one agent and an environment to be written. */
export function startBlank(): void {
  const project = blankProject(text.gallery.blank);
  documentStore.getState().edit(() => project);
  cursorStore.getState().move({ role: project.team.agents[0]?.role ?? null });
  showRunOf(project);
}

/** Puts the opened project's recorded run on screen, or nothing where it has none. */
function showRunOf(project: ProjectDocument): void {
  void runsStore.getState().showProject(shippedAs(project));
}

/** That a run of another project stays on screen, while there is one. */
function underWay(): string[] {
  const run = currentRun(runsStore.getState());
  return run && isUnderWay(run) ? [text.header.runGoesOn(run.document.name)] : [];
}

/** Saves what could not be read from this browser's storage. */
export function downloadUnreadable(): void {
  const kept = browserStorage.read(STORAGE_KEYS.unreadable);
  if (kept !== null) saveFile('unread-project.json', kept, 'application/json');
}
