/**
 * A project as a package of Python for verifiers: an environment whose team, prompts and rewards are made by our code in Node, and the
 * configurations that train and evaluate it. Pure: the same project gives the same bytes.
 */
import type { ProjectDocument } from '../../../document/schema.ts';
import { FaultError } from '../../../faults.ts';
import { encodeJson, type Files, filesInto } from '../../files.ts';
import { packageName, type PackageInput, type ProblemLine } from './input.ts';
import { mappingFile } from './mapping.ts';
import { initFile, pyproject, seatsFile } from './python.ts';
import { readmeFile } from './readme.ts';
import { refusals } from './refusals.ts';
import { siiMarftFiles } from './siiMarft.ts';
import { evalToml, rlToml } from './toml.ts';

/** The folder that the zip holds. */
export const packageFolder = (document: ProjectDocument): string => packageName(document).replaceAll('_', '-');

const linesOf = (problems: readonly ProblemLine[]): string => problems.map((line) => `${JSON.stringify(line)}\n`).join('');

/** All files, with paths below {@link packageFolder}. Throws what makes a package impossible. */
export function packageFiles({ document, problems, common }: PackageInput): Files {
  const [refused] = refusals(document);
  if (refused) throw new FaultError(refused);
  const encoder = new TextEncoder();
  const texts = (files: Readonly<Record<string, string>>): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
  const { LICENSE: license, ...parts } = common;
  return filesInto(packageFolder(document), {
    ...texts({
      'README.md': readmeFile(document, problems),
      'MAPPING.md': mappingFile(document),
      'pyproject.toml': pyproject(document),
      'rl.toml': rlToml(document),
      'eval.toml': evalToml(document),
    }),
    ...(license && { LICENSE: license }),
    ...filesInto(packageName(document), {
      ...parts,
      ...texts({ '__init__.py': initFile(document), 'seats.py': seatsFile(document), 'problems.jsonl': linesOf(problems) }),
      'project.json': encodeJson(document),
    }),
    ...filesInto('sii-marft', texts(siiMarftFiles(document))),
  });
}
