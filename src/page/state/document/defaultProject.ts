/** The projects a person starts from in the page, with the built-in environments exactly as the editor shows them. */
import type { ModelProjectName } from '../../../core/document/presets/modelProjects.ts';
import type { Preset, PresetEnvironment } from '../../../core/document/preset.ts';
import { type PresetName, PRESETS } from '../../../core/document/presets/presets.ts';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../core/document/schema.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { BUILTIN_ENVIRONMENTS, TEMPLATE_FILE } from '../../../environments/index.ts';
import { fetchSource, fileOfDigest, firstSource } from '../../../environments/source.vite.ts';
import { projectFaults } from '../../../words/words.ts';
import { hashOf } from './hashOf.ts';

/** The environment of a new project: the only one whose text is there from the start. */
const FIRST: Required<PresetEnvironment> = { file: BUILTIN_ENVIRONMENTS[0]?.file ?? '', source: firstSource };

/** Whether a built-in environment is opened as `file`. */
export function isBuiltInFile(file: string): boolean {
  return BUILTIN_ENVIRONMENTS.some((environment) => environment.file === file);
}

/** The built-in environment, or the template, whose text `source` is to the letter. */
export function builtInFileOf(source: string): string | undefined {
  return fileOfDigest(hashOf(source));
}

/** The built-in environment that was opened as `file`; the default one when none has that name. Throws `E_ENV_FETCH`. */
export async function builtInEnvironment(file: string): Promise<Required<PresetEnvironment>> {
  return isBuiltInFile(file) ? { file, source: await fetched(file) } : FIRST;
}

/** The TypeScript that a new environment begins with. Throws `E_ENV_FETCH`. */
export const templateSource = (): Promise<string> => fetched(TEMPLATE_FILE);

async function fetched(file: string): Promise<string> {
  try {
    return await fetchSource(file);
  } catch (error) {
    throw new FaultError(fault(projectFaults, 'E_ENV_FETCH', { file }, { detail: String(error) }));
  }
}

const fileOf = ({ environment }: Pick<Preset, 'environment'>): string =>
  BUILTIN_ENVIRONMENTS.find(({ id }) => id === environment)?.file ?? '';

/** A fresh project of one of the presets. Throws `E_ENV_FETCH`. */
export async function presetProject(name: PresetName): Promise<ProjectDocument> {
  return PRESETS[name].project(await builtInEnvironment(fileOf(PRESETS[name])));
}

/** The same without the code of its environment, which may not have been fetched. */
export function presetOutline(name: PresetName): ProjectDocument {
  return PRESETS[name].project({ file: fileOf(PRESETS[name]), source: '' });
}

/** A fresh project for a larger model. Throws `E_ENV_FETCH`. */
export async function modelProject(name: ModelProjectName): Promise<ProjectDocument> {
  // Nobody needs these before they begin one.
  const { MODEL_PROJECTS } = await import('../../../core/document/presets/modelProjects.ts');
  return MODEL_PROJECTS[name].project(await builtInEnvironment(fileOf(MODEL_PROJECTS[name])));
}

/** A fresh default project. */
export function defaultProject(): ProjectDocument {
  return PRESETS.micro.project(FIRST);
}

/** One agent and an environment to be written, everything else at its default. Throws `E_ENV_FETCH`. */
export async function blankProject(name: string): Promise<ProjectDocument> {
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name,
    team: { agents: [{ role: 'agent', label: 'Agent' }] },
    environment: { file: 'my-environment.env.ts', source: await templateSource() },
    view: { positions: { agent: { x: 0, y: 0 } } },
  });
}
