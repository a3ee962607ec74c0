/** Adapters that somebody brings for the team at hand: which lies in the folder of which agent. */
import type { ProjectDocument } from '../../../document/schema.ts';
import { fault, FaultError } from '../../../faults.ts';
import { adapterFaults } from '../../../../words/words.ts';
import { type Files, filesInto, filesUnder } from '../../files.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL } from './peft.ts';

/**
 * One PEFT folder per role, of `files` in which they may lie deeper: folders that are called as agents are theirs, of several of one
 * name the one with the shortest path. A single adapter may be called anything where it is dropped on the agent `role`, or the team
 * has one agent. Throws `E_ADAPTERS_WHOSE` where nobody could tell.
 */
export function adaptersByRole(files: Files, { team }: Pick<ProjectDocument, 'team'>, role?: string): Files {
  const folders = Object.keys(files)
    .filter((path) => path === ADAPTER_CONFIG || path.endsWith(`/${ADAPTER_CONFIG}`))
    .map((path) => path.slice(0, -ADAPTER_CONFIG.length))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const roles = team.agents.map((agent) => agent.role);
  const [only, second] = folders;
  const whose = role ?? (roles.length === 1 ? roles[0] : undefined);
  const called = (name: string): string | undefined => folders.find((folder) => folder === `${name}/` || folder.endsWith(`/${name}/`));
  const found = new Map(
    only !== undefined && second === undefined && whose !== undefined
      ? [[whose, only]]
      : roles.flatMap((name) => (called(name) === undefined ? [] : [[name, called(name) ?? '']])),
  );
  if (found.size === 0) throw new FaultError(fault(adapterFaults, 'E_ADAPTERS_WHOSE', { folders: folders.length, roles }));
  const parts = [...found].map(([name, folder]) => {
    const { [ADAPTER_CONFIG]: config, [ADAPTER_MODEL]: model } = folder === '' ? files : filesUnder(files, folder);
    return filesInto(name, { ...(config ? { [ADAPTER_CONFIG]: config } : {}), ...(model ? { [ADAPTER_MODEL]: model } : {}) });
  });
  return Object.assign({}, ...parts) as Files;
}
