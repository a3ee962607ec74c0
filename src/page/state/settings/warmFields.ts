/** The settings of a warm start as fields: in which order, of which kind, when they are read, and how they are set. */
import { warmStartSchema, type WarmStartSettings } from '../../../core/document/schema.ts';
import { documentStore } from '../document/document.ts';
import type { WarmSource } from '../../../../workers/trainer/protocol.ts';
import { issueAt } from './issue.ts';
import { text } from '../../../words/words.ts';

export type WarmSettingId = keyof WarmStartSettings;
export type SourceKind = WarmSource['kind'];

/** What a person looks at first, and the rest. */
export const FIRST_SETTINGS: readonly WarmSettingId[] = ['trains', 'right', 'target', 'tokens'];
export const OTHER_SETTINGS: readonly WarmSettingId[] = [
  'learningRate',
  'batch',
  'promptWeight',
  'evaluateEvery',
  'evaluateEpisodes',
  'hiddenSize',
  'layers',
  'vocabularySize',
  'seed',
];

export const WARM_DEFAULTS: WarmStartSettings = warmStartSchema.parse({});

/** Settings that only a new base has. */
const SHAPE: readonly WarmSettingId[] = ['hiddenSize', 'layers', 'vocabularySize'];

/** Why nothing would read the setting; null when something does. */
export function whyWarmUnread({ trains }: WarmStartSettings, id: WarmSettingId, source: SourceKind): string | null {
  if (SHAPE.includes(id) && trains !== 'new_base') return text.warmStart.unread.shape;
  if (id === 'right' && source !== 'environment') return text.warmStart.unread.right;
  return null;
}

/** Takes a value into the document, or says why the schema does not permit it. */
export function setWarmSetting(id: WarmSettingId, value: unknown): string | null {
  const { document, edit } = documentStore.getState();
  const parsed = warmStartSchema.safeParse({ ...document.warmStart, [id]: value });
  if (!parsed.success) return issueAt(parsed.error.issues, id) ?? text.training.invalidNumber;
  edit((present) => ({ ...present, warmStart: parsed.data }), `setting:warmStart.${id}`);
  return null;
}

/** What a base made for this project is called unless somebody says otherwise. */
export function proposedName(project: string, base: string, trains: WarmStartSettings['trains']): string {
  if (trains === 'base') return `${base}-warm`;
  const stem = project
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${stem || 'project'}-base`;
}
