/** A run whose graphics device is taken away in the middle of an iteration has the numbers of one whose device never was. */
import { describe, expect, it, vi } from 'vitest';
import { basesFrom } from '../../../headless/kit/bases.ts';
import { trainRun } from '../../../headless/kit/run/trainRun.ts';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { metricsLine, rolloutLines } from '../../../src/core/formats/runs/rundir.ts';
import type { Execution } from '../../../src/engine/contracts/executor.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { openDevice } from '../../../src/engine/executors/webgpu/device.ts';
import { WebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import type { SessionEvent, SessionPhase } from '../../../src/session/events.ts';
import { checkpointOf } from '../../../src/session/run/checkpoint.ts';
import { ATTEMPTS, LastingRun, type OpenedSession } from '../../../src/session/run/lasting.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { micro, microProject } from '../support/team.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

/** A device is destroyed behind the submission of the `run`-th run of a plan in that phase of that iteration. */
interface Loss {
  readonly iteration: number;
  readonly phase: SessionPhase;
  readonly run: number;
}

/** An executor that one run leaves to the next: a software adapter compiles for seconds what a new one brings. */
class Handed {
  #executor: WebgpuExecutor | undefined;

  /** The executor that was left, or one of `made`'s, which lives on after its run unless its device was lost. */
  async take(made: () => Promise<WebgpuExecutor>): Promise<WebgpuExecutor> {
    if (this.#executor) return this.#executor;
    const executor = await made();
    const dispose = executor.dispose.bind(executor);
    executor.dispose = () => {
      if (this.#executor !== executor) dispose();
    };
    return (this.#executor = executor);
  }

  lost(): void {
    this.#executor = undefined;
  }

  end(): void {
    const executor = this.#executor;
    this.#executor = undefined;
    executor?.dispose();
  }
}

/** Trains `iterations` on WebGPU while the device is lost as `losses` say, each once. */
async function train(document: ProjectDocument, iterations: number, losses: readonly Loss[], always = false, given?: Handed) {
  const handed = given ?? new Handed();
  const left = [...losses];
  const notices: string[] = [];
  const opened: string[] = [];
  let [begun, runs] = [0, 0];
  let phase: SessionPhase = 'evaluate';
  const onEvent = (event: SessionEvent): void => {
    if (event.type === 'notice') notices.push(`${event.code}: ${event.message}`);
    if (event.type !== 'phase') return;
    ({ phase } = event);
    runs = 0;
  };
  const environment = createSandbox();
  const open = async (backend: string, reopened: boolean): Promise<OpenedSession> => {
    opened.push(backend);
    const engine = new LocalEngine(backend === 'webgpu' ? await handed.take(mortalExecutor) : await createExecutor('wasm'));
    const session = await TrainingSession.create({ document, bases: [micro], engine, environment, onEvent, reopened });
    return { session, report: { backend: engine.backend as 'webgpu', device: engine.device, workers: 1, reason: '' } };
  };
  const mortalExecutor = async () => {
    const gpu = await openDevice();
    const executor = new WebgpuExecutor(gpu);
    const start = executor.start.bind(executor);
    executor.start = (...given): Execution => {
      const execution = start(...given);
      const run: Execution['run'] = (...stage) => {
        const going = execution.run(...stage);
        runs += 1;
        const at = left.findIndex((loss) => loss.iteration === begun && loss.phase === phase && loss.run === runs);
        if (at !== -1) {
          if (!always) left.splice(at, 1);
          handed.lost();
          gpu.raw.destroy();
        }
        return going;
      };
      return { run, dispose: () => execution.dispose() };
    };
    return executor;
  };
  const run = new LastingRun(await open('webgpu', false), {
    reopen: (backend) => open(backend, true),
    tell: onEvent,
    wait: async () => {},
  });
  let text = '';
  const before = await run.before();
  text += metricsLine(0, before.metrics);
  while (run.session.iteration < iterations) {
    begun = run.session.iteration + 1;
    const { iteration, metrics, episodes } = await run.iterate();
    text += metricsLine(iteration, metrics) + rolloutLines(episodes);
  }
  const end = await checkpointOf(run.session);
  await run.dispose();
  if (!given) handed.end();
  return { text, end, notices, opened, left };
}

/** Messages of a few tokens: what is lost and computed again takes its time on a software adapter. */
const small = (training: Partial<ProjectDocument['training']>): ProjectDocument => {
  const document = microProject({ episodes: 2, iterations: 2, ...training });
  const agents = document.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 3 } }));
  return { ...document, team: { ...document.team, agents } };
};
const project = small({ seed: 5, rollback: { ...microProject().training.rollback, enabled: true } });
const told = (notices: readonly string[]): string[] => notices.filter((notice) => notice.startsWith('device_lost'));

