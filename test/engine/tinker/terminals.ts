/**
 * Terminals that train on a stub, and are killed: none of a killed one's code runs any more, and all there is of it is its folder, and what the
 * server holds. Another process goes on with the folder.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Resumed, trainRun } from '../../../headless/kit/run/trainRun.ts';
import { readRun, resumePoint } from '../../../headless/kit/run/storedRun.ts';
import { isFree } from '../../../headless/kit/run/writtenRun.ts';
import { NODE_OUTSIDE } from '../../../headless/server/tinkerServer.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { parseJsonLines } from '../../../src/core/formats/jsonl.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { localTrainers } from '../../../src/session/policy/localTrainer.ts';
import { weightsOf } from '../../../src/session/run/checkpoint.ts';
import type { Outside } from '../../../src/tinker/http.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { compare, difference, keptOnServer, type Parameters, updated } from './compared.ts';
import { type Judged, SMALL } from './interrupted.ts';
import { openMoved, servedProject } from './served.ts';

/** One each time: whoever waited for the same would be kept as long as it is, with all that is known there. */
const never = (): Promise<never> => new Promise(() => undefined);

/** A moment of a process: that of its request number `at`, `before` it is sent, or `after` it has arrived and its answer has not. */
export interface Moment {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** A process that ends at a moment of it. */
class Process implements Outside {
  readonly calls: string[] = [];
  readonly ended: Promise<void>;
  #dead = false;
  #end = (): void => undefined;

  constructor(private readonly kill?: Moment) {
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.#dead = true;
        resolve();
      };
    });
  }

  fetch: Outside['fetch'] = async (address, request) => {
    if (this.#dead) return never();
    this.calls.push(request.method === 'DELETE' ? 'delete' : (address.pathname.split('/').at(-1) ?? ''));
    const isLast = this.calls.length === this.kill?.at;
    if (isLast && this.kill?.when === 'before') {
      this.#end();
      return never();
    }
    const answer = await NODE_OUTSIDE.fetch(address, { ...request, signal: new AbortController().signal });
    if (isLast) this.#end();
    return this.#dead ? never() : answer;
  };

  /** Nothing is woken in a process that is no more; heartbeats keep no other from ending. */
  sleep: Outside['sleep'] = (milliseconds, signal) =>
    milliseconds < 5_000 ? NODE_OUTSIDE.sleep(milliseconds, signal).then(() => (this.#dead ? never() : undefined)) : never();

  now = (): number => performance.now();
}

interface Ran {
  /** Last words of its requests' addresses; `delete` of what is deleted. */
  readonly calls: readonly string[];
  /** Codes of notices. */
  readonly told: readonly string[];
  /** How many requests there had been when row `iteration` was told. */
  readonly atRow: ReadonlyMap<number, number>;
}

export interface Scene {
  readonly stub: TinkerServer;
  readonly out: string;
  /** Processes that end at `moments`, one after another, and one that is left alone. */
  trainKilled(moments: readonly Moment[]): Promise<Ran & { readonly from: Resumed | null }>;
  /** The adapters on the server against updates here of the episodes in the folder. */
  judged(): Promise<Judged[]>;
  episodes(iteration: number): EpisodeRecord[];
  end(): Promise<void>;
}

export type Training = Partial<ProjectDocument['training']>;

export async function scene(flavour: Flavour, training: Training = {}): Promise<Scene> {
  const document = servedProject(flavour, { ...SMALL, checkpointEvery: 1, ...training });
  const { iterations } = document.training;
  const here = await openMoved(document);
  const numbers = new EngineNumbers(new LocalEngine(await createExecutor('wasm')), micro);
  const given = new Map(here.policies.map((policy) => [document.training.seed + policy.index, weightsOf(here, policy)]));
  const startWeights = ({ seed }: { readonly seed?: number | null }) => (seed == null ? undefined : given.get(seed));
  const stub = await TinkerServer.start({ flavour, numbers, startWeights });
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const out = join(folder, 'run');
  /** Of an agent, as the folder's last checkpoint has the server load it. */
  const kept = async (role: string): Promise<Parameters> => {
    const state = JSON.parse(readFileSync(join(out, RUN_PATHS.trainerState(iterations)), 'utf8')) as {
      readonly state: { readonly adapters: Readonly<Record<string, { readonly path: string }>> };
    };
    const { rank, alpha } = document.team.agents[0]?.adapter ?? { rank: 0, alpha: 0 };
    return keptOnServer(stub.url, numbers, { role, path: state.state.adapters[role]?.path ?? '', rank, alpha });
  };
  const episodes = (iteration: number) =>
    parseJsonLines(readFileSync(join(out, RUN_PATHS.rollout(iteration)), 'utf8'), 'rollout') as EpisodeRecord[];
  const train = async (process: Process, resumed: Resumed | null): Promise<Ran> => {
    const atRow = new Map<number, number>();
    const told: string[] = [];
    await trainRun(
      {
        document,
        backend: 'wasm',
        // In this thread: threads of a process that was killed would be left behind, with an engine in each.
        engine: { workers: 1 },
        server: { url: stub.url, model: null, token: null, patience: 60 },
        outside: process,
        out,
        resumed,
      },
      {
        notice: (code) => told.push(code),
        opened: () => undefined,
        row: ({ iteration = 0 }) => void atRow.set(iteration, process.calls.length),
      },
    );
    return { calls: process.calls, told, atRow };
  };
  /** As `npm run train` has it: with `--resume` where there is a run to go on with, and else in a folder that is free. */
  const resumed = async (): Promise<Resumed | null> => {
    if (!existsSync(join(out, RUN_PATHS.project))) {
      expect(isFree(out)).toBe(true);
      return null;
    }
    const run = await readRun(out);
    return { run, from: await resumePoint(run, 'latest', () => undefined) };
  };
  return {
    stub,
    out,
    episodes,
    trainKilled: async (moments) => {
      for (const moment of moments) {
        const process = new Process(moment);
        await Promise.race([process.ended, train(process, await resumed())]);
      }
      const from = await resumed();
      return { ...(await train(new Process(), from)), from };
    },
    judged: async () => {
      const before = here.policies.map(({ adapter }) => adapter.parameters);
      for (let iteration = 1; iteration <= iterations; iteration += 1) await updated(here, localTrainers(here.engine), episodes(iteration));
      const judged: Judged[] = [];
      for (const { adapter, role, index } of here.policies) {
        const start = before[index] ?? new Map();
        judged.push({ role, ...compare(difference(start, adapter.parameters), difference(start, await kept(role))) });
      }
      return judged;
    },
    end: async () => {
      await stub.stop();
      rmSync(folder, { recursive: true });
      numbers.engine.dispose();
      here.dispose();
      here.engine.dispose();
    },
  };
}
