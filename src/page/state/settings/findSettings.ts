/** Finding settings by any of their names: label, sentence, path, options, source, and what R1, R3 and others call them. */
import { settingsText, type Source, sourcesText, text } from '../../../words/words.ts';
import { subjectOf } from './settingValues.ts';
import type { Setting, SettingId } from './settingsTable.ts';

export interface SettingSource {
  readonly source: Source;
  readonly r1?: string;
  readonly r3?: string;
  readonly elsewhere?: string;
}

export function sourceOf(id: SettingId): SettingSource {
  return sourcesText[id];
}

/** The settings in whose texts every one of the words occurs; all of them when there is none. */
export function findSettings(settings: readonly Setting[], words: string): readonly Setting[] {
  const wanted = words.split(/\s+/).map(normalised).filter(Boolean);
  return settings.filter((setting) => {
    const haystack = haystackOf(setting);
    return wanted.every((word) => haystack.includes(word));
  });
}

/** Where to look for what no setting of the form is; nothing without words. */
export function findElsewhere(words: string): readonly string[] {
  const wanted = words.split(/\s+/).map(normalised).filter(Boolean);
  if (wanted.length === 0) return [];
  return text.elsewhere
    .filter(({ names, where }) => {
      const haystack = normalised(`${names} ${where}`);
      return wanted.every((word) => haystack.includes(word));
    })
    .map(({ where }) => where);
}

const haystacks = new Map<SettingId, string>();

function haystackOf({ id, field }: Setting): string {
  const known = haystacks.get(id);
  if (known !== undefined) return known;
  const { label, help } = settingsText.fields[id];
  const { source, r1, r3, elsewhere } = sourceOf(id);
  const options = 'options' in field ? field.options.map((option) => `${option} ${settingsText.options[option] ?? ''}`) : [];
  const made = normalised([label, help, subjectOf(id), ...options, source.text, r1, r3, elsewhere].filter(Boolean).join(' '));
  haystacks.set(id, made);
  return made;
}

/** Lower case, and what stands between words in flags and paths as blanks: “--ppo_epoch”, “ppo epoch” and “ppoEpoch” are one. */
function normalised(words: string): string {
  return words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\s_.,;:()/–-]+/g, ' ')
    .trim();
}
