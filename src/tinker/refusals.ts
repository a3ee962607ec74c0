/** What a project asks and a server cannot do, said before the first call. Pure: the same project and server give the same faults. */
import { baseNameOf, baseNames, baseSubject } from '../core/document/bases.ts';
import { agentIsFrozen, needsCritic } from '../core/document/derived.ts';
import { distils } from '../core/document/teachers.ts';
import { type AgentSettings, LORA_TARGETS, type LoraTarget, type ProjectDocument } from '../core/document/schema.ts';
import { fault, type Fault } from '../core/faults.ts';
import { remoteFaults } from '../words/words.ts';
import type { Capabilities } from './capabilities.ts';

/** What this computer has of the bases. */
export interface Here {
  /** Bases that fit into its memory, by the project's names. */
  readonly holds: ReadonlySet<string>;
  /** What the server calls a base, where it is not the project's name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the server's ids mean the same tokens, by base; one that was not compared is left out. */
  readonly sameTokens: ReadonlyMap<string, boolean>;
}

export const NOTHING_HERE: Here = { holds: new Set(), names: new Map(), sameTokens: new Map() };

const ATTENTION: readonly LoraTarget[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
const MLP: readonly LoraTarget[] = ['gate_proj', 'up_proj', 'down_proj'];

/** Which groups of modules an adapter has, as servers choose them; null where it has a part of one. */
export function targetGroups(targets: readonly LoraTarget[]): { readonly attention: boolean; readonly mlp: boolean } | null {
  const of = (group: readonly LoraTarget[]): boolean | null => {
    const count = group.filter((target) => targets.includes(target)).length;
    return count === 0 ? false : count === group.length ? true : null;
  };
  const [attention, mlp] = [of(ATTENTION), of(MLP)];
  return attention === null || mlp === null ? null : { attention, mlp };
}

/** Everything that keeps `document` from being trained on a server that can `can`; none where it may begin. */
export function refusals(document: ProjectDocument, can: Capabilities, here: Here = NOTHING_HERE): Fault[] {
  // What else is asked it may well do: that could not be found out.
  if (can.full !== null) return [fault(remoteFaults, 'E_REMOTE_FULL', { said: can.full })];
  const learning = document.team.agents.filter((agent) => !agentIsFrozen(document, agent));
  return [
    ...bases(document, can, here),
    ...(document.team.tools.most > 0 ? [fault(remoteFaults, 'E_REMOTE_TOOLS', {}, { place: { subject: 'team.tools.most' } })] : []),
    ...training(document, can, here, learning),
    ...learning.flatMap((agent) => sampling(agent)),
    ...document.team.agents.flatMap((agent) => adapter(agent, can)),
    ...ranks(document, can),
  ];
}

function bases(document: ProjectDocument, can: Capabilities, { names, sameTokens }: Here): Fault[] {
  return baseNames(document).flatMap((base) => {
    const place = { subject: baseSubject(document, base) };
    if (!can.bases.includes(names.get(base) ?? base)) return [fault(remoteFaults, 'E_REMOTE_BASE', { base, served: can.bases }, { place })];
    return sameTokens.get(base) === false ? [fault(remoteFaults, 'E_REMOTE_TOKENS', { base }, { place })] : [];
  });
}

function training(document: ProjectDocument, can: Capabilities, { holds }: Here, learning: readonly AgentSettings[]): Fault[] {
  const { entropyCoef, adaptiveEntropy, topEntropy, gradNormOver, lag, algorithm } = document.training;
  const found: Fault[] = [];
  const at = (setting: string) => ({ place: { subject: `training.${setting}` } });
  if (can.reduction === null) found.push(fault(remoteFaults, 'E_REMOTE_UNKNOWN', { what: 'reduction' }));
  if (entropyCoef !== 0) found.push(fault(remoteFaults, 'E_REMOTE_ENTROPY', {}, at('entropyCoef')));
  if (adaptiveEntropy.enabled) found.push(fault(remoteFaults, 'E_REMOTE_DISTRIBUTIONS', {}, at('adaptiveEntropy.enabled')));
  if (topEntropy < 1) found.push(fault(remoteFaults, 'E_REMOTE_DISTRIBUTIONS', {}, at('topEntropy')));
  if (gradNormOver === 'all') found.push(fault(remoteFaults, 'E_REMOTE_NORM', {}, at('gradNormOver')));
  if (distils(document.training)) found.push(fault(remoteFaults, 'E_REMOTE_TEACHER', {}, at('distillation.teachers')));
  if (needsCritic(document.training)) {
    const wanted = new Set(learning.map((agent) => baseNameOf(document, agent)));
    const setting = algorithm === 'reinforce' ? 'baseline' : 'algorithm';
    for (const base of wanted) if (!holds.has(base)) found.push(fault(remoteFaults, 'E_REMOTE_CRITIC', { base }, at(setting)));
  }
  if (lag > 0 && can.keepsVersions === false) found.push(fault(remoteFaults, 'E_REMOTE_LAG', {}, at('lag')));
  if (lag > 0 && can.keepsVersions === null) found.push(fault(remoteFaults, 'E_REMOTE_UNKNOWN', { what: 'versions' }, at('lag')));
  return found;
}

/** A server's forward knows one distribution: the whole one, at temperature 1. */
function sampling({ role, sampling: { temperature, topK, topP } }: AgentSettings): Fault[] {
  if (temperature === 1 && topK === 0 && topP === 1) return [];
  return [fault(remoteFaults, 'E_REMOTE_TEMPERATURE', { role }, { place: { subject: `team.agents.${role}.sampling` } })];
}

function adapter({ role, adapter: { rank, alpha, targets } }: AgentSettings, can: Capabilities): Fault[] {
  const found: Fault[] = [];
  const at = (setting: string) => ({ place: { subject: `team.agents.${role}.adapter.${setting}` } });
  if (can.alpha === null) found.push(fault(remoteFaults, 'E_REMOTE_UNKNOWN', { what: 'alpha' }, at('alpha')));
  else if (can.alpha.is === 'fixed' && can.alpha.value !== alpha) {
    const { value: fixed } = can.alpha;
    const same = (fixed * rank) / alpha;
    const values = { found: 'alpha' as const, role, fixed, alpha, asked: rank, rank: Number.isInteger(same) ? same : null };
    found.push(fault(remoteFaults, 'E_REMOTE_LORA', { ...values, allTargets: can.choosesTargets === false }, at('alpha')));
  }
  // Of a server of which it is not known, only all seven are what they are anywhere.
  const groups = can.choosesTargets === true;
  if (groups ? targetGroups(targets) === null : LORA_TARGETS.some((target) => !targets.includes(target)))
    found.push(fault(remoteFaults, 'E_REMOTE_LORA', { found: 'targets', role, targets, groups }, at('targets')));
  return found;
}

function ranks({ team }: ProjectDocument, can: Capabilities): Fault[] {
  const all = team.agents.map(({ role, adapter: { rank } }) => ({ role, rank }));
  if (can.ranks !== 'one' || new Set(all.map(({ rank }) => rank)).size < 2) return [];
  return [fault(remoteFaults, 'E_REMOTE_RANKS', { ranks: all }, { place: { subject: 'team.agents' } })];
}
