/**
 * The terminal's run on a server is killed: none of its code runs any more, and all there is of it is its folder, and what the server
 * holds. Another process goes on with the folder.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
import type { Outside } from '../../../src/tinker/http.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { rare } from '../../support/long.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { weightsOf } from '../../../src/session/run/checkpoint.ts';
import { compare, difference, keptOnServer, type Parameters, updated } from './compared.ts';
import { areWhereTheyShould, type Judged, SMALL } from './interrupted.ts';
import { openMoved, servedProject } from './served.ts';

/** One each time: whoever waited for the same would be kept as long as it is, with all that is known there. */
const never = (): Promise<never> => new Promise(() => undefined);

/** A moment of a process: that of its request number `at`, `before` it is sent, or `after` it has arrived and its answer has not. */
interface Moment {
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
    this.calls.push(address.pathname.split('/').at(-1) ?? '');
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
  readonly calls: readonly string[];
  /** How many requests there had been when row `iteration` was told. */
  readonly atRow: ReadonlyMap<number, number>;
}

interface Scene {
  readonly stub: TinkerServer;
  train(process: Process, resumed: Resumed | null): Promise<Ran>;
  readonly out: string;
  /** The adapters on the server against two updates here of the episodes in the folder. */
  judged(): Promise<Judged[]>;
  episodes(iteration: number): EpisodeRecord[];
  end(): Promise<void>;
}

type Training = Partial<ProjectDocument['training']>;

async function scene(flavour: Flavour, training: Training = {}): Promise<Scene> {
  const document = servedProject(flavour, { ...SMALL, checkpointEvery: 1, ...training });
  const here = await openMoved(document);
  const numbers = new EngineNumbers(new LocalEngine(await createExecutor('wasm')), micro);
  const given = new Map(here.policies.map((policy) => [document.training.seed + policy.index, weightsOf(here, policy)]));
  const startWeights = ({ seed }: { readonly seed?: number | null }) => (seed == null ? undefined : given.get(seed));
  const stub = await TinkerServer.start({ flavour, numbers, startWeights });
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const out = join(folder, 'run');
  /** Of an agent, as the folder's last checkpoint has the server load it. */
  const kept = async (role: string): Promise<Parameters> => {
    const state = JSON.parse(readFileSync(join(out, RUN_PATHS.trainerState(2)), 'utf8')) as {
      readonly state: { readonly adapters: Readonly<Record<string, { readonly path: string }>> };
    };
    const { rank, alpha } = document.team.agents[0]?.adapter ?? { rank: 0, alpha: 0 };
    return keptOnServer(stub.url, numbers, { role, path: state.state.adapters[role]?.path ?? '', rank, alpha });
  };
  const episodes = (iteration: number) =>
    parseJsonLines(readFileSync(join(out, RUN_PATHS.rollout(iteration)), 'utf8'), 'rollout') as EpisodeRecord[];
  return {
    stub,
    out,
    episodes,
    train: async (process, resumed) => {
      const atRow = new Map<number, number>();
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
          notice: () => undefined,
          opened: () => undefined,
          row: ({ iteration = 0 }) => void atRow.set(iteration, process.calls.length),
        },
      );
      return { calls: process.calls, atRow };
    },
    judged: async () => {
      const before = here.policies.map(({ adapter }) => adapter.parameters);
      for (const iteration of [1, 2]) await updated(here, localTrainers(here.engine), episodes(iteration));
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

/** A run that is not killed: its requests, and with which of them its second iteration begins and ends. */
async function whole(flavour: Flavour) {
  const { train, episodes, judged, end } = await scene(flavour);
  try {
    const { calls, atRow } = await train(new Process(), null);
    expect(await judged()).toSatisfy(areWhereTheyShould);
    return { calls, second: atRow.get(1) ?? 0, to: atRow.get(2) ?? 0, said: saidIn(episodes(2)) };
  } finally {
    await end();
  }
}

const saidIn = (episodes: readonly EpisodeRecord[]) => episodes.flatMap(({ messages }) => messages.map(({ response_ids }) => response_ids));

/** A run whose processes end at `moments`, one after another, until one is left alone. */
async function killed(flavour: Flavour, moments: readonly Moment[], training?: Training) {
  const { train, out, judged, episodes, end } = await scene(flavour, training);
  /** As `npm run train` has it: with `--resume` where there is a run to go on with, and else in a folder that is free. */
  const resumed = async (): Promise<Resumed | null> => {
    if (!existsSync(join(out, RUN_PATHS.project))) {
      expect(isFree(out)).toBe(true);
      return null;
    }
    const run = await readRun(out);
    return { run, from: await resumePoint(run, 'latest', () => undefined) };
  };
  try {
    for (const moment of moments) {
      const process = new Process(moment);
      await Promise.race([process.ended, train(process, await resumed())]);
    }
    const from = await resumed();
    const { calls } = await train(new Process(), from);
    return { judged: await judged(), calls, from: from?.from?.iteration ?? null, said: saidIn(episodes(2)) };
  } finally {
    await end();
  }
}

/** More than a run has requests. */
const REQUESTS = Array.from({ length: 230 }, (_, index) => index + 1);

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  let known: ReturnType<typeof whole> | undefined;
  const once = () => (known ??= whole(flavour));
  /** Behind the step of the first of two adapters, in the second iteration. */
  const inMidUpdate = async (): Promise<Moment> => {
    const { calls, second, to } = await once();
    const at = calls.slice(0, to).indexOf('optim_step', second) + 1;
    expect(at).toBeGreaterThan(second);
    return { at, when: 'after' };
  };

  it('killed behind the step of one of two adapters, it goes on from the iteration before, and no gradient counts twice', async () => {
    const { said, calls } = await once();
    expect(calls.length).toBeLessThan(REQUESTS.length);
    const gone = await killed(flavour, [await inMidUpdate()]);
    expect(gone.from).toBe(1);
    expect(gone.judged).toSatisfy(areWhereTheyShould);
    expect(gone.calls.length).toBeLessThan(REQUESTS.length);
    // open-rl draws its own numbers: its second iteration is another one, and as good.
    if (flavour === SKYRL_JAX) expect(gone.said).toEqual(said);
  });

  it('a gradient that it leaves pending counts in no limit of those who come after', async (context) => {
    context.skip(flavour !== OPEN_RL, 'this server limits no gradient');
    const { calls } = await once();
    // One of the probe's, hundreds of times as long as any of a run as small as this one.
    const step = calls.indexOf('optim_step', calls.indexOf('optim_step') + 1);
    const at = calls.lastIndexOf('forward_backward', step) + 1;
    const gone = await killed(flavour, [{ at, when: 'after' }], { maxGradNorm: 0.05 });
    expect(gone.judged).toSatisfy(areWhereTheyShould);
  });

  // One test a moment: in the sample are some of them. A process has fewer.
  for (const when of ['before', 'after'] as const)
    for (const at of REQUESTS) {
      it(`nor ${when} request ${at}`, async (context) => {
        rare(context, 36);
        context.skip(at > (await once()).calls.length, 'the run has fewer requests');
        expect((await killed(flavour, [{ at, when }])).judged).toSatisfy(areWhereTheyShould);
      });

      it(`nor when what went on with it is killed ${when} request ${at}`, async (context) => {
        rare(context, 36);
        const gone = await killed(flavour, [await inMidUpdate(), { at, when }]);
        expect(gone.judged).toSatisfy(areWhereTheyShould);
      });
    }
});
