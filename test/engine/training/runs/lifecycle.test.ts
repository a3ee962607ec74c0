/** Rollouts that play ahead (training with a lag) when the session ends, fails or goes on; memory over many iterations. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import type { EnvironmentHost } from '../../../../src/core/environment/contract.ts';
import { metricsLine, rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import type { SessionEvent } from '../../../../src/session/events.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import type { LocalTrainer } from '../../../../src/session/policy/localTrainer.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { type CpuBackend, createExecutor } from '../../support/executors.ts';
import { micro, microProject } from '../../support/team.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterAll(() => void process.off('unhandledRejection', note));
afterEach(() => {
  expect(unhandled.splice(0)).toEqual([]);
});

const lagging = (changes: Partial<ProjectDocument['training']> = {}) =>
  microProject({ episodes: 6, seed: 4, lag: 1, klGate: 0, decoupled: { enabled: true, weightCap: 5 }, ...changes });

async function open(
  document: ProjectDocument,
  environment: EnvironmentHost = createSandbox(),
  { bases = [micro], backend = 'wasm' as CpuBackend, onEvent = (_: SessionEvent) => {} } = {},
): Promise<TrainingSession> {
  return TrainingSession.create({ document, bases, engine: new LocalEngine(await createExecutor(backend)), environment, onEvent });
}

/** The sandbox, with `step` in other hands. */
function sandboxWith(step: (real: EnvironmentHost['step']) => EnvironmentHost['step']): EnvironmentHost {
  const real = createSandbox();
  return {
    load: (source) => real.load(source),
    reset: (requests) => real.reset(requests),
    transition: (requests) => real.transition(requests),
    stepReward: (requests) => real.stepReward(requests),
    step: step((requests) => real.step(requests)),
  } as EnvironmentHost;
}

const line = ({ iteration, metrics, episodes }: Awaited<ReturnType<TrainingSession['iterate']>>) =>
  metricsLine(iteration, metrics) + rolloutLines(episodes);

/** Until everything that was under way has come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('a rollout that plays ahead', () => {
  it('ends with the session and leaves nothing on the engine', async () => {
    const session = await open(lagging());
    await session.iterate();
    session.dispose();
    await settled();
    expect(session.engine.memory().tensors).toBe(0);
    session.engine.dispose();
  });

  it.each<CpuBackend>(['wasm', 'tfjs-wasm'])('ends with the session also where the environment answers late, on %s', async (backend) => {
    const late: (() => void)[] = [];
    const events: SessionEvent[] = [];
    const session = await open(
      lagging({ horizon: 2 }),
      sandboxWith((real) => async (requests) => {
        const results = await real(requests);
        if (session.iteration > 0) await new Promise<void>((resolve) => late.push(resolve));
        return results.map((result) => ({ ...result, terminated: false }));
      }),
      { backend, onEvent: (event) => void events.push(event) },
    );
    await session.iterate();
    await vi.waitFor(() => expect(late).not.toEqual([]));
    session.dispose();
    const told = events.length;
    for (const release of late) release();
    await settled();
    // Nobody is shown speaking after the end.
    expect(events.length).toBe(told);
    expect(session.engine.memory().tensors).toBe(0);
    session.engine.dispose();
  });

  it('that fails is reported by the iteration that wants it, and that one can be tried again', async () => {
    let broken = false;
    const session = await open(
      lagging(),
      sandboxWith((real) => async (requests) => {
        if (broken) throw new Error('the environment is on strike');
        return real(requests);
      }),
    );
    const healthy = await open(lagging());
    expect(line(await session.iterate())).toBe(line(await healthy.iterate()));
    broken = true;
    await settled();
    // What played ahead may have been done already; the next one is not.
    const outcomes: string[] = [];
    for (let i = 0; i < 2 && !outcomes.some((text) => text.includes('strike')); i += 1)
      outcomes.push(await session.iterate().then(line, (error: Error) => error.message));
    expect(outcomes.at(-1)).toBe('the environment is on strike');
    broken = false;
    while (healthy.iteration < session.iteration) await healthy.iterate();
    expect(line(await session.iterate())).toBe(line(await healthy.iterate()));
    for (const each of [session, healthy]) {
      each.dispose();
      await settled();
      expect(each.engine.memory().tensors).toBe(0);
      each.engine.dispose();
    }
  });

  it('is dropped when the iteration before it failed and is tried again', async () => {
    const session = await open(lagging());
    const healthy = await open(lagging());
    await Promise.all([session.iterate(), healthy.iterate()]);
    const [critic] = session.groups.map((group) => group.critic);
    if (!critic) throw new Error('a critic');
    const train = vi.spyOn(critic, 'train').mockRejectedValueOnce(new Error('a hiccup'));
    await expect(session.iterate()).rejects.toThrow('a hiccup');
    train.mockRestore();
    expect(line(await session.iterate())).toBe(line(await healthy.iterate()));
    expect(line(await session.iterate())).toBe(line(await healthy.iterate()));
    for (const each of [session, healthy]) {
      each.dispose();
      each.engine.dispose();
    }
  });
});

it('a generator that was closed takes no more jobs, so that no cache is made that nobody frees', async () => {
  const session = await open(microProject({ episodes: 2 }));
  const { tensors } = session.engine.memory();
  const [generator] = session.groups.map(({ trainer }) => (trainer as LocalTrainer).generator);
  generator?.dispose();
  const rule = { temperature: 1, topK: 0, topP: 1, greedy: false };
  const job = { promptIds: [1, 2, 3], slot: 0, rule, maxNewTokens: 2, key: [1, 2] as const };
  await expect(generator?.submit(job)).rejects.toThrow('the generator was disposed');
  expect(session.engine.memory().tensors).toBe(tensors);
  session.dispose();
  session.engine.dispose();
});

describe('evaluating', () => {
  it.each([0, 1])('between iterations changes nothing (lag %i)', async (lag) => {
    const document = lagging({ lag });
    const [plain, evaluated] = [await open(document), await open(document)];
    for (let i = 0; i < 3; i += 1) {
      expect(line(await evaluated.iterate())).toBe(line(await plain.iterate()));
      await evaluated.evaluate({ split: 'test', episodes: 3, greedy: false, samples: 2 });
      await evaluated.reroll(1, [0]);
    }
    for (const each of [plain, evaluated]) {
      each.dispose();
      each.engine.dispose();
    }
  });
});

describe('no leak over 30 iterations', () => {
  const standard = loadBase('standard', readFolder(baseFolder('standard')));
  const small = { episodes: 2, epochs: 1, seed: 5 };
  const two = microProject(small);
  const mixed: ProjectDocument = {
    ...two,
    team: {
      ...two.team,
      agents: two.team.agents.map((agent, index) => ({
        ...agent,
        base: index === 1 ? 'standard' : '',
        sampling: { ...agent.sampling, maxNewTokens: 4 },
      })),
    },
  };
  it.for([
    ['with a lag', lagging(small)],
    ['on two bases', mixed],
  ] as const)('%s', async ([, document], context) => {
    long(context);
    const session = await open({ ...document, training: { ...document.training, iterations: 100 } }, createSandbox(), {
      bases: [micro, standard],
    });
    for (let i = 0; i < 2; i += 1) await session.iterate();
    await settled();
    const after = session.engine.memory();
    for (let i = 2; i < 30; i += 1) await session.iterate();
    await settled();
    const { tensors, bytes } = session.engine.memory();
    expect(tensors).toBe(after.tensors);
    expect(bytes).toBe(after.bytes);
    session.dispose();
    expect(session.engine.memory().tensors).toBe(0);
    session.engine.dispose();
  });
});
