/**
 * A project as a job for a cluster: one folder with everything that our terminal needs there, what to type, and what to expect. Pure:
 * the same project gives the same bytes. What a server refuses comes from the caller, who knows the servers (src/tinker/job).
 */
import { encodeJson, filesInto, type GivenFiles } from '../../files.ts';
import { costFile } from './cost.ts';
import { dataPath, JOB_FOLDER, type JobInput, TERMINAL_FILE } from './input.ts';
import { mappingFile } from './mapping.ts';
import { readmeFile } from './readme.ts';
import { serverFiles } from './servers.ts';

/** All files of the job, with paths below {@link JOB_FOLDER}; a base's lie where they were given. */
export function jobFiles(input: JobInput): GivenFiles {
  const { document, bases, data, adapters, terminal } = input;
  const text = (content: string) => new TextEncoder().encode(content);
  const ofBases = bases.map((base) => (base.lies === 'here' ? filesInto(base.folder, base.files) : {}));
  const ofAdapters = [...(adapters?.folders ?? [])].map(([role, files]) => filesInto(`adapters/${role}`, files));
  const servers = Object.entries(serverFiles(input)).map(([path, content]) => [path, text(content)] as const);
  return filesInto(JOB_FOLDER, {
    ...Object.assign({}, ...ofBases, ...ofAdapters),
    'project.json': encodeJson(document),
    ...(data && { [dataPath(data.name)]: data.bytes }),
    ...Object.fromEntries(servers),
    'README.md': text(readmeFile(input)),
    'MAPPING.md': text(mappingFile(input)),
    'COST.md': text(costFile(input)),
    [TERMINAL_FILE]: terminal,
  });
}
