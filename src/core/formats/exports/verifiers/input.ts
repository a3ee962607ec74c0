/** What a package for verifiers is made from, and what it is called. */
import { attachedTo } from '../../../dataset/attach.ts';
import type { DataRow } from '../../../dataset/rows.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import type { EnvironmentInfo, Split } from '../../../environment/contract.ts';
import { evaluationProblem } from '../../../environment/problems.ts';
import type { Json } from '../../../json.ts';
import type { Files } from '../../files.ts';

/** What all packages have in common, packed by the build: the host of episodes and the package's own Python. */
export const VERIFIERS_FILE = 'verifiers.tgz';

/** What the Python is written for: the commit of verifiers that prime-rl's main branch holds. */
export const TARGET = {
  verifiers: { version: '0.3.1.dev62', commit: 'a60a606ecc4d309247edf9ff92c3eabca362781f' },
  primeRl: { version: '0.8.0', commit: '559b44772e471d1538537b8805cc77f3824a5e64' },
} as const;

/** A line of `problems.jsonl`. */
export interface ProblemLine {
  readonly split: Split;
  /** As the environment counts; of a data set the row in its file. */
  readonly index: number;
  readonly problem?: Json;
}

export interface PackageInput {
  readonly document: ProjectDocument;
  readonly problems: readonly ProblemLine[];
  /** The files of {@link VERIFIERS_FILE}. */
  readonly common: Files;
}

/** Most problems that are listed of an environment that makes its own. */
export const MOST_PROBLEMS = 10_000;

/**
 * The problems of both splits: the rows of an attached file as the project splits them, or numbers of those the environment makes, of
 * an unlimited split as many as training would get through. `rows`: of the document's data set, if it names one.
 */
export function problemLines(
  document: ProjectDocument,
  { splits }: Pick<EnvironmentInfo, 'splits'>,
  rows: readonly DataRow[] | undefined,
): readonly ProblemLine[] {
  const { episodes, groupSize, iterations, evaluateEpisodes } = document.training;
  const data = attachedTo(document, rows);
  if (data) {
    return (['train', 'test'] as const).flatMap((split) =>
      [...data.splits[split]].map((index) => ({ split, index, problem: data.problem(index) })),
    );
  }
  const wanted = { train: Math.ceil(episodes / groupSize) * iterations, test: evaluateEpisodes };
  return (['train', 'test'] as const).flatMap((split) => {
    const size = splits[split];
    const count = Math.min(size === 'unlimited' ? Math.max(1, wanted[split]) : size, MOST_PROBLEMS);
    return Array.from({ length: count }, (_, nth) => ({ split, index: split === 'test' ? evaluationProblem(size, nth) : nth }));
  });
}

/** Name of the package as Python imports it, which is the taskset's id too. */
export function packageName({ name }: Pick<ProjectDocument, 'name'>): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
  return `marft_${slug || 'team'}`;
}

const KEYWORDS =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield';
/** Fields and methods that an env's configuration has already, in verifiers, pydantic or the package. */
const TAKEN =
  'id taskset timeout retries max_concurrent_agents interception env_id agent_harnesses harness node host_timeout fold_system copy dict json schema schema_json construct validate parse_obj parse_raw parse_file from_orm update_forward_refs';
const RESERVED = new Set(`${KEYWORDS} ${TAKEN}`.split(' '));

/** The seat of each role in the order of the team: the role as a name of Python, with a line behind it where that is taken. */
export function seatNames({ team }: Pick<ProjectDocument, 'team'>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const { role } of team.agents) {
    let name = role.replaceAll('-', '_');
    while (RESERVED.has(name) || name.startsWith('model_') || used.has(name)) name += '_';
    used.add(name);
    names.set(role, name);
  }
  return names;
}
