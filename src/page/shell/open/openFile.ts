/** Opens a file that somebody chose or dropped: tells what it is and does what one would want with it. */
import { bytesOf } from '../../../core/askStorage.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import { importProfiles } from '../../../core/editing/profiles.ts';
import { FILE_LIMITS, recogniseFile, type RecognisedFile } from '../../../core/formats/runs/recognise.ts';
import { fault, faultFrom, FaultError } from '../../../core/faults.ts';
import type { HandedFile } from '../../../core/handed.ts';
import { crewPaths } from '../../../core/formats/teams/looks.ts';
import { DEFAULT_ARCHIVE_LIMITS, unzipFiles } from '../../../core/formats/archive.ts';
import type { Files } from '../../../core/formats/files.ts';
import { ADAPTER_CONFIG, RUN_PATHS } from '../../../core/formats/runPaths.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { datasetInbox } from '../../state/datasets/inbox.ts';
import { documentStore } from '../../state/document/document.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { givenBytes } from '../../kit/files/givenBytes.ts';
import type { FolderFiles } from '../../kit/files/openFile.ts';
import { takeAgentFile } from '../../kit/projects/agentFiles.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { pasteText } from '../../features/team/model/clipboardActions.ts';
import { chosenFaults, GAP, openedFaults, reworded, text } from '../../../words/words.ts';
import { openAsNew, underWay } from '../../kit/projects/projectActions.ts';

const words = text.projects;

/** Files of a folder that are read at a time. */
const AT_ONCE = 50;

/** What reads what comes back from an export is fetched when something does. */
const exported = () => import('./takeRun.ts');

/** And so is what opens the runs of others. */
const foreign = () => import('./takeForeign.ts');

/** And what takes the bases that a shared project brings. */
const carried = () => import('./takeCarried.ts');

/** And what reads teams of other projects. */
const teams = () => import('./takeTeam.ts');

/**
 * Opens `file`; what cannot be opened says why and changes nothing. Agents and profiles dropped on the editor of the agent
 * `role` are taken into that one.
 */
export async function openFile(file: File, role?: string): Promise<void> {
  try {
    if (role === undefined && (await foreignAlone(file))) return;
    const bytes = await bytesWithin(file);
    const found = recogniseFile(file.name, bytes);
    if (role !== undefined && (found.kind === 'agents' || found.kind === 'profiles')) await takeAgentFile(role, file);
    else if (found.kind === 'adapters')
      await exported().then(({ takeAdapters }) => takeAdapters(unzipFiles(bytes, undefined, file.name), file.name, role));
    else if (found.kind === 'archive' && found.run) await exported().then(({ takeRun }) => takeRun(bytes, file.name));
    else if (found.kind === 'archive' && (await carried().then(({ takeCarried }) => takeCarried(bytes, file.name)))) return;
    else if (found.kind === 'team') await teams().then(({ takeTeam }) => takeTeam([{ name: file.name, text: found.text }]));
    else take(found, file);
  } catch (error) {
    tellUnopened(error, file.name);
  }
}

/** Opens a run of something else. Whose it is the library tells; where there is none any other file opens as ever. */
async function foreignAlone(file: File): Promise<boolean> {
  const { openForeign } = await foreign();
  return openForeign({ name: file.name, files: [{ path: file.name, file }] }).catch((error: unknown) => {
    if (faultFrom(error).code === 'E_LIBRARY_DIED') return false;
    throw error;
  });
}

/** Opens files as a run of something else; what is none is opened as whatever it is. */
export async function openRun(name: string, files: FolderFiles): Promise<void> {
  try {
    if (await foreign().then(({ openForeign }) => openForeign({ name, files }, true))) return;
    const [{ file } = { file: null }] = files;
    if (file) await openFile(file instanceof Blob ? file : await fetched(file));
  } catch (error) {
    tellUnopened(error, name);
  }
}

