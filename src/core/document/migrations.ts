/**
 * How older documents become current ones: a list of steps, each from one version to the next, applied in turn to the raw
 * value before the schema sees it. Whoever raises `DOCUMENT_VERSION` adds a step here and an old file to the tests.
 */
import { isRecord } from '../isRecord.ts';
import { fault, type Fault, FaultError } from '../faults.ts';
import { projectFileFaults } from '../../words/words.ts';

export interface Migration {
  /** The version it reads; it writes `from + 1` (the `version` field is set for it). */
  readonly from: number;
  up(raw: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** What the project is called, as far as a newer format still says it so; else empty. */
const nameIn = (raw: object): string => ('name' in raw && typeof raw.name === 'string' ? raw.name.slice(0, 200) : '');

export const migrations: readonly Migration[] = [
  {
    // The value clip belongs to the critic; mean and deviation of the advantage normalisation have scopes.
    from: 1,
    up(raw) {
      if (!isRecord(raw['training'])) return { ...raw };
      const { valueClip, normalizeAdvantages, ...training } = raw['training'];
      const critic = isRecord(training['critic']) ? training['critic'] : {};
      const scope = normalizeAdvantages === false ? 'none' : 'minibatch';
      return {
        ...raw,
        training: {
          ...training,
          normalizeAdvantages: { mean: scope, std: scope },
          critic: valueClip === undefined ? critic : { ...critic, valueClip },
        },
      };
    },
  },
  {
    // An environment may have a data set, and a team a warm start; older projects have neither.
    from: 2,
    up: (raw) => ({ ...raw }),
  },
  {
    // VinePPO plays on from every state, so many times as is set; no older project trains by it.
    from: 3,
    up: (raw) => ({ ...raw }),
  },
  {
    // The KL to the base is measured on the episodes as they were played, by an estimator of its own (k1), and rollback reads each
    // agent’s.
    from: 4,
    up: (raw) => ({ ...raw }),
  },
  {
    // The matrices of a base may be held in fewer bits, and prompts laid out by the model’s chat template; older projects have f32 and
    // the workbench’s own blocks.
    from: 5,
    up: (raw) => ({ ...raw }),
  },
  {
    // The policy loss may be weighted by trainer ÷ sampler, and keys and values be kept in 16 bits; no older project does either.
    from: 6,
    up: (raw) => ({ ...raw }),
  },
  {
    // An agent keeps its colour when another is deleted; in older projects it is by the agent’s place in the list, until then.
    from: 7,
    up: (raw) => ({ ...raw }),
  },
  {
    // The algorithm says over what advantages are normalised where nothing is said: GRPO and RLOO over nothing. Older projects keep the
    // minibatch. Credit may also flow along each agent’s own messages, or to whoever hears one; older projects’ goes through the whole
    // team. C3, difference rewards and COMA hold a message against others in its place; no older project trains by them. A critic may
    // read more than the agent who speaks; older projects’ does not. A few episodes are asked who saved and who spoiled them, in older
    // projects too: what is learnt stays as it was. The environment may answer calls within a message; in older projects nothing is
    // called. An agent may end the episode, and messages may cost; in older projects neither. GRPO may divide by the mean of the group
    // (MaxRL), and REINFORCE may subtract a role’s running mean (RAE); no older project does either. Agents may have a teacher; in older
    // projects none has. Agents may take time; in older projects none does.
    from: 8,
    up(raw) {
      if (!isRecord(raw['training'])) return { ...raw };
      const { normalizeAdvantages: given, ...training } = raw['training'];
      const scopes = isRecord(given) ? given : {};
      const grouped = training['algorithm'] === 'grpo' || training['algorithm'] === 'rloo';
      // Where the minibatch is what the algorithm has anyway, it goes with the algorithm when another is chosen.
      const scope = (said: unknown) => (grouped ? (said ?? 'minibatch') : said === 'minibatch' ? 'auto' : said);
      const kept = Object.entries({ mean: scope(scopes['mean']), std: scope(scopes['std']) }).filter(([, said]) => said !== undefined);
      return { ...raw, training: { ...training, normalizeAdvantages: { ...scopes, ...Object.fromEntries(kept) } } };
    },
  },
];

/** Whether a newer workbench saved what could not be read: that one will read it, so it stays as and where it is. */
export const isFuture = ({ code }: Fault): boolean => code === 'E_DOCUMENT_FUTURE';

/** `raw` brought to version `current`; throws `E_DOCUMENT_VERSION` or `E_DOCUMENT_FUTURE` when that cannot be. */
export function migrate(raw: unknown, steps: readonly Migration[], current: number): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !('version' in raw)) {
    throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_VERSION', { found: 'none' }));
  }
  const { version } = raw;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_VERSION', { found: 'other', said: JSON.stringify(version) }));
  }
  if (version > current) {
    throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_FUTURE', { name: nameIn(raw), version, reads: current }));
  }
  let document: Record<string, unknown> = { ...raw };
  for (let at = version; at < current; at++) {
    const step = steps.find((migration) => migration.from === at);
    if (!step) throw new FaultError(fault(projectFileFaults, 'E_DOCUMENT_VERSION', { found: 'old', version }));
    document = { ...step.up(document), version: at + 1 };
  }
  return document;
}
