/** The graph that an environment chooses, as it comes out of the sandbox with `reset` and `step`. */
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../../src/core/faults.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';

const KEY = [1, 2] as const;

async function played(source: string) {
  const sandbox = createSandbox();
  try {
    const { hooks } = await sandbox.load(source);
    const [first] = await sandbox.reset([{ seed: 1, split: 'train', index: 0, randomKey: KEY }]);
    const messages = [{ role: 'a', text: 'b', turn: 0 }];
    const [next] = await sandbox.step([{ state: first!.state, messages, randomKey: KEY }]);
    return { hooks, first: first!.dependencies, next: next!.dependencies };
  } finally {
    await sandbox.dispose();
  }
}

const module = ({ graph, ends = false, field = '' }: { graph: string; ends?: boolean; field?: string }) => `export default {
  name: 'graphs', description: '',
  reset() { return { state: { said: '' }, observation: ''${field} }; },
  step({ messages }) {
    return { state: { said: messages.at(-1).text }, observation: '', reward: 0, terminated: ${ends}, truncated: false };
  },
  ${graph === '' ? '' : `dependencies({ state }) { return ${graph}; },`}
};`;

const failure = async (source: string) => {
  const thrown: unknown = await played(source).catch((error: unknown) => error);
  if (!(thrown instanceof FaultError)) throw new Error('it was not refused');
  return `${thrown.fault.code} ${thrown.fault.message}`;
};

describe('dependencies', () => {
  it('is asked with the state of the turn that begins, which may hold what an agent said', async () => {
    const { hooks, first, next } = await played(module({ graph: `state.said === '' ? null : { edges: [], speaks: [state.said] }` }));
    expect([hooks.dependencies, first, next]).toEqual([true, undefined, { edges: [], speaks: ['b'] }]);
  });

  it('is not asked behind the end, and is nothing where there is no hook', async () => {
    const graph = `{ edges: [{ from: 'a', to: 'b' }] }`;
    expect(await played(module({ graph, ends: true }))).toMatchObject({ first: { edges: [{ from: 'a', to: 'b' }] }, next: undefined });
    expect(await played(module({ graph: '' }))).toMatchObject({ hooks: { dependencies: false }, first: undefined, next: undefined });
  });

  it('may be a method of a class', async () => {
    const source = `export default class Graphs {
      static description = 'by what was said';
      said = [];
      reset() { return ''; }
      step(actions) { this.said.push(...actions); return ['', 0, false]; }
      dependencies() { return this.said.length === 0 ? null : { edges: [], speaks: this.said }; }
    }`;
    expect(await played(source)).toMatchObject({ first: undefined, next: { edges: [], speaks: ['b'] } });
  });

  it('is refused where it is no graph, and where reset or step bring one themselves', async () => {
    expect(await failure(module({ graph: `[]` }))).toMatch(/^E_ENV_RESULT dependencies\(\) cannot be read as a graph: /);
    expect(await failure(module({ graph: `{ edges: [['a', 'b']] }` }))).toContain('dependencies().edges.0');
    expect(await failure(module({ graph: `{ edges: [], speak: ['a'] }` }))).toContain('dependencies()');
    expect(await failure(module({ graph: '', field: ', dependencies: { edges: [] }' }))).toContain('reset() has a field dependencies');
  });
});
