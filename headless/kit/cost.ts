/**
 * What a run of the terminal will take, told before it begins: memory as its plans say, minutes by the speed of an earlier run on
 * this machine whose base was about as large. Speeds are kept in the cache folder of the person, beside nothing else.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BackendChoice } from '../../src/core/backend.ts';
import { SOME_PROBLEMS, someProblems } from '../../src/core/dataset/attach.ts';
import { FaultError } from '../../src/core/faults.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { nearestSpeed, type Speed, speedsFrom, withSpeed } from '../../src/core/speeds.ts';
import type { MetricsRow } from '../../src/session/events.ts';
import { playedRun } from '../../src/session/play/dryRun.ts';
import { type Cost, costOf, estimateIteration } from '../../src/session/room/estimate.ts';
import type { TrainingSession } from '../../src/session/run/session.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { writeFileWhole } from './folders.ts';

export interface TerminalCost {
  readonly memoryBytes: number;
  /** Seconds of an iteration, evaluations left out, and the run it goes by; null while no run was measured here. */
  readonly time: { readonly seconds: number; readonly speed: Speed } | null;
}

const speedsPath = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'marft-workbench', 'speeds.json');

function readSpeeds() {
  try {
    return speedsFrom(readFileSync(speedsPath(), 'utf8'));
  } catch {
    return {};
  }
}

const optionsOf = ({ engine }: TrainingSession) => ({ workers: engine.lanes, gpu: engine.backend === 'webgpu' });
const basesOf = ({ groups }: TrainingSession) => groups.map(({ base }) => ({ ...base, config: { ...base.config, scope: '' } }));
const flopsOf = ({ flops }: Cost): number => flops.rollout + flops.credit + flops.update;

/** Null where the environment refuses the empty messages that an estimate is made with. */
export async function costHere(session: TrainingSession, backend: BackendChoice): Promise<TerminalCost | null> {
  const { document, data } = session;
  const environment = createSandbox();
  try {
    await environment.load(document.environment.source);
    const problems = data ? someProblems(data, SOME_PROBLEMS) : undefined;
    const cost = await estimateIteration(document, basesOf(session), environment, { ...optionsOf(session), problems });
    const speed = nearestSpeed(readSpeeds(), backend, cost.parameters);
    return { memoryBytes: (cost.atMost ?? cost).memory.total, time: speed && { seconds: flopsOf(cost) / speed.perSecond, speed } };
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  } finally {
    await environment.dispose();
  }
}

/** Notes how long an iteration with these episodes took; iterations 1, 2, 4, 8 … are enough. */
export async function noteSpeed(
  session: TrainingSession,
  backend: BackendChoice,
  episodes: readonly EpisodeRecord[],
  timing: MetricsRow,
): Promise<void> {
  const seconds = ['rollout', 'credit', 'update'].reduce((sum, part) => sum + (timing[`timing_s/${part}`] ?? 0), 0);
  if (!Number.isInteger(Math.log2(session.iteration)) || seconds <= 0) return;
  const cost = costOf(session.document, basesOf(session), playedRun(session.document, episodes), optionsOf(session));
  const speeds = withSpeed(readSpeeds(), backend, { perSecond: flopsOf(cost) / seconds, parameters: cost.parameters });
  try {
    mkdirSync(dirname(speedsPath()), { recursive: true });
    await writeFileWhole(speedsPath(), JSON.stringify(speeds));
  } catch {
    // A folder that nobody may write to costs the next run its estimate of time, and this one nothing.
  }
}

/** For people: `1.2 GB; about 3.4 min an iteration …`. */
export function costText({ memoryBytes, time }: TerminalCost): string {
  const memory = memoryBytes < 1e9 ? `${(memoryBytes / 1e6).toFixed(0)} MB` : `${(memoryBytes / 1e9).toFixed(1)} GB`;
  if (!time) return `Needs about ${memory}; how long an iteration takes is known after the first one here.`;
  const { seconds, speed } = time;
  return `Needs about ${memory}, and about ${durationText(seconds)} an iteration, by the speed of a run here on ${(speed.parameters / 1e6).toPrecision(2)} M parameters.`;
}

export const durationText = (seconds: number): string =>
  seconds < 90
    ? `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
    : seconds < 5400
      ? `${(seconds / 60).toFixed(1)} min`
      : `${(seconds / 3600).toFixed(1)} h`;
