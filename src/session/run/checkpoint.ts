/** A session as checkpoint files and back. Randomness is counter-based, so nothing else is needed to go on exactly. */
import { z } from 'zod';
import { liveTurnedSchema, NOTHING_ASKED } from '../../core/counterfactual/turned/live.ts';
import { usesRunningMeans } from '../../core/document/derived.ts';
import { encodeJson, type Files, filesInto } from '../../core/formats/files.ts';
import { loraModules } from '../../core/formats/models/model-config.ts';
import { type HostMatrix, type LoraWeights, writePeft } from '../../core/formats/models/adapters/peft.ts';
import { BestTracker, bestStateSchema } from '../../core/formats/runs/best.ts';
import { type Checkpoint, checkpointFiles, readCheckpoint, requireBases } from '../../core/formats/runs/rundir.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { fault, FaultError, type ParamsOf } from '../../core/faults.ts';
import { type Guard, sessionFaults } from '../../words/words.ts';
import { AdamWState } from '../../engine/train/adamw.ts';
import { notice } from '../notice.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import { LocalAdapter } from '../policy/localAdapter.ts';
import type { AdapterSnapshot, PolicyAdapter } from '../policy/policyAdapter.ts';
import { GUARDS } from '../update/guards.ts';
import type { Played } from '../update/lag.ts';
import type { AgentPolicy } from './agentPolicy.ts';
import type { TrainingSession } from './session.ts';

const staleSchema = z.array(z.array(z.array(z.number())));

const stateSchema = z.object({
  /** `path`: where a server keeps its numbers; absent where this checkpoint holds them. */
  adapters: z.record(
    z.string(),
    z.object({ rate_factor: z.number(), version: z.int(), optimizer_step: z.int(), path: z.string().optional() }),
  ),
  /** By base. */
  critics: z.record(z.string(), z.object({ optimizer_step: z.int() })),
  kl_coef: z.number(),
  /** Of the entropy bonus; absent before it was adapted. */
  entropy_coef: z.number().optional(),
  /** With RAE, each role's running mean of returns. */
  running_means: z.record(z.string(), z.number()).optional(),
  /** {@link GUARDS} of the build that wrote it; absent before 2. */
  guards: z.int().optional(),
  rollback: z.object({
    best: z.number().nullable(),
    iteration: z.int(),
    recent: z.array(z.number()),
    rateFactor: z.number(),
    optimizer_steps: z.record(z.string(), z.int()),
    /** Where a server keeps the best team. */
    paths: z.record(z.string(), z.string()).optional(),
  }),
  lag: z.array(z.object({ iteration: z.int(), versions: z.record(z.string(), z.int()) })),
  best: bestStateSchema,
  stale: staleSchema.optional(),
  /** Absent before anything was asked, and in older runs. */
  turned: liveTurnedSchema.optional(),
  /** Fingerprint of the problems of a data set; absent where there is none. */
  dataset: z.string().optional(),
});

