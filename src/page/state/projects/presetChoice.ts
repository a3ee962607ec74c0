/** The shipped projects as a choice, and whether a project is one of them as it was shipped. */
import { isPresetName, PRESETS, type PresetName } from '../../../core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { builtInFileOf, presetOutline } from '../document/defaultProject.ts';

/** Every shipped project, in the order they are offered. */
export const PRESET_NAMES: readonly PresetName[] = Object.keys(PRESETS).filter(isPresetName);

/** Which shipped project `document` is, moved on the canvas at most; null when it is another or was edited. */
export function shippedAs(document: ProjectDocument): PresetName | null {
  const { file, source } = document.environment;
  if (builtInFileOf(source) !== file) return null;
  const content = (project: ProjectDocument) =>
    JSON.stringify({ ...project, environment: { ...project.environment, source: '' }, view: null });
  return PRESET_NAMES.find((name) => content(document) === content(presetOutline(name))) ?? null;
}

/** Whether nothing would be lost by replacing `document`. */
export function isAsShipped(document: ProjectDocument): boolean {
  return shippedAs(document) !== null;
}
