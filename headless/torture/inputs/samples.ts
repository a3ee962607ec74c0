/** What mutants are made of: the projects that ship, a run that ships, and the files of the golden tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILTIN_ENVIRONMENTS } from '../../../src/environments/index.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import { parseRunPath } from '../../../src/core/formats/runPaths.ts';
import { filePaths, projectRoot, readFolder } from '../../kit/folders.ts';
import { recordedFiles } from '../../kit/run/recorded.ts';

/** A value that is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export const golden = (path: string): Files => readFolder(join(projectRoot, 'test', 'golden', path));

export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Texts of the gallery's projects. */
export const projects = once((): readonly Uint8Array[] => {
  const gallery = join(projectRoot, 'gallery');
  const paths = filePaths(gallery).filter((path) => path.endsWith('/project.json'));
  return paths.sort().map((path) => new Uint8Array(readFileSync(join(gallery, path))));
});

export const documents = once((): readonly ProjectDocument[] => projects().map((bytes) => parseDocument(textOf(bytes))));

export const shipped = once(() => BUILTIN_ENVIRONMENTS.map(({ id }) => ({ id, source: environmentSource(id) })));

/** A run folder with all kinds of files, and of its episodes the first of two iterations. */
export const runFolder = once((): Files => {
  let rollouts = 0;
  const files = Object.entries(recordedFiles('planner-solver')).flatMap(([path, bytes]): [string, Uint8Array][] => {
    if (parseRunPath(path)?.kind !== 'rollout') return path === 'index.json' ? [] : [[path, bytes]];
    rollouts += 1;
    return rollouts > 2 ? [] : [[path, bytesOf(`${textOf(bytes).split('\n').slice(0, 2).join('\n')}\n`)]];
  });
  return Object.fromEntries(files);
});
