/** A training session on our own WGSL: what a checkpoint left is gone on with exactly, and an episode re-rolled alone equals its recording. */
import { afterAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { metricsLine, rolloutLines } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { createWebgpuExecutor } from '../../../src/engine/executors/webgpu/executor.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { long } from '../../support/long.ts';
import { microProject } from '../support/team.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const engine = new LocalEngine(await createWebgpuExecutor());
afterAll(() => engine.dispose());
const base = loadBase('micro', readFolder(baseFolder('micro')));
const project = microProject({ episodes: 2, seed: 11 });
const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 3 } }));
const document = { ...project, team: { ...project.team, agents } };
const open = () => TrainingSession.create({ document, bases: [base], engine, environment: createSandbox() });

describe('a session on webgpu', () => {
  it('gone on with from a checkpoint gives the bytes of the run that never stopped; an episode re-rolled alone equals its recording', async (context) => {
    long(context);
    const iterated = async (session: TrainingSession) => {
      const { iteration, metrics, episodes } = await session.iterate();
      return metricsLine(iteration, metrics) + rolloutLines(episodes);
    };
    const straight = await open();
    const first = await iterated(straight);
    const files = await checkpointOf(straight);
    const second = await iterated(straight);
    const end = await checkpointOf(straight);
    straight.dispose();
    const resumed = await open();
    await restoreCheckpoint(resumed, files);
    expect(await checkpointOf(resumed)).toEqual(files);
    expect(await iterated(resumed)).toBe(second);
    expect(await checkpointOf(resumed)).toEqual(end);
    resumed.dispose();

    const recorded = JSON.parse(first.split('\n').find((line) => line.includes('"messages"')) ?? '');
    const session = await open();
    const [again] = await session.reroll(1, [recorded.episode]);
    session.dispose();
    const drawn = (messages: readonly { response_ids: readonly number[]; logprobs: readonly number[] }[]) =>
      messages.map(({ response_ids, logprobs }) => ({ response_ids: [...response_ids], logprobs: [...logprobs] }));
    expect(drawn(again?.messages ?? [])).toEqual(drawn(recorded.messages));
  });
});
