/** Trains a project with and without another value of one setting, and says what came of it. */
import { documentFaults, unreadSettings } from '../../src/core/document/check/check.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { valueAt, withValueAt } from '../../src/core/sweep/address.ts';
import type { TrainingSession } from '../../src/session/run/session.ts';
import { type Governed, type Perturbation, perturbationOf, settingOf, type Values } from './perturbations.ts';

/** A run to its end: texts that are equal if and only if what they stand for is, and the episodes it was trained on. */
export type Outcome = Readonly<Record<Governed, string>> & { readonly episodes: readonly EpisodeRecord[] };

/**
 * `acts`: what it governs has changed. `told`: nothing reads it there, and the document says so (`unchanged` then says whether
 * that is true). `refused`: the document cannot be trained so. `lacking`: nothing has changed, and the episodes of neither run
 * had what it takes. `idle`: accepted, and nothing has changed.
 */
export type Verdict =
  | { readonly verdict: 'acts' | 'idle' }
  | { readonly verdict: 'told'; readonly says: string; readonly unchanged: boolean | null }
  | { readonly verdict: 'refused' | 'lacking'; readonly says: string };

export interface Trial {
  readonly path: string;
  readonly perturbation: Perturbation;
  /** In the state in which the setting can act, before and after it was changed. */
  readonly before: ProjectDocument;
  readonly after: ProjectDocument;
}

/** The two documents of a setting; of `team.agents.*` the first agent is changed. Throws where there is no perturbation. */
export function trialOf(document: ProjectDocument, path: string): Trial {
  const perturbation = perturbationOf(path);
  if (!perturbation) throw new Error(`headless/perturb/perturbations.ts has no other value for ${path}`);
  const before = withValues(document, perturbation.state(document));
  const concrete = subjectOf(path, before);
  const changed = perturbation.to(valueAt(before, concrete) ?? null, before);
  return { path, perturbation, before, after: withValues(before, { [concrete]: changed }) };
}

/** `check`: trains also where the document says that nothing reads the setting, to see that it is so. */
export async function judge(
  { path, perturbation: { governs, needs }, before, after }: Trial,
  outcomeOf: (document: ProjectDocument) => Promise<Outcome>,
  { check }: { readonly check: boolean },
): Promise<Verdict> {
  const [fault] = documentFaults(after);
  if (fault) return { verdict: 'refused', says: fault.message };
  const subject = subjectOf(path, before);
  const unread = unreadSettings(after).find((setting) => setting.place.subject === subject);
  if (unread) {
    const unchanged =
      check && documentFaults(before).length === 0 ? (await outcomeOf(before)).team === (await outcomeOf(after)).team : null;
    return { verdict: 'told', says: unread.message, unchanged };
  }
  const [was, is] = [await outcomeOf(before), await outcomeOf(after)];
  if (was[governs] !== is[governs]) return { verdict: 'acts' };
  if (needs && ![was, is].some(({ episodes }) => needs.met(episodes))) return { verdict: 'lacking', says: needs.what };
  return { verdict: 'idle' };
}

/** Trains to the end and notes everything that a setting may govern. */
export async function outcomeOf(session: TrainingSession): Promise<Outcome> {
  const rows: Readonly<Record<string, number>>[] = [(await session.before()).metrics];
  const checkpoints: number[] = [];
  const played: EpisodeRecord[] = [];
  while (session.iteration < session.document.training.iterations) {
    const { iteration, metrics, checkpoint, episodes } = await session.iterate();
    rows.push(metrics);
    played.push(...episodes);
    if (checkpoint) checkpoints.push(iteration);
  }
  const evaluated = rows.map((row) => Object.entries(row).filter(([name]) => name.startsWith('eval/')));
  const parameters = session.groups.flatMap(({ adapters, critic }) =>
    [...adapters, ...(critic ? [critic] : [])].map((set) => set.parameters),
  );
  return {
    team: parameters.map((set) => [...set].map(([name, { data }]) => `${name} ${digestOf(data)}`).join('\n')).join('\n'),
    evaluations: JSON.stringify(evaluated),
    metrics: JSON.stringify(rows),
    checkpoints: checkpoints.join(),
    iterations: String(session.iteration),
    episodes: played,
  };
}

function withValues(document: ProjectDocument, values: Values): ProjectDocument {
  const drawn = Object.entries(values).reduce((made, [path, value]) => withValueAt(made, path, value), document);
  return parseDocument(drawn);
}

const subjectOf = (path: string, { team }: ProjectDocument): string => settingOf(path).replace('*', team.agents[0]?.role ?? '');

/** The bytes, as text. */
const digestOf = (data: Float32Array): string => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
