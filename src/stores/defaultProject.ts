/** The project a person starts from in the page, with the built-in environment exactly as the editor shows it. */
import arithmetic from '../environments/arithmetic.env.ts?raw';
import { type PresetName, presets } from '../core/document/presets.ts';
import type { ProjectDocument } from '../core/document/schema.ts';

/** Display name and source of the built-in environment. */
export const BUILT_IN_ENVIRONMENT = { file: 'arithmetic.env.ts', source: arithmetic } as const;

/** A fresh project of one of the presets. */
export function presetProject(name: PresetName): ProjectDocument {
  return presets[name](BUILT_IN_ENVIRONMENT);
}

/** A fresh default project. */
export function defaultProject(): ProjectDocument {
  return presetProject('micro');
}