export async function checkpointOf(session: TrainingSession): Promise<Record<string, Uint8Array>> {
  const { groups, document, rollback, lag, stale } = session;
  const tensors = new Map<string, HostTensor>();
  const adapters = groups.flatMap((group) => group.adapters);
  await Promise.all([...adapters, ...groups.flatMap(({ critic }) => critic?.optimizer ?? [])].map((held) => held.fetch()));
  const paths = new Map(await Promise.all(adapters.map(async (adapter) => [adapter.name, (await adapter.snapshot()).path] as const)));
  for (const path of [...paths.values(), ...[...rollback.snapshots.values()].map((snapshot) => snapshot.path)])
    if (path !== undefined) session.savesInCheckpoints.add(path);
  for (const { name, parameters, optimizer } of adapters) addMoments(tensors, name, parameters, optimizer);
  for (const group of groups) if (group.critic) addMoments(tensors, criticName(group), group.critic.parameters, group.critic.optimizer);
  if (document.training.rollback.enabled) {
    for (const [name, { parameters, optimizer }] of rollback.snapshots) {
      for (const [key, tensor] of parameters) tensors.set(`rollback/${key}`, tensor);
      addMoments(tensors, name, parameters, optimizer, 'rollback/');
    }
  }
  for (const { iteration, adapters: played } of lag.history) {
    for (const { parameters } of played.values()) for (const [key, tensor] of parameters) tensors.set(`lag/${iteration}/${key}`, tensor);
  }
  const critic = new Map(groups.flatMap((group) => [...(group.critic?.parameters ?? [])].map(([name, tensor]) => [name, tensor] as const)));
  return checkpointFiles({
    iteration: session.iteration,
    baseName: session.base.name,
    adapters: held(session).map((policy) => ({ role: policy.role, baseName: policy.group.base.name, weights: weightsOf(session, policy) })),
    critic,
    optimizer: tensors,
    trainerState: {
      seed: document.training.seed,
      adapters: Object.fromEntries(
        adapters.map(({ name, rateFactor, version, optimizer }) => [
          name,
          { rate_factor: rateFactor, version, optimizer_step: optimizer.step, ...pathed(paths.get(name)) },
        ]),
      ),
      critics: Object.fromEntries(
        groups.flatMap((group) => (group.critic ? [[group.base.name, { optimizer_step: group.critic.optimizer.step }]] : [])),
      ),
      kl_coef: session.klCoef,
      ...(session.document.training.adaptiveEntropy.enabled ? { entropy_coef: session.entropyCoef } : {}),
      ...(usesRunningMeans(document.training) ? { running_means: session.runningMeans } : {}),
      guards: GUARDS,
      rollback: {
        ...rollback.state,
        optimizer_steps: Object.fromEntries([...rollback.snapshots].map(([name, { optimizer }]) => [name, optimizer.step])),
        ...pathsOf(rollback.snapshots),
      },
      lag: lag.history.map(({ iteration, adapters: played }) => ({
        iteration,
        versions: Object.fromEntries([...played].map(([name, { version }]) => [name, version])),
      })),
      best: session.best.state,
      ...(stale ? { stale } : {}),
      ...(document.training.turned.every > 0 ? { turned: session.turned } : {}),
      ...(session.data ? { dataset: session.data.fingerprint } : {}),
    },
    project: document,
  });
}

/** Files of a checkpoint's own folder that speaking takes: the adapters, and how often each was updated. */
export function adapterFiles(session: TrainingSession): Record<string, Uint8Array> {
  const adapters = session.groups.flatMap((group) => group.adapters);
  const versions = Object.fromEntries(adapters.map(({ name, version }) => [name, { version }]));
  const folders = held(session).map((policy) =>
    filesInto(policy.role, writePeft({ ...weightsOf(session, policy), baseName: policy.group.base.name })),
  );
  return Object.assign({}, ...folders, {
    'trainer_state.json': encodeJson({ iteration: session.iteration, state: { adapters: versions } }),
  });
}

/** The agents whose adapters this computer holds. */
const held = ({ policies }: TrainingSession): AgentPolicy[] => policies.filter(({ adapter }) => adapter.parameters.size > 0);

const pathed = (path: string | undefined): { readonly path?: string } => (path === undefined ? {} : { path });

/** Where a server keeps the best team; nothing where none does. */
function pathsOf(snapshots: ReadonlyMap<string, AdapterSnapshot>): { readonly paths?: Readonly<Record<string, string>> } {
  const paths = [...snapshots].flatMap(([name, { path }]) => (path === undefined ? [] : [[name, path]]));
  return paths.length > 0 ? { paths: Object.fromEntries(paths) } : {};
}

/** A run of another build goes on with the guards of this one; where that can change its numbers it is said. */
function tellOtherGuards(session: TrainingSession): void {
  const { rollback, adaptiveKl, earlyStopKl } = session.document.training;
  const acting: Guard[] = [];
  if (rollback.enabled) acting.push('rollback');
  if (adaptiveKl.enabled) acting.push('adaptiveKl');
  if (earlyStopKl > 0) acting.push('earlyStop');
  if (acting.length > 0) session.tell(notice('warning', 'other_guards', { acting }));
}

/**
 * Puts a session made from the same document where the checkpoint left it. `toSpeak`: it is not trained on, so that moments which a server
 * has kept are not missed.
 */
