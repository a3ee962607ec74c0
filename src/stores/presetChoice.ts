/** The shipped projects as a choice, and whether a project is one of them as it was shipped. */
import { isPresetName, presets, type PresetName } from '../core/document/presets.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import { presetProject } from './defaultProject.ts';

/** Every shipped project, in the order they are offered. */
export const PRESET_NAMES: readonly PresetName[] = Object.keys(presets).filter(isPresetName);

/** Whether nothing would be lost by replacing `document`: it is a shipped project, moved on the canvas at most. */
export function isAsShipped(document: ProjectDocument): boolean {
  return PRESET_NAMES.some((name) => {
    const shipped = presetProject(name);
    return JSON.stringify({ ...document, view: null }) === JSON.stringify({ ...shipped, view: null });
  });
}
