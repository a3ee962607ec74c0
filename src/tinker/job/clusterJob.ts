/** A job for a cluster, with what each kind of server is expected to refuse. Pure, so the page may ask before anything is written. */
import { baseNames } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { GivenFiles } from '../../core/formats/files.ts';
import type { ExpectedServer, JobInput } from '../../core/formats/exports/cluster/input.ts';
import { jobFiles } from '../../core/formats/exports/cluster/job.ts';
import { SERVER_KINDS } from '../../core/formats/exports/cluster/servers.ts';
import { EXPECTED } from '../known.ts';
import { refusals } from '../refusals.ts';

/**
 * What servers that are started with the team's first base are expected to refuse. `holds`: bases that the terminal's machine is taken
 * to hold, for critics.
 */
export function expectedServers(document: ProjectDocument, holds: ReadonlySet<string>): readonly ExpectedServer[] {
  const here = { holds, names: new Map<string, string>(), sameTokens: new Map<string, boolean>() };
  return SERVER_KINDS.map((kind) => {
    const expected = EXPECTED[kind];
    const refused = refusals(document, { ...expected, bases: baseNames(document).slice(0, 1) }, here);
    return {
      kind,
      fixedAlpha: expected.alpha?.is === 'fixed' ? expected.alpha.value : null,
      refused,
    };
  });
}

/** The files of the job; `holds` as above. */
export function clusterJob(input: Omit<JobInput, 'servers'>, holds: ReadonlySet<string>): GivenFiles {
  return jobFiles({ ...input, servers: expectedServers(input.document, holds) });
}
