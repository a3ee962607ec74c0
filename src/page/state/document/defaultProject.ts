/** The projects a person starts from in the page, with the built-in environments exactly as the editor shows them. */
import { type PresetEnvironment, type PresetName, PRESETS } from '../../../core/document/presets/presets.ts';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../core/document/schema.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../environments/index.ts';
import { environmentSource, templateSource } from '../../../environments/source.vite.ts';

/** Display name and source of each built-in environment, the default one first. */
const BUILT_IN: readonly Required<PresetEnvironment>[] = BUILTIN_ENVIRONMENTS.map(({ id, file }) => ({
  file,
  source: environmentSource(id),
}));

/** The built-in environment that was opened as `file`; the default one when none has that name. */
export function builtInEnvironment(file: string): Required<PresetEnvironment> {
  const found = BUILT_IN.find((environment) => environment.file === file) ?? BUILT_IN[0];
  if (!found) throw new Error('there is no built-in environment');
  return found;
}

/** Whether a built-in environment is opened as `file`. */
export function isBuiltInFile(file: string): boolean {
  return BUILT_IN.some((environment) => environment.file === file);
}

/** Whether `source` is that of a built-in environment or of the template, to the letter. */
export function isBuiltInSource(source: string): boolean {
  return BUILT_IN.some((environment) => environment.source === source) || source === templateSource();
}

/** A fresh project of one of the presets. */
export function presetProject(name: PresetName): ProjectDocument {
  const { environment: id, project } = PRESETS[name];
  return project(builtInEnvironment(BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id)?.file ?? ''));
}

/** A fresh default project. */
export function defaultProject(): ProjectDocument {
  return presetProject('micro');
}

/** One agent and an environment to be written, everything else at its default. */
export function blankProject(name: string): ProjectDocument {
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name,
    team: { agents: [{ role: 'agent', label: 'Agent' }] },
    environment: { file: 'my-environment.env.ts', source: templateSource() },
    view: { positions: { agent: { x: 0, y: 0 } } },
  });
}
