import { describe, expect, it } from 'vitest';
import type { EnvironmentHost, EnvironmentInfo } from '../../../../../src/core/environment/contract.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createSandboxStore } from '../../../../../src/page/state/environment/sandbox.ts';

const info = (name: string): EnvironmentInfo => ({
  name,
  description: '',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: [],
  hooks: {
    transition: false,
    stepReward: false,
    demonstrate: true,
    mistake: false,
    render: false,
    privileged: false,
    tool: false,
    dependencies: false,
  },
});

/** A host whose loads end when told to, named after their source. */
function slowHost() {
  const loads: { source: string; succeed(): void; fail(error: Error): void }[] = [];
  const host: EnvironmentHost = {
    load: (source) => new Promise((resolve, reject) => loads.push({ source, succeed: () => resolve(info(source)), fail: reject })),
    reset: async (requests) => requests.map(() => ({ state: null, observation: 'what is 1+1?' })),
    mistake: async () => ['wrong'],
    demonstrate: async (requests) => requests.map(({ role, messages }) => `${role} after ${messages.length}`),
    step: async (requests) =>
      requests.map(({ messages }) => ({ state: null, observation: '', reward: messages.length / 2, terminated: true, truncated: false })),
    stepReward: async () => [],
    transition: async () => [],
    render: async () => '',
    privileged: async () => [],
    tool: async () => [],
    takeConsole: async () => ['hello'],
    takeCost: async () => [],
    dispose: async () => undefined,
  };
  return { host, loads };
}

describe('the editor’s sandbox', () => {
  it('keeps what the newest check found, whichever answers last', async () => {
    const { host, loads } = slowHost();
    const store = createSandboxStore(() => host);
    const first = store.getState().check('old');
    const second = store.getState().check('new');
    loads[1]?.succeed();
    await second;
    loads[0]?.fail(new FaultError({ code: 'E_ENV_SYNTAX', message: 'old mistake' }));
    await first;
    expect(store.getState()).toMatchObject({ checked: 'new', busy: false, fault: null, info: { name: 'new' } });
  });

  it('shows a fault with its line until the source loads again', async () => {
    const { host, loads } = slowHost();
    const store = createSandboxStore(() => host);
    const bad = store.getState().check('bad');
    loads[0]?.fail(new FaultError({ code: 'E_ENV_THROWN', message: 'no such thing', place: { line: 3, column: 7 } }));
    await bad;
    expect(store.getState().fault?.place).toEqual({ line: 3, column: 7 });
    const good = store.getState().check('good');
    loads[1]?.succeed();
    await good;
    expect(store.getState().fault).toBeNull();
  });

  it('looks at the promises of code that loads, and gives up when newer code is there', async () => {
    const { host, loads } = slowHost();
    const store = createSandboxStore(() => host);
    const { environment, team, training } = defaultProject();
    const examining = store.getState().examine('source', { environment, team, training });
    loads[0]?.succeed();
    await examining;
    const { findings } = store.getState();
    expect(findings).toMatchObject({ source: 'source', horizon: training.horizon });
    expect(findings?.reports?.map(({ property, ok }) => [property, ok])).toEqual([
      ['deterministic', true],
      ['keeps_nothing', true],
      ['json', true],
      ['finite', true],
      ['ends', true],
      ['demonstrations', true],
    ]);
    let steps = 0;
    const counted: EnvironmentHost = {
      ...host,
      step: async (requests) => {
        // Typed while the old code is being played.
        if (steps === 0) void counting.getState().check('new');
        steps += 1;
        return host.step(requests);
      },
    };
    const counting = createSandboxStore(() => counted);
    const old = counting.getState().examine('old', { environment, team, training });
    loads[1]?.succeed();
    await old;
    expect(steps).toBe(1);
    expect(counting.getState().findings?.reports).toBeNull();
  });

  it('starts another host after one is lost', async () => {
    const { host, loads } = slowHost();
    let made = 0;
    let lose = (): void => undefined;
    const store = createSandboxStore((lost) => {
      made += 1;
      lose = lost;
      return host;
    });
    const first = store.getState().check('a');
    lose();
    loads[0]?.fail(new FaultError({ code: 'E_ENV_LOST', message: 'gone' }));
    await first;
    expect(store.getState().fault?.code).toBe('E_ENV_LOST');
    const second = store.getState().check('b');
    loads[1]?.succeed();
    await second;
    expect(made).toBe(2);
    expect(store.getState().fault).toBeNull();
  });
});
