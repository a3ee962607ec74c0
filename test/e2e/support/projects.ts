/** Project files for the tests: the default project made small enough to train in seconds, and broken ones. */
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument, TrainingSettings } from '../../../src/core/document/schema.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../src/environments/index.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';

const [builtIn] = BUILTIN_ENVIRONMENTS;

/** The source of the environment the page starts with. */
export const arithmeticSource = environmentSource(builtIn!.id);

/** The default project with a few episodes and no evaluations, so that an iteration takes about a second. */
export function smallProject(training: Partial<TrainingSettings> = {}): ProjectDocument {
  const project = PRESETS.micro.project({ file: builtIn!.file, source: arithmeticSource });
  return { ...project, name: 'Small team', training: { ...project.training, iterations: 2, episodes: 4, evaluateEvery: 0, ...training } };
}

/** The same with so many iterations that it goes on until somebody stops it. */
export function endlessProject(): ProjectDocument {
  return smallProject({ iterations: 100_000 });
}

/** The built-in environment with one passage replaced wherever it stands; fails when it is not there, so that no test edits nothing. */
export function editedEnvironment(passage: string, replacement: string): string {
  if (!arithmeticSource.includes(passage)) throw new Error(`the built-in environment has no “${passage}”`);
  return arithmeticSource.replaceAll(passage, replacement);
}

/** 1-based line of the first occurrence of `passage`. */
export function lineOf(source: string, passage: string): number {
  return source.slice(0, source.indexOf(passage)).split('\n').length;
}
