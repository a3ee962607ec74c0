/** Everything the palette finds: commands, the team's agents, settings, words, and what is in the docs. */
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { goToSetting } from '../../state/settings/settingsView.ts';
import { findTerms } from '../../kit/help/findTerms.ts';
import { findDocs } from '../../features/docs/findDocs.ts';
import { openDoc, openLearn } from '../../state/address/learnStore.ts';
import { COLON, commandsText, guideText, settingsText, termsText, text } from '../../../words/words.ts';
import { findSettings } from '../../state/settings/findSettings.ts';
import { SETTINGS } from '../../state/settings/settingsTable.ts';
import { ALL_COMMANDS } from './all.ts';
import { placeRefused } from '../../kit/commands/inPlace.ts';
import { runCommand } from '../../kit/commands/runCommand.ts';

const words = commandsText;

export interface Entry {
  readonly id: string;
  readonly title: string;
  /** A second line: what it is, or why it cannot be done now. */
  readonly says?: string;
  readonly keys?: string;
  readonly refused: boolean;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Most settings, words and parts of the docs listed for one query; more words find fewer. */
const MOST = 8;

/** What is found by every word of `query`; with none, the commands. */
export function findEntries(query: string): readonly EntryGroup[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = [...commandGroups(wanted), { name: words.groups.agents, entries: agentEntries(wanted) }];
  if (wanted.length > 0) {
    groups.push({ name: words.groups.settings, entries: settingEntries(query) });
    groups.push({ name: words.groups.terms, entries: termEntries(query) });
    groups.push({ name: text.learn.tabs.guide, entries: guideEntries(wanted) });
    groups.push({ name: text.learn.tabs.docs, entries: docEntries(wanted) });
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

function matches(wanted: readonly string[], ...texts: readonly (string | undefined)[]): boolean {
  const haystack = texts.filter(Boolean).join(' ').toLowerCase();
  return wanted.every((word) => haystack.includes(word));
}

function commandGroups(wanted: readonly string[]): EntryGroup[] {
  const order = Object.keys(words.groups) as (keyof typeof words.groups)[];
  return order.map((group) => ({
    name: words.groups[group],
    entries: ALL_COMMANDS.filter(
      (command) => command.group === group && matches(wanted, words.groups[group], command.title, command.also),
    ).map((command) => {
      const why = command.refused?.() ?? null;
      return {
        id: command.id,
        title: command.title,
        ...(command.keys ? { keys: command.keys } : {}),
        ...(why === null ? {} : { says: why }),
        refused: why !== null,
        run: () => runCommand(command),
      };
    }),
  }));
}

/** The guide's tasks, found by any word of their steps. */
function guideEntries(wanted: readonly string[]): readonly Entry[] {
  return guideText.tasks
    .filter(({ title, steps }) => matches(wanted, title, ...steps.map(({ says }) => says)))
    .slice(0, MOST)
    .map(({ title }) => ({ id: `guide.${title}`, title, refused: false, run: () => openLearn('guide') }));
}

/** Documents and their headings. */
function docEntries(wanted: readonly string[]): readonly Entry[] {
  if (placeRefused('learn') !== null) return [];
  return findDocs(wanted)
    .slice(0, MOST)
    .map(({ id, title, heading }) => ({
      id: `doc ${id} ${heading?.at ?? ''}`,
      title: heading?.title ?? title,
      ...(heading ? { says: title } : {}),
      refused: false,
      run: () => openDoc(id, heading?.at ?? null),
    }));
}

function agentEntries(wanted: readonly string[]): readonly Entry[] {
  return documentStore
    .getState()
    .document.team.agents.filter(({ role, label }) => matches(wanted, words.groups.agents, role, label))
    .map(({ role, label }) => ({
      id: `agent ${role}`,
      title: label || role,
      says: role,
      refused: false,
      run: () => cursorStore.getState().move({ place: 'team', role }),
    }));
}

function settingEntries(query: string): readonly Entry[] {
  if (placeRefused('training') !== null) return [];
  return findSettings(SETTINGS, query)
    .slice(0, MOST)
    .map(({ id, group }) => ({
      id: `setting ${id}`,
      title: settingsText.fields[id].label,
      says: `${settingsText.groups[group]}${COLON}${settingsText.fields[id].help}`,
      refused: false,
      run: () => goToSetting(id),
    }));
}

function termEntries(query: string): readonly Entry[] {
  if (placeRefused('learn') !== null) return [];
  return findTerms(query)
    .slice(0, MOST)
    .map((id) => ({
      id: `term ${id}`,
      title: termsText.entries[id].name,
      says: termsText.entries[id].says,
      refused: false,
      run: () => openLearn('words', id),
    }));
}
