/** Finds the document a command is about: a project file, or a preset with its built-in environment; and its set of settings. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseDocument } from '../../src/core/document/parse.ts';
import { isModelProject, MODEL_PROJECTS } from '../../src/core/document/presets/modelProjects.ts';
import { isPresetName, PRESETS } from '../../src/core/document/presets/presets.ts';
import { isSideProject, SIDE_PROJECTS } from '../../src/core/document/presets/sideProjects.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { applySettingsPreset, SETTINGS_PRESET_NAMES } from '../../src/core/editing/settingsPresets.ts';
import { fault, faultFrom, FaultError } from '../../src/core/faults.ts';
import { BUILTIN_ENVIRONMENTS } from '../../src/environments/index.ts';
import { environmentSource } from '../../src/environments/source.node.ts';
import { printText } from './console.ts';
import { withTeamOf } from './teamFile.ts';
import { pathFaults, flagFaults, unreadableProject } from '../../src/words/words.ts';

export interface ProjectChoice {
  readonly file?: string;
  readonly preset?: string;
  /** A named set of settings that takes the place of the document's own. */
  readonly settings?: string;
  readonly seed?: number;
  readonly iterations?: number;
}

/** Flags of all commands that train a project. */
export const PROJECT_FLAGS = {
  project: { type: 'string' },
  preset: { type: 'string' },
  settings: { type: 'string' },
  profiles: { type: 'string' },
  iterations: { type: 'string' },
  seed: { type: 'string' },
} as const;

/** The project file of the command line, by itself or behind `--project`; undefined where there is none. */
export function projectFile(values: { readonly project?: string }, positionals: readonly string[]): string | undefined {
  const [file = values.project] = positionals;
  if (values.project !== undefined && values.project !== file)
    throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'two files', files: [file ?? '', values.project] }));
  return file;
}

/** The project that these flags and a file choose, with the team of `--profiles`; what that leaves behind is printed. */
export function projectFlags(
  values: { readonly [flag in keyof typeof PROJECT_FLAGS]?: string },
  file: string | undefined,
): ProjectDocument {
  const document = chooseProject({
    file,
    preset: values.preset,
    settings: values.settings,
    seed: wholeNumber(values.seed, '--seed'),
    iterations: wholeNumber(values.iterations, '--iterations', 1),
  });
  if (values.profiles === undefined) return document;
  const taken = withTeamOf(document, { paths: [values.profiles] });
  for (const line of taken.said) printText(`${line}\n`);
  return taken.document;
}

/** The project file's document, else the preset's (default `micro`), with the command line's settings, seed and iterations. */
export function chooseProject({ file, preset, settings, seed, iterations }: ProjectChoice): ProjectDocument {
  if (file !== undefined && preset !== undefined)
    throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'file and preset', file, preset }));
  const own = file === undefined ? fromPreset(preset ?? 'micro') : fromFile(file);
  const document = settings === undefined ? own : withSettings(own, settings);
  return {
    ...document,
    training: { ...document.training, ...(seed === undefined ? {} : { seed }), ...(iterations === undefined ? {} : { iterations }) },
  };
}

function fromPreset(name: string): ProjectDocument {
  const beside = isSideProject(name) ? SIDE_PROJECTS[name] : isModelProject(name) ? MODEL_PROJECTS[name] : null;
  const known = isPresetName(name) ? PRESETS[name] : beside;
  if (!known) {
    const presets = [...Object.keys(PRESETS), ...Object.keys(SIDE_PROJECTS), ...Object.keys(MODEL_PROJECTS)];
    throw new FaultError(fault(flagFaults, 'E_PRESET', { preset: name, of: 'projects', presets }));
  }
  const { environment: id, project } = known;
  const file = BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id)?.file;
  return project({ file, source: environmentSource(id) });
}

function withSettings(document: ProjectDocument, settings: string): ProjectDocument {
  const name = SETTINGS_PRESET_NAMES.find((candidate) => candidate === settings);
  if (name) return applySettingsPreset(document, name);
  throw new FaultError(fault(flagFaults, 'E_SETTINGS', { settings, sets: SETTINGS_PRESET_NAMES }));
}

function fromFile(file: string): ProjectDocument {
  if (!existsSync(file)) throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path: file, wanted: 'project' }));
  try {
    return parseDocument(readFileSync(file, 'utf8'));
  } catch (error) {
    const cause = faultFrom(error);
    throw new FaultError({ ...cause, message: `${unreadableProject(file)} ${cause.message}` });
  }
}

/** The folder of a project file, in which its own models may lie; null where none was given. */
export const projectHome = (file: string | undefined): string | null => (file === undefined ? null : dirname(file));

/** A whole number from the command line. */
export function wholeNumber(text: string | undefined, flag: string, minimum = 0): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= minimum) return value;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'whole number', flag, minimum, given: text }));
}
