/** An environment under another name: a fresh one from the template, or a copy of the one at hand. Each is one undo step. */
import { SHIPPED_BASES } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { consentStore } from '../../state/consent/consent.ts';
import { builtInEnvironment, builtInFileOf, isBuiltInFile, templateSource } from '../../state/document/defaultProject.ts';
import { documentStore } from '../../state/document/document.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { withFaultNotice } from '../../kit/notices/withFaultNotice.ts';
import { text } from '../../../words/words.ts';

const EXTENSION = '.env.ts';
const FRESH = `my-environment${EXTENSION}`;

/** `arithmetic.env.ts` becomes `arithmetic-copy.env.ts`, that `arithmetic-copy-2.env.ts`, and so on. */
export function forkName(file: string): string {
  const stem = file.replace(/(\.env)?\.ts$/, '');
  const [, name = stem, number] = /^(.*)-copy(?:-(\d+))?$/.exec(stem) ?? [];
  const next = name === stem ? '' : `-${Number(number ?? 1) + 1}`;
  return `${name.slice(0, 150)}-copy${next}${EXTENSION}`;
}

/** A copy of the environment at hand under a name of its own; what may not run still may not. */
export function forkEnvironment(): void {
  replace(({ environment }) => ({ ...environment, file: forkName(environment.file) }));
}

/** The template in place of the environment at hand. */
export function freshEnvironment(): Promise<void> {
  return inPlace(async () => {
    const source = await templateSource();
    // It came with the workbench, so it may run, and still may when a later version brings another.
    consentStore.getState().typed(source, source);
    return { file: FRESH, source };
  });
}

/** The built-in environment of that name in place of what was made of it. */
export function revertEnvironment(): Promise<void> {
  return inPlace(() => builtInEnvironment(documentStore.getState().document.environment.file));
}

/** Fetches an environment and puts it in place of the one at hand, unless another project was opened meanwhile. */
function inPlace(fetching: () => Promise<{ readonly file: string; readonly source: string }>): Promise<void> {
  return withFaultNotice(text.environment.notFetched, async () => {
    const { present } = projectsStore.getState();
    const fetched = await fetching();
    if (projectsStore.getState().present === present) replace(({ environment }) => ({ ...environment, ...fetched }));
  });
}

/** Whether the code differs from the built-in environment of that name, so that there is something to go back to. */
export const isChangedBuiltIn = ({ file, source }: ProjectDocument['environment']): boolean =>
  isBuiltInFile(file) && builtInFileOf(source) !== file;

/** Whether the code is a person's own: under a name of its own, and no copy of a built-in one. */
export function isOwnEnvironment({ file, source }: ProjectDocument['environment']): boolean {
  return !isBuiltInFile(file) && !isBuiltInFile(builtInFileOf(source) ?? '');
}

/** Whether the team's base is a shipped one, which has learnt other problems than those of its own environment. */
export function baseIsForeign({ environment, team }: Pick<ProjectDocument, 'environment' | 'team'>): boolean {
  return isOwnEnvironment(environment) && SHIPPED_BASES.some((name) => name === team.base);
}

function replace(environmentOf: (document: ProjectDocument) => ProjectDocument['environment']): void {
  const { edit, commitBurst } = documentStore.getState();
  commitBurst();
  edit((document) => ({ ...document, environment: environmentOf(document) }));
}
