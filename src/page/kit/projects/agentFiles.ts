/** An agent to and from files and the clipboard, with what could not be carried said; taking one over is one undo step. */
import { textOf } from '../../../core/askStorage.ts';
import { agentFileText, agentProfile, readAgentFile } from '../../../core/editing/agentFile.ts';
import { MAX_DOCUMENT_BYTES, parseJson } from '../../../core/document/parse.ts';
import { exportProfiles, importProfiles, type ProfileNotice } from '../../../core/editing/profiles.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { type Fault, faultFrom, sentencesOf } from '../../../core/faults.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { chooseFile } from '../files/chooseFile.ts';
import { notifyDone, notifyRefused } from '../notices/notify.ts';
import { fileNameOf, saveFile } from '../files/saveFile.ts';
import { agentEditorText, GAP, reworded } from '../../../words/words.ts';

const words = agentEditorText;
const JSON_TYPE = 'application/json';

const present = (): ProjectDocument => documentStore.getState().document;
const sentences = (notices: readonly ProfileNotice[]): string[] => notices.map(({ message }) => reworded(message));
const refuse = (fault: Fault): void => notifyRefused(words.notTakenTitle, sentencesOf(fault));

export function downloadAgent(role: string): void {
  saveFile(fileNameOf(role, 'json'), agentFileText(present(), role), JSON_TYPE);
}

export async function copyAgent(role: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(agentFileText(present(), role));
    notifyDone(words.copiedTitle, words.copied(role));
  } catch {
    notifyRefused(words.copiedTitle, words.noCopy);
  }
}

export function downloadProfile(role: string): void {
  try {
    const { profile, notices } = agentProfile(present(), role);
    saveFile(fileNameOf(`${role} profile`, 'json'), `${JSON.stringify([profile], null, 2)}\n`, JSON_TYPE);
    if (notices.length > 0) notifyDone(words.notCarriedTitle, sentences(notices).join(GAP));
  } catch (error) {
    refuse(faultFrom(error));
  }
}

export function downloadTeamProfiles(): void {
  const document = present();
  try {
    const { profiles, notices } = exportProfiles(document);
    saveFile(fileNameOf(`${document.name} profiles`, 'json'), `${JSON.stringify(profiles, null, 2)}\n`, JSON_TYPE);
    if (notices.length > 0) notifyDone(words.notCarriedTitle, sentences(notices).join(GAP));
  } catch (error) {
    refuse(faultFrom(error));
  }
}

/** Takes a text over into the agent `role`: one of our files, or a role profile. */
export function takeAgent(role: string, content: string): void {
  try {
    const { document, notices } = readAgentFile(content, present(), role);
    const refused = documentStore.getState().edit(() => document);
    if (refused) return refuse(refused);
    notifyDone(words.takenTitle, [words.taken(role), ...sentences(notices)].join(GAP));
  } catch (error) {
    refuse(faultFrom(error));
  }
}

function takeTeam(content: string): void {
  try {
    const { document, notices } = importProfiles(parseJson(content), present());
    const refused = documentStore.getState().edit(() => document);
    if (refused) return refuse(refused);
    cursorStore.getState().move({ role: document.team.agents[0]?.role ?? null });
    notifyDone(words.takenTitle, [words.takenTeam(document.team.agents.length), ...sentences(notices)].join(GAP));
  } catch (error) {
    refuse(faultFrom(error));
  }
}

export async function pasteAgent(role: string): Promise<void> {
  const content = await navigator.clipboard.readText().catch(() => null);
  if (content === null) notifyRefused(words.notTakenTitle, words.noClipboard);
  else takeAgent(role, content);
}

export async function takeAgentFile(role: string, file: File): Promise<void> {
  if (file.size > MAX_DOCUMENT_BYTES) return notifyRefused(words.notTakenTitle, words.tooBig);
  try {
    takeAgent(role, await textOf(file));
  } catch (error) {
    refuse(faultFrom(error));
  }
}

const JSON_FILES = `.json,${JSON_TYPE}`;

export function openAgent(role: string): void {
  chooseFile(JSON_FILES, (file) => void takeAgentFile(role, file));
}

export function openTeamProfiles(): void {
  chooseFile(JSON_FILES, (file) => {
    if (file.size > MAX_DOCUMENT_BYTES) notifyRefused(words.notTakenTitle, words.tooBig);
    else textOf(file).then(takeTeam, (error: unknown) => refuse(faultFrom(error)));
  });
}
