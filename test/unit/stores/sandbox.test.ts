import { describe, expect, it } from 'vitest';
import type { EnvironmentHost, EnvironmentInfo } from '../../../src/core/environment/contract.ts';
import { FaultError } from '../../../src/core/faults.ts';
import { defaultProject } from '../../../src/stores/defaultProject.ts';
import { createSandboxStore } from '../../../src/stores/sandbox.ts';

const info = (name: string): EnvironmentInfo => ({
  name,
  description: '',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: [],
  hooks: { transition: false, stepReward: false, demonstrate: true, mistake: false, render: false },
});

/** A host whose loads end when told to, named after their source. */
function slowHost() {
  const loads: { source: string; succeed(): void; fail(error: Error): void }[] = [];
  const host: EnvironmentHost = {
    load: (source) => new Promise((resolve, reject) => loads.push({ source, succeed: () => resolve(info(source)), fail: reject })),
    reset: async () => [{ state: null, observation: 'what is 1+1?' }],
    mistake: async () => ['wrong'],
    demonstrate: async ([request]) => [`${request?.role} after ${request?.messages.length}`],
    step: async ([request]) => [
      { state: null, observation: '', reward: request?.messages.length ?? 0, terminated: true, truncated: false },
    ],
    stepReward: async () => [],
    transition: async () => [],
    render: async () => '',
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

  it('plays one problem in speaking order and says what it pays', async () => {
    const { host, loads } = slowHost();
    const store = createSandboxStore(() => host);
    const playing = store.getState().play('source', defaultProject().team, 7);
    loads[0]?.succeed();
    await playing;
    expect(store.getState().trial).toMatchObject({
      index: 7,
      observation: 'what is 1+1?',
      messages: [
        { role: 'planner', text: 'planner after 0' },
        { role: 'solver', text: 'solver after 1' },
      ],
      result: { reward: 2 },
    });
  });

  it('says what each message earned, where the environment knows', async () => {
    const { host, loads } = slowHost();
    const paying: EnvironmentHost = {
      ...host,
      load: async (source) => ({ ...info(source), hooks: { ...info(source).hooks, stepReward: true } }),
      step: async () => [{ state: 'after', observation: '', reward: { planner: 1, solver: 0 }, terminated: true, truncated: false }],
      stepReward: async (requests) =>
        requests.map(({ state, messages, teamReward }) => messages.map((_, i) => (state === 'after' ? i + teamReward : -1))),
    };
    const store = createSandboxStore(() => paying);
    await store.getState().play('source', defaultProject().team, 0);
    expect(store.getState().trial?.stepRewards).toEqual([0.5, 1.5]);
    const silent = createSandboxStore(() => host);
    const playing = silent.getState().play('source', defaultProject().team, 0);
    loads[0]?.succeed();
    await playing;
    expect(silent.getState().trial?.stepRewards).toEqual([]);
  });

  it('finishes the problem being tried when the pause after typing ends meanwhile', async () => {
    const { host, loads } = slowHost();
    const store = createSandboxStore(() => host);
    const playing = store.getState().play('same', defaultProject().team, 3);
    await store.getState().check('same');
    loads[0]?.succeed();
    await playing;
    expect(loads).toHaveLength(1);
    expect(store.getState()).toMatchObject({ checked: 'same', busy: false, trial: { index: 3 } });
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