/** The same for a folder that was dropped, or the files of a crew: a run, adapters, a team. */
export async function openFolder(name: string, list: () => Promise<FolderFiles>): Promise<void> {
  try {
    const files = await list();
    const names = new Set(files.map(({ path }) => path.split('/').at(-1)));
    if (names.has(RUN_PATHS.metrics) && names.has(RUN_PATHS.project))
      await Promise.all([exported(), readWithin(name, files)]).then(([{ takeRun }, read]) => takeRun(read, name));
    else if (names.has(ADAPTER_CONFIG))
      await Promise.all([exported(), readWithin(name, files)]).then(([{ takeAdapters }, read]) => takeAdapters(read, name));
    else if (await foreign().then(({ openForeign }) => openForeign({ name, files }))) return;
    else if (crewPaths(files.map(({ path }) => path)).length > 0) await teams().then(({ takeCrew }) => takeCrew(files));
    else throw new FaultError(fault(openedFaults, 'E_FILE_UNKNOWN', { folder: name }));
  } catch (error) {
    tellUnopened(error, name);
  }
}

/** The file that a terminal hands over, brought here: one of ours, none of which is larger. */
async function fetched(handed: HandedFile): Promise<File> {
  const { path, size } = handed;
  if (size > FILE_LIMITS.zip) throw new FaultError(fault(openedFaults, 'E_DOCUMENT_SIZE', { name: path, bytes: FILE_LIMITS.zip }));
  return new File([await givenBytes(handed)], path);
}

/** All of a folder's files, which is what is read at once of runs and adapters of ours. */
async function readWithin(folder: string, files: FolderFiles): Promise<Files> {
  const { files: most, bytes: room } = DEFAULT_ARCHIVE_LIMITS;
  if (files.length > most || files.reduce((sum, { file }) => sum + file.size, 0) > room)
    throw new FaultError(fault(chosenFaults, 'E_DOCUMENT_SIZE', { folder, files: most, bytes: room }));
  const read: Record<string, Uint8Array> = {};
  // Some at a time: a browser gives up when thousands are asked for at once.
  for (let from = 0; from < files.length; from += AT_ONCE)
    for (const [path, bytes] of await Promise.all(
      files.slice(from, from + AT_ONCE).map(async ({ path, file }) => [path, await givenBytes(file)] as const),
    ))
      read[path] = bytes;
  return read;
}

function tellUnopened(error: unknown, name: string): void {
  const cause = faultFrom(error);
  pageFaultsStore.getState().report('project', [
    {
      ...cause,
      place: { ...cause.place, subject: name },
      message: cause.code === 'E_FILE_UNKNOWN' ? cause.message : `${text.header.unreadableFile(name)}${GAP}${cause.message}`,
    },
  ]);
}

function take(found: Exclude<RecognisedFile, { readonly kind: 'adapters' | 'team' }>, file: File): void {
  switch (found.kind) {
    case 'project':
    case 'archive': {
      const document = parseDocument(found.value);
      const kept = openAsNew(document);
      const said = found.kind === 'archive' ? words.openedFrom(document.name, file.name) : words.openedText(document.name);
      return notifyDone(words.opened, [said, ...kept, ...underWay()].join(GAP));
    }
    case 'profiles': {
      const { document, notices } = importProfiles(found.value, documentStore.getState().document);
      const refused = documentStore.getState().edit(() => document);
      if (refused) throw new FaultError(refused);
      pageFaultsStore.getState().report('project', []);
      return notifyDone(
        text.header.importedTitle,
        [text.header.importedTeam(document.team.agents.length), ...notices.map(({ message }) => reworded(message))].join(GAP),
      );
    }
    case 'agents':
      cursorStore.getState().move({ place: 'team' });
      return pasteText(found.text);
    case 'data':
      datasetInbox.getState().give(file);
      cursorStore.getState().move({ place: 'environment' });
      pageFaultsStore.getState().report('project', []);
      return;
    default:
      found satisfies never;
  }
}

/** The bytes, unless there are more than such a file may have: a file of gigabytes would fill the tab's memory first. */
async function bytesWithin(file: File): Promise<Uint8Array> {
  const start = await bytesOf(file.slice(0, 2));
  const zip = start[0] === 0x50 && start[1] === 0x4b;
  const json = /\.json$/i.test(file.name) || file.type === 'application/json';
  const most = zip ? FILE_LIMITS.zip : json ? FILE_LIMITS.other : FILE_LIMITS.data;
  if (file.size > most) throw new FaultError(fault(openedFaults, 'E_DOCUMENT_SIZE', { name: file.name, bytes: most }));
  return bytesOf(file);
}
