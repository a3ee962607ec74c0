/**
 * Adapters to start a run from: a folder with one PEFT folder per role, such as a checkpoint of another run. Roles that
 * have none there begin as usual; what is there must fit, because an adapter that is quietly left out looks like a result.
 */
import { z } from 'zod';
import { SHIPPED_BASES } from '../../../document/bases.ts';
import { faultAt } from '../../../faultAt.ts';
import { fault, FaultError } from '../../../faults.ts';
import { adapterFaults } from '../../../../words/words.ts';
import { decodeJson, type Files, filesUnder } from '../../files.ts';
import { rolesIn } from './adapterFiles.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, type LoraWeights, type ModuleShapes, type PeftAdapter, readPeft } from './peft.ts';

/** What an agent's adapter must be like. */
export interface AdapterSpec extends Pick<LoraWeights, 'rank' | 'alpha' | 'targets'> {
  readonly role: string;
  /** Name of the agent's base model. */
  readonly baseName: string;
  /** What that base is (`baseFingerprint`), where it was worked out. */
  readonly baseFingerprint?: string;
  /** The linear modules of that base, where it has been read. */
  readonly modules?: ModuleShapes;
}

/** What reading adapters may ask and tell. */
export interface AdapterReading {
  /** What to call their folder in complaints. */
  readonly folder?: string;
  /** Hears what could not be made sure of, a sentence each; without it that is refused, as between runs of this workbench. */
  readonly tell?: (message: string) => void;
  /** The fingerprint of the base at a path that an adapter names; null where nobody can look there. */
  readonly baseAt?: (path: string) => string | null;
}

/** What became of the adapters of a run that another was forked from. */
export interface FittingAdapters {
  readonly adapters: ReadonlyMap<string, LoraWeights>;
  /** What was left out and why, and who begins afresh; a sentence each. */
  readonly notices: readonly string[];
}

/**
 * The adapters in `files` that still fit, for a team that was changed since they were trained: what does not is left out and
 * told. Throws `E_ADAPTERS_FORK` where none fits, which would be a new run under another name.
 */
export function fittingAdapters(files: Files, specs: readonly AdapterSpec[]): FittingAdapters {
  const adapters = new Map<string, LoraWeights>();
  const notices: string[] = [];
  for (const role of rolesIn(files)) {
    const spec = specs.find((candidate) => candidate.role === role);
    if (!spec) {
      notices.push(`The adapter of “${role}” was left out: this team has no agent of that name.`);
      continue;
    }
    try {
      adapters.set(role, readOne(filesUnder(files, role), spec, role, {}));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      notices.push(`The adapter of “${role}” does not fit any more, so this agent begins afresh: ${error.fault.message}`);
    }
  }
  for (const { role } of specs)
    if (!rolesIn(files).has(role)) notices.push(`“${role}” begins afresh: the run this one was forked from had no such agent.`);
  if (adapters.size > 0) return { adapters, notices };
  throw new FaultError(fault(adapterFaults, 'E_ADAPTERS_FORK', {}, { detail: notices.join('\n') }));
}

/** The paths by which the adapters in `files` name their bases. */
export function basePathsIn(files: Files): string[] {
  const configs = [...rolesIn(files)].flatMap((role) => files[`${role}/${ADAPTER_CONFIG}`] ?? []);
  const paths = configs.map((bytes) => namedBase.safeParse(decodeJson(bytes, ADAPTER_CONFIG, adapterFaults, 'E_PEFT_CONFIG')).data);
  return [...new Set(paths.flatMap((path) => path?.base_model_name_or_path || []))];
}

const namedBase = z.looseObject({ base_model_name_or_path: z.string() });

/** The adapters in `files` by role. Throws `E_ADAPTERS_*` and `E_PEFT_*`. */
export function readAdapters(files: Files, specs: readonly AdapterSpec[], reading: AdapterReading = {}): Map<string, LoraWeights> {
  const { folder = 'the adapters folder' } = reading;
  const named = rolesIn(files);
  const roles = specs.map(({ role }) => role);
  if (named.size === 0) {
    throw faultAt(adapterFaults, 'E_ADAPTERS_NONE', { subject: folder, roles, holds: [ADAPTER_CONFIG, ADAPTER_MODEL] });
  }
  const adapters = new Map<string, LoraWeights>();
  for (const role of named) {
    const spec = specs.find((candidate) => candidate.role === role);
    if (!spec) throw faultAt(adapterFaults, 'E_ADAPTERS_ROLE', { subject: `${folder}/${role}`, roles });
    adapters.set(role, readOne(filesUnder(files, role), spec, `${folder}/${role}`, reading));
  }
  return adapters;
}

function readOne(files: Files, spec: AdapterSpec, folder: string, reading: AdapterReading): LoraWeights {
  const {
    baseName,
    baseFingerprint,
    baseCalled,
    baseForm: _,
    baseOriginal,
    ...weights
  } = readPeft(files, { folder, modules: spec.modules });
  checkBase({ baseName, baseFingerprint, baseCalled, baseOriginal }, spec, folder, reading);
  for (const found of ['rank', 'alpha'] as const)
    if (weights[found] !== spec[found])
      throw faultAt(adapterFaults, 'E_ADAPTERS_MISMATCH', { found, subject: folder, has: weights[found], wanted: spec[found] });
  const [has, wanted] = [sortedOnce(weights.targets), sortedOnce(spec.targets)];
  if (has.join() !== wanted.join()) throw faultAt(adapterFaults, 'E_ADAPTERS_MISMATCH', { found: 'targets', subject: folder, has, wanted });
  return weights;
}

const sortedOnce = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/**
 * Checks the base: an adapter loads on another one of the same shapes and says nonsense. What the base is decides, where the
 * adapter says it or its base can be looked at; a name alone proves nothing, since PEFT writes whatever folder the base was loaded
 * from. It is refused where it is that of another shipped base, and told where it is any other.
 */
function checkBase(
  {
    baseName: path,
    baseFingerprint,
    baseCalled,
    baseOriginal,
  }: Pick<PeftAdapter, 'baseName' | 'baseFingerprint' | 'baseCalled' | 'baseOriginal'>,
  spec: AdapterSpec,
  folder: string,
  { tell, baseAt }: AdapterReading,
): void {
  const baseName = baseCalled ?? path;
  const bases = { subject: folder, theirs: baseName, ours: spec.baseName };
  const known = baseFingerprint ?? (path === '' ? null : baseAt?.(path)) ?? null;
  if (known !== null && spec.baseFingerprint !== undefined) {
    // The dequantised numbers of a base and what they come from are the same base: the form is the project's to say.
    if (known === spec.baseFingerprint || baseOriginal === spec.baseFingerprint) return;
    throw faultAt(adapterFaults, 'E_ADAPTERS_MISMATCH', { found: 'weights', ...bases });
  }
  const [theirs, ours] = [lastPart(baseName), lastPart(spec.baseName)];
  if (theirs === '' || theirs === ours) return;
  if (!tell || SHIPPED_BASES.some((name) => name === theirs))
    throw faultAt(adapterFaults, 'E_ADAPTERS_MISMATCH', { found: 'base', ...bases });
  tell(
    `The adapter of “${spec.role}” fits by its shapes, but whether it was trained on this base cannot be told: it names its base “${baseName}”, but the project says “${spec.baseName}”.`,
  );
}

const lastPart = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';
