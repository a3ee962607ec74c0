/**
 * Where a session stands between two iterations, held in memory: what a checkpoint holds, without its files. Parameters are arrays that
 * are never written to, so they are kept for nothing; moments are brought to the host, where they outlive a device.
 */
import { look } from '../../core/at.ts';
import type { RunningMeans } from '../../core/credit/advantages/runningMeans.ts';
import { BestTracker, type BestState } from '../../core/formats/runs/best.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { AdamWState } from '../../engine/train/adamw.ts';
import type { AdapterSnapshot } from '../policy/policyAdapter.ts';
import type { Played } from '../update/lag.ts';
import type { Rollback, RollbackState } from '../update/rollback.ts';
import type { TrainingSession } from './session.ts';

interface AdapterPoint extends AdapterSnapshot {
  readonly version: number;
  readonly rateFactor: number;
}

interface CriticPoint {
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** With moments on the host. */
  readonly optimizer: AdamWState;
}

export interface RunPoint {
  /** Completed iterations. */
  readonly iteration: number;
  readonly klCoef: number;
  readonly entropyCoef: number;
  readonly runningMeans: RunningMeans;
  readonly stale: TrainingSession['stale'];
  readonly turned: TrainingSession['turned'];
  readonly best: BestState;
  /** By the adapter's name. */
  readonly adapters: ReadonlyMap<string, AdapterPoint>;
  /** By the base's name. */
  readonly critics: ReadonlyMap<string, CriticPoint>;
  readonly rollback: { readonly state: RollbackState; readonly snapshots: Rollback['snapshots'] };
  readonly lag: readonly Played[];
}

/** Where `session` stands; to be asked between iterations. */
export async function pointOf(session: TrainingSession): Promise<RunPoint> {
  const { groups, iteration, klCoef, entropyCoef, runningMeans, stale, turned, best, rollback, lag } = session;
  const adapters = groups.flatMap((group) => group.adapters);
  const critics = groups.flatMap(({ base, critic }) => (critic ? [{ name: base.name, critic }] : []));
  await Promise.all(critics.map(({ critic }) => critic.optimizer.fetch()));
  return {
    iteration,
    klCoef,
    entropyCoef,
    runningMeans,
    stale,
    turned,
    best: best.state,
    adapters: new Map(
      await Promise.all(
        adapters.map(async (adapter): Promise<[string, AdapterPoint]> => {
          const { name, version, rateFactor } = adapter;
          return [name, { ...(await adapter.snapshot()), version, rateFactor }];
        }),
      ),
    ),
    critics: new Map(critics.map(({ name, critic: { parameters, optimizer } }) => [name, { parameters, optimizer: optimizer.copy() }])),
    rollback: { state: { ...rollback.state }, snapshots: rollback.snapshots },
    lag: lag.history,
  };
}

/** Where a server keeps what the point goes back to. */
export function savesOf({ adapters, rollback }: RunPoint): string[] {
  return [...adapters.values(), ...rollback.snapshots.values()].flatMap(({ path }) => path ?? []);
}

/** Puts a session of the same document, on whatever engine, where another one stood. */
export async function returnTo(session: TrainingSession, point: RunPoint): Promise<void> {
  for (const group of session.groups) {
    for (const adapter of group.adapters) {
      const { version, rateFactor, ...snapshot } = look(point.adapters, adapter.name, 'adapter');
      await adapter.restore(snapshot);
      Object.assign(adapter, { version, rateFactor });
    }
    if (!group.critic) continue;
    const { parameters, optimizer } = look(point.critics, group.base.name, 'critic');
    group.critic.restore(parameters, optimizer.copy());
  }
  session.iteration = point.iteration;
  session.klCoef = point.klCoef;
  session.entropyCoef = point.entropyCoef;
  session.runningMeans = point.runningMeans;
  session.stale = point.stale;
  session.turned = point.turned;
  session.best = new BestTracker(session.best.metric, point.best);
  session.rollback.state = { ...point.rollback.state };
  session.rollback.snapshots = point.rollback.snapshots;
  session.lag.restore(point.lag);
}