export async function restoreCheckpoint(session: TrainingSession, files: Files, { toSpeak = false } = {}): Promise<void> {
  const checkpoint = readCheckpoint(files, { modules: (role) => modulesFor(session, role) });
  const parsed = stateSchema.safeParse(checkpoint.trainerState);
  if (!parsed.success) throw mismatch({ found: 'old_state' });
  const state = parsed.data;
  requireSameProblems(session, state.dataset);
  requireBases(checkpoint, new Map(session.policies.map(({ role, group }) => [role, group.base.name])));
  for (const policy of session.policies) await restorePolicy(session, policy, checkpoint, state, toSpeak);
  for (const group of session.groups) {
    if (!group.critic) continue;
    const parameters = new Map([...group.critic.parameters.keys()].map((name) => [name, found(checkpoint.critic.get(name), name)]));
    const steps = found(state.critics[group.base.name], group.base.name, 'critic').optimizer_step;
    group.critic.restore(parameters, momentsOf(checkpoint.optimizer, criticName(group), parameters, steps));
  }
  session.iteration = checkpoint.iteration;
  session.klCoef = state.kl_coef;
  session.entropyCoef = state.entropy_coef ?? session.entropyCoef;
  if (usesRunningMeans(session.document.training)) {
    if (!state.running_means) throw mismatch({ found: 'old_state' });
    session.runningMeans = state.running_means;
  }
  if (state.guards !== GUARDS) tellOtherGuards(session);
  if (session.stale) session.stale = state.stale ?? [];
  session.turned = state.turned ?? NOTHING_ASKED;
  session.best = new BestTracker(session.best.metric, state.best);
  const { optimizer_steps, paths = {}, ...rollback } = state.rollback;
  session.rollback.state = rollback;
  const adapters = session.groups.flatMap((group) => group.adapters);
  if (session.document.training.rollback.enabled) {
    session.rollback.snapshots = new Map(
      adapters.map((adapter): [string, AdapterSnapshot] => {
        const steps = found(optimizer_steps[adapter.name], adapter.name, 'rollback');
        const path = paths[adapter.name];
        if (path !== undefined) return [adapter.name, { parameters: new Map(), optimizer: new AdamWState(steps), path }];
        const parameters = named(adapter, checkpoint.optimizer, 'rollback/');
        return [adapter.name, { parameters, optimizer: momentsOf(checkpoint.optimizer, adapter.name, parameters, steps, 'rollback/') }];
      }),
    );
  }
  const replaced = session.lag.restore(
    state.lag.map(
      ({ iteration, versions }): Played => ({
        iteration,
        adapters: new Map(
          adapters.map((adapter) => [
            adapter.name,
            {
              version: found(versions[adapter.name], adapter.name, 'version'),
              parameters: named(adapter, checkpoint.optimizer, `lag/${iteration}/`),
            },
          ]),
        ),
      }),
    ),
  );
  if (replaced) session.tell(notice('warning', 'lag_restarted', { iteration: session.iteration }));
}

/** A run goes on with the problems it began with: the same rows, fields, sample and splits. */
function requireSameProblems({ data, document }: TrainingSession, began: string | undefined): void {
  if (data?.fingerprint === began) return;
  const name = document.environment.dataset?.name;
  if (!data) throw mismatch({ found: 'made_up' });
  if (began === undefined) throw mismatch({ found: 'data_set', name });
  throw new FaultError(fault(sessionFaults, 'E_DATASET_OTHER', { name }, { place: { subject: name } }));
}

async function restorePolicy(
  session: TrainingSession,
  { role, index, adapter }: AgentPolicy,
  checkpoint: Checkpoint,
  state: z.infer<typeof stateSchema>,
  toSpeak: boolean,
): Promise<void> {
  const own = state.adapters[adapter.name];
  const saved = checkpoint.adapters.find((entry) => entry.role === role);
  const here = adapter instanceof LocalAdapter;
  if (!here) {
    // A shared adapter is restored once, from its first agent.
    if (adapter.name !== role) return;
    if (own?.path === undefined) throw mismatch({ found: 'not_on_server', role });
    await adapter.restore({ parameters: new Map(), optimizer: new AdamWState(own.optimizer_step), path: own.path });
    Object.assign(adapter, { rateFactor: own.rate_factor, version: own.version });
    return;
  }
  if (own?.path !== undefined && !(saved && toSpeak)) throw mismatch({ found: 'on_server', role });
  if (!saved) throw mismatch({ found: 'no_adapter', role });
  const settings = settingsOf(session, index);
  const shapeOf = ({ rank, alpha }: { readonly rank: number; readonly alpha: number }) => ({ rank, alpha });
  const shape = { saved: shapeOf(saved.weights), asked: shapeOf(settings) };
  if (shape.saved.rank !== shape.asked.rank || shape.saved.alpha !== shape.asked.alpha) throw mismatch({ found: 'shape', role, ...shape });
  const targets = { saved: setOf(saved.weights.targets), asked: setOf(settings.targets) };
  if (targets.saved.join() !== targets.asked.join()) throw mismatch({ found: 'targets', role, ...targets });
  // A shared adapter is restored once, from its first agent.
  if (adapter.name !== role) return;
  if (!own) throw mismatch({ found: 'no_state', role });
  const parameters = new Map(
    [...adapter.parameters.keys()].map((name) => [name, found(saved.weights.tensors.get(withoutSet(adapter.name, name)), name)]),
  );
  // Moments that a server keeps do not come here.
  const steps = own.path === undefined ? own.optimizer_step : 0;
  await adapter.restore({ parameters, optimizer: momentsOf(checkpoint.optimizer, adapter.name, parameters, steps) });
  adapter.rateFactor = own.rate_factor;
  adapter.version = own.version;
}

