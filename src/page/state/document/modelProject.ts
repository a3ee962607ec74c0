/** The projects for a real model, with their environments as the editor shows them; fetched when somebody begins one. */
import { MODEL_PROJECTS, type ModelProjectName } from '../../../core/document/presets/modelProjects.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../environments/index.ts';
import { builtInEnvironment } from './defaultProject.ts';

/** A fresh one. */
export function modelProject(name: ModelProjectName): ProjectDocument {
  const { environment: id, project } = MODEL_PROJECTS[name];
  return project(builtInEnvironment(BUILTIN_ENVIRONMENTS.find((environment) => environment.id === id)?.file ?? ''));
}
