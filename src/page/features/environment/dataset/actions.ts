/** Attaching a data set to the project and taking it off again; each is one undo step. */
import type { PresetEnvironment } from '../../../../core/document/preset.ts';
import type { DatasetSettings, ProjectDocument } from '../../../../core/document/schema.ts';
import { builtInEnvironment } from '../../../state/document/defaultProject.ts';
import { documentStore } from '../../../state/document/document.ts';
import { projectsStore } from '../../../state/projects/projects.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { datasetText } from '../../../../words/words.ts';

export const MATH_FROM_FILE = 'dataset-math.env.ts';

/**
 * `takeEnvironment`: the environment for mathematics from a file comes with it. Whether it was attached: a lesson may refuse it, or
 * another project may be open by now. Throws `E_ENV_FETCH`.
 */
export async function attachChosen(dataset: DatasetSettings, takeEnvironment: boolean): Promise<boolean> {
  const { present } = projectsStore.getState();
  const environment = takeEnvironment ? await builtInEnvironment(MATH_FROM_FILE) : null;
  return projectsStore.getState().present === present && attachDataset(dataset, environment);
}

/** `environment`: one that comes with it. Whether it was attached: a lesson may refuse it. */
export function attachDataset(dataset: DatasetSettings, environment: Required<PresetEnvironment> | null): boolean {
  const refused = documentStore.getState().edit((document) => ({
    ...document,
    environment: { ...document.environment, ...environment, dataset },
  }));
  return refused === null;
}

export function removeDataset(dataset: DatasetSettings): void {
  const refused = documentStore.getState().edit((document) => ({ ...document, environment: { ...document.environment, dataset: null } }));
  if (refused === null) notifyDone(datasetText.removed, datasetText.removedText(dataset.name));
}

/** Whether the environment's `reset` takes the row it would get, as far as its text tells: by name, or off its whole input. */
export function readsProblem({ environment: { source } }: Pick<ProjectDocument, 'environment'>): boolean {
  const start = source.search(/\breset\s*(?:\(|:)/);
  if (start < 0) return false;
  const input = source.slice(start, source.indexOf(')', start) + 1);
  const [, whole] = /\(\s*([A-Za-z_$][\w$]*)\s*[:,)]/.exec(input) ?? [];
  return /\bproblem\b/.test(input) || (whole !== undefined && source.includes(`${whole}.problem`));
}