/** An agent's adapter as an export or a checkpoint holds it. */
export function weightsOf(session: TrainingSession, { index, adapter }: AgentPolicy): LoraWeights {
  const { rank, alpha, targets } = settingsOf(session, index);
  const tensors = [...adapter.parameters].map(([name, tensor]) => [withoutSet(adapter.name, name), tensor as HostMatrix] as const);
  return { rank, alpha, targets, tensors: new Map(tensors) };
}

const criticName = ({ base, critic }: BaseGroup): string => (critic ? `critic:${base.name}` : '');

/** `planner/model.layers…` ↔ `model.layers…`: parameters carry their set's name on an executor, files do not. */
const withoutSet = (set: string, name: string): string => (name.startsWith(`${set}/`) ? name.slice(set.length + 1) : name);

function modulesFor(session: TrainingSession, role: string) {
  const policy = session.policies.find((entry) => entry.role === role);
  return loraModules((policy?.group ?? session.groups[0])?.base.config ?? session.base.config);
}

function settingsOf(session: TrainingSession, index: number) {
  const agent = session.document.team.agents[index];
  if (!agent) throw new RangeError(`there is no agent ${index}`);
  return agent.adapter;
}

/** An adapter's parameters, kept under `prefix`. */
function named(adapter: PolicyAdapter, from: ReadonlyMap<string, HostTensor>, prefix: string): Map<string, HostTensor> {
  return new Map([...adapter.parameters.keys()].map((name) => [name, found(from.get(prefix + name), prefix + name)]));
}

/** `planner.m/model…`: the moments of one parameter set; absent before its first step. */
function addMoments(
  to: Map<string, HostTensor>,
  set: string,
  parameters: ReadonlyMap<string, HostTensor>,
  state: AdamWState,
  prefix = '',
): void {
  for (const [name, { shape }] of parameters) {
    const m = state.m.get(name);
    const v = state.v.get(name);
    if (!m || !v) continue;
    to.set(`${prefix}${set}.m/${withoutSet(set, name)}`, { shape, data: m });
    to.set(`${prefix}${set}.v/${withoutSet(set, name)}`, { shape, data: v });
  }
}

function momentsOf(
  from: ReadonlyMap<string, HostTensor>,
  set: string,
  parameters: ReadonlyMap<string, HostTensor>,
  step: number,
  prefix = '',
): AdamWState {
  const state = new AdamWState(step);
  if (step === 0) return state;
  for (const name of parameters.keys()) {
    state.m.set(name, found(from.get(`${prefix}${set}.m/${withoutSet(set, name)}`), name).data);
    state.v.set(name, found(from.get(`${prefix}${set}.v/${withoutSet(set, name)}`), name).data);
  }
  return state;
}

const setOf = (targets: readonly string[]): string[] => [...new Set(targets)].sort();

function found<T>(value: T | undefined, name: string, what: 'tensor' | 'critic' | 'rollback' | 'version' = 'tensor'): T {
  if (value === undefined) throw mismatch({ found: 'lacks', what, name });
  return value;
}

const mismatch = (params: ParamsOf<(typeof sessionFaults)['E_CHECKPOINT_MISMATCH']>): FaultError =>
  new FaultError(fault(sessionFaults, 'E_CHECKPOINT_MISMATCH', params));
