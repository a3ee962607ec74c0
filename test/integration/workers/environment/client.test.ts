/** The worker's protocol end to end over a message channel, without the worker. */
import * as Comlink from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { EnvironmentClient, type EnvironmentClientOptions } from '../../../../workers/environment/client.ts';
import type { EnvironmentApi } from '../../../../workers/environment/protocol.ts';
import { serveEnvironment } from '../../../../workers/environment/serve.ts';
import { RESET, STEP, faultOf, moduleWith } from '../../session/sandbox/support.ts';

const ports: MessagePort[] = [];

function connect(options?: EnvironmentClientOptions, api: EnvironmentApi = serveEnvironment(createSandbox())): EnvironmentClient {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  Comlink.expose(api, port1);
  return new EnvironmentClient(port2, options);
}

afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

describe('EnvironmentClient', () => {
  it('carries every call and its result', async () => {
    const client = connect();
    const info = await client.load(
      moduleWith({
        more: "skills: ['s'], transition() { return 'next'; }, stepReward({ position, teamReward }) { return position + teamReward; }, demonstrate({ role }) { console.log('asked'); return role; }, mistake({ role }) { return `not ${role}`; }, render({ state }) { return JSON.stringify(state); }, privileged({ state }) { return `hidden ${state}`; }",
      }),
    );
    expect(info.skills).toEqual(['s']);
    expect(await client.reset([RESET, RESET])).toEqual([1, 2].map(() => ({ state: { n: 1 }, observation: 'go' })));
    expect(await client.step([STEP])).toMatchObject([{ reward: 1 }]);
    expect(await client.transition([{ state: 1, messages: [] }])).toEqual(['next']);
    expect(await client.stepReward([{ state: 1, messages: STEP.messages, teamReward: 0.5 }])).toEqual([[0.5]]);
    expect(await client.demonstrate([{ state: 1, role: 'ann', messages: [], randomKey: [1, 2] }])).toEqual(['ann']);
    expect(await client.mistake([{ state: 1, role: 'ann', messages: [], randomKey: [1, 2] }])).toEqual(['not ann']);
    expect(await client.render({ a: 1 })).toBe('{"a":1}');
    expect(await client.privileged([1, 2])).toEqual(['hidden 1', 'hidden 2']);
    expect(await client.takeConsole()).toEqual(['asked']);
    expect((await client.takeCost()).map(({ hook }) => hook).slice(-5)).toEqual([
      'demonstrate',
      'mistake',
      'render',
      'privileged',
      'privileged',
    ]);
    await client.dispose();
  });

  it('carries faults whole', async () => {
    const client = connect();
    expect(await faultOf(() => client.load('const a = ;'))).toMatchObject({ code: 'E_ENV_SYNTAX', place: { line: 1, column: 11 } });
    await client.load(moduleWith({ step: "throw new Error('no');" }));
    expect(await faultOf(() => client.step([STEP]))).toMatchObject({ code: 'E_ENV_THROW', place: { line: 4, subject: 'step()' } });
    expect(await faultOf(() => client.stepReward([{ state: 1, messages: STEP.messages, teamReward: 0 }]))).toMatchObject({
      code: 'E_ENV_STEP_REWARD',
    });
    await client.dispose();
  });

  it('keeps two ends apart', async () => {
    const page = connect();
    const run = connect();
    await page.load(moduleWith({ reset: "return { state: 'page', observation: '' };" }));
    await run.load(moduleWith({ reset: "return { state: 'run', observation: '' };" }));
    expect((await page.reset([RESET]))[0]!.state).toBe('page');
    expect((await run.reset([RESET]))[0]!.state).toBe('run');
    await page.dispose();
    expect((await run.reset([RESET]))[0]!.state).toBe('run');
    await run.dispose();
  });

  it('gives up a worker that never answers, and says so from then on', async () => {
    const silent = new Proxy({}, { get: () => () => new Promise(() => undefined) }) as EnvironmentApi;
    const lost: string[] = [];
    const client = connect({ patience: 50, perRequest: 10, onLost: ({ fault }) => lost.push(fault.code) }, silent);
    const [first, second] = await Promise.all([
      faultOf(() => client.reset([RESET])),
      faultOf(() => client.step(Array(50).fill(STEP) as (typeof STEP)[])),
    ]);
    expect(first).toMatchObject({ code: 'E_ENV_LOST' });
    expect(second).toMatchObject({ code: 'E_ENV_LOST' });
    expect(await faultOf(() => client.takeConsole())).toMatchObject({ code: 'E_ENV_LOST' });
    expect(lost).toEqual(['E_ENV_LOST']);
    await client.dispose();
  });
});
