/** Branches kept with their runs: read back as they were, deleted with what hangs below and brought back, told when not kept. */
import { describe, expect, it } from 'vitest';
import type { Branch } from '../../../src/core/counterfactual/branches.ts';
import { decodeBranch, encodeBranch } from '../../../src/stores/branches/codec.ts';
import { createBranchesStore } from '../../../src/stores/branches/createBranches.ts';
import { episode } from '../runs/records.ts';

function branch(id: string, parent: string | null = null, made = 1): Branch {
  const written = episode(2, 1);
  const unknown = {
    ...written,
    messages: written.messages.map((message) => ({
      ...message,
      logprobs: message.response_ids.map(() => Number.NaN),
      entropies: message.response_ids.map(() => Number.NaN),
    })),
  };
  return {
    id,
    parent: parent === null ? null : { id: parent, continuation: 2 },
    iteration: 2,
    episode: 1,
    change: { kind: 'message', message: 0, text: '7\n' },
    pinned: [1],
    team: 1,
    backend: 'wasm',
    made,
    answer: { original: [episode(2, 1), episode(2, 1)], edited: [unknown, episode(2, 1)], difference: 0.5, interval: { low: 0, high: 1 } },
  };
}

function setUp() {
  const files = new Map<string, Uint8Array>();
  const page = { full: false };
  const keeper = {
    read: async (runId: string) =>
      Object.fromEntries(
        [...files].filter(([path]) => path.startsWith(`${runId}/`)).map(([path, bytes]) => [path.slice(runId.length + 1), bytes]),
      ),
    set: async (runId: string, name: string, bytes: Uint8Array | null) => {
      if (page.full) throw new Error('full');
      if (bytes) files.set(`${runId}/${name}`, bytes);
      else files.delete(`${runId}/${name}`);
    },
  };
  return { files, page, open: () => createBranchesStore(keeper) };
}

describe('a branch as a file', () => {
  it('is read back as it was, with what nobody sampled', () => {
    const one = branch('a', 'b');
    expect(decodeBranch(encodeBranch(one), 'a')).toEqual(one);
  });

  it('is refused where it is something else', () => {
    const text = new TextDecoder().decode(encodeBranch(branch('a')));
    const encode = (changed: string) => new TextEncoder().encode(changed);
    for (const wrong of ['', '{}\n', '[', text.replace('"kind":"message"', '"kind":"magic"'), text.replace('"rolls":2', '"rolls":3')])
      expect(() => decodeBranch(encode(wrong), 'a'), wrong.slice(0, 40)).toThrow('The branch a is not what this version reads');
  });
});

describe('the branches of a run', () => {
  it('are there at the next visit, and go with their parent until they are brought back', async () => {
    const { open, files } = setUp();
    const store = open();
    await store.getState().load('run');
    await store.getState().add('run', [branch('a', null, 1)]);
    await store.getState().add('run', [branch('b', 'a', 2)]);
    await store.getState().add('other', [branch('c', null, 3)]);
    const later = open();
    await later.getState().load('run');
    expect(later.getState().runs['run']).toEqual([branch('a', null, 1), branch('b', 'a', 2)]);

    const gone = later.getState().remove('run', 'a');
    expect(gone.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(later.getState().runs['run']).toEqual([]);
    // At once again: it is there, whatever was still being deleted.
    await later.getState().add('run', gone);
    expect([...files.keys()].toSorted()).toEqual(['other/c', 'run/a', 'run/b']);
    later.getState().remove('run', 'b');
    await later.getState().add('run', []);
    expect([...files.keys()].toSorted()).toEqual(['other/c', 'run/a']);
  });

  it('of another version are told and left as they are; the others are shown', async () => {
    const { open, files } = setUp();
    files.set('run/a', encodeBranch(branch('a')));
    files.set('run/odd', new TextEncoder().encode('{"id":1}\n'));
    const store = open();
    await store.getState().load('run');
    expect(store.getState().runs['run']?.map(({ id }) => id)).toEqual(['a']);
    expect(store.getState().fault).toMatchObject({ code: 'E_BRANCH_FILE', place: { subject: 'odd' } });
    expect(files.has('run/odd')).toBe(true);
  });

  it('that cannot be kept stay in this tab, and it is told', async () => {
    const { open, page } = setUp();
    const store = open();
    page.full = true;
    await store.getState().add('run', [branch('a')]);
    expect(store.getState().runs['run']).toHaveLength(1);
    expect(store.getState().fault).toMatchObject({ code: 'E_BRANCH_KEEP' });
    store.getState().closeFault();
    expect(store.getState().fault).toBeNull();
  });
});