describe('a lost device', () => {
  it('in an update changes no byte of the run, and is told', async () => {
    const least = small({ seed: 5, episodes: 1 });
    const handed = new Handed();
    const lost = await train(least, 1, [{ iteration: 1, phase: 'update', run: 2 }], false, handed);
    const straight = await train(least, 1, [], false, handed);
    handed.end();
    expect(lost.left, 'devices that were to be lost').toEqual([]);
    expect(told(lost.notices)).toEqual([expect.stringMatching(/Iteration 1: the graphics device was lost.*attempt 1 of 3/)]);
    expect(lost.text).toBe(straight.text);
    expect(lost.end).toEqual(straight.end);
  });

  it('in rollout, credit and update of later iterations too', async (context) => {
    long(context);
    const straight = await train(project, 2, []);
    expect(told(straight.notices)).toEqual([]);
    const losses: Loss[] = [
      { iteration: 1, phase: 'rollout', run: 2 },
      { iteration: 2, phase: 'credit', run: 1 },
      { iteration: 2, phase: 'update', run: 3 },
    ];
    const lost = await train(project, 2, losses);
    expect(lost.left, 'devices that were to be lost').toEqual([]);
    expect(lost.opened).toEqual(['webgpu', 'webgpu', 'webgpu', 'webgpu']);
    expect(told(lost.notices)).toEqual([
      expect.stringMatching(/Iteration 1: the graphics device was lost.*attempt 1 of 3/),
      expect.stringMatching(/Iteration 2: .*attempt 1 of 3/),
      expect.stringMatching(/Iteration 2: .*attempt 2 of 3/),
    ]);
    expect(lost.text).toBe(straight.text);
    expect(lost.end).toEqual(straight.end);
  });

  it('is made up for where the next rollout was playing ahead', async (context) => {
    long(context);
    const ahead = small({ seed: 6, lag: 1, decoupled: { enabled: true, weightCap: 5 } });
    const straight = await train(ahead, 2, []);
    const lost = await train(ahead, 2, [{ iteration: 1, phase: 'update', run: 1 }]);
    expect(lost.left).toEqual([]);
    expect(lost.text).toBe(straight.text);
    expect(lost.end).toEqual(straight.end);
  });

  it('that is lost each time makes the run go on on WASM, which it says', async (context) => {
    long(context);
    const lost = await train(project, 1, [{ iteration: 1, phase: 'rollout', run: 1 }], true);
    expect(lost.opened).toEqual([...Array.from({ length: 1 + ATTEMPTS }, () => 'webgpu'), 'wasm']);
    expect(told(lost.notices).at(-1)).toMatch(/goes on on wasm/);
    expect(lost.text).toContain('"iteration":1');
  });

  it('is made up for by the terminal, which opens the run again itself', async (context) => {
    long(context);
    const devices: GPUDevice[] = [];
    const { requestDevice } = GPUAdapter.prototype;
    vi.spyOn(GPUAdapter.prototype, 'requestDevice').mockImplementation(async function (this: GPUAdapter, asked) {
      const device = await requestDevice.call(this, asked);
      devices.push(device);
      return device;
    });
    /** Rows and notices of a run whose first device is destroyed at the first sign of `part`. */
    const trained = async (part: 'update' | null) => {
      const rows: string[] = [];
      const notices: string[] = [];
      devices.length = 0;
      const report = await trainRun(
        { document: small({ seed: 7, iterations: 1, episodes: 1 }), backend: 'webgpu', engine: { bases: basesFrom() } },
        {
          notice: (code, message) => notices.push(`${code}: ${message}`),
          opened: () => {},
          progress: (progress) => {
            if (progress.part === part && devices.length === 1) devices[0]?.destroy();
          },
          row: (metrics) => rows.push(metricsLine(metrics['iteration'] ?? 0, metrics)),
        },
      );
      return { rows, notices: told(notices), devices: devices.length, backend: report.backend };
    };
    const straight = await trained(null);
    const lost = await trained('update');
    vi.restoreAllMocks();
    expect([straight.devices, lost.devices]).toEqual([1, 2]);
    expect(lost.notices).toEqual([expect.stringMatching(/Iteration 1: the graphics device was lost.*attempt 1 of 3/)]);
    expect(lost.rows).toEqual(straight.rows);
    expect(lost.backend).toBe('webgpu');
  });
});
