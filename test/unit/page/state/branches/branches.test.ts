/** Branches kept with their runs: read back as they were, deleted with what hangs below and brought back, told when not kept. */
import { describe, expect, it } from 'vitest';
import type { Branch } from '../../../../../src/core/counterfactual/branches.ts';
import { decodeBranch, encodeBranch } from '../../../../../src/page/state/branches/codec.ts';
import { createBranchesStore } from '../../../../../src/page/state/branches/createBranches.ts';
import { episode } from '../../../core/episode/records.ts';

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
  const page = { full: false, unreadable: false };
  const branchFiles = {
    read: async (runId: string) => {
      if (page.unreadable) throw new Error('the disk is away');
      const own = [...files].filter(([path]) => path.startsWith(`${runId}/`));
      return Object.fromEntries(own.map(([path, bytes]) => [path.slice(runId.length + 1), bytes]));
    },
    set: async (runId: string, name: string, bytes: Uint8Array | null) => {
      if (page.full) throw new Error('full');
      if (bytes) files.set(`${runId}/${name}`, bytes);
      else files.delete(`${runId}/${name}`);
    },
  };
  return { files, page, open: () => createBranchesStore(branchFiles) };
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
      expect(() => decodeBranch(encode(wrong), 'a'), wrong.slice(0, 40)).toThrow('The branch a is in a format this version cannot read');
  });

  it.each<[string, Partial<Branch>, string]>([
    ['is another one than its name says', { id: 'b' }, 'It calls itself b.'],
    ['changes a message that it does not hold', { change: { kind: 'message', message: 2, text: 'x' }, pinned: [] }, 'It changes message 2'],
    ['pins what stands before the change', { pinned: [0] }, 'It pins message 0'],
    ['is of another iteration than its continuations', { iteration: 3 }, 'of episode 1 of iteration 2'],
    ['is of another episode than its continuations', { episode: 0 }, 'of episode 1 of iteration 2'],
  ])('is refused where it %s', (_why, parts, detail) => {
    let thrown: unknown;
    try {
      decodeBranch(encodeBranch({ ...branch('a'), ...parts }), 'a');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ fault: { code: 'E_BRANCH_FILE', place: { subject: 'a' }, detail: expect.stringContaining(detail) } });
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

  it('that could not be read are told, and read at the next look', async () => {
    const { open, page, files } = setUp();
    files.set('run/a', encodeBranch(branch('a')));
    page.unreadable = true;
    const store = open();
    await store.getState().load('run');
    expect(store.getState().fault).toMatchObject({ code: 'E_BRANCH_READ', message: expect.stringContaining('could not be read') });
    expect(store.getState().runs['run']).toBeUndefined();
    page.unreadable = false;
    await store.getState().load('run');
    expect(store.getState().runs['run']).toEqual([branch('a')]);
  });

  it('are let go of with their run and read again; those that could not be kept stay', async () => {
    const { open, page, files } = setUp();
    const store = open();
    await store.getState().load('run');
    await store.getState().add('run', [branch('a')]);
    page.full = true;
    await store.getState().add('run', [branch('b', null, 2)]);
    store.getState().release('run');
    expect(store.getState().runs['run']?.map(({ id }) => id)).toEqual(['b']);
    // Gone on with from an earlier iteration, it has other branches now.
    files.delete('run/a');
    files.set('run/c', encodeBranch(branch('c', null, 3)));
    await store.getState().load('run');
    expect(
      store
        .getState()
        .runs['run']?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['b', 'c']);
    store.getState().release('other');
    const later = open();
    await later.getState().load('run');
    later.getState().release('run');
    expect(later.getState().runs).toEqual({});
  });

  it('let go of while they are read are read once more', async () => {
    const { open, files } = setUp();
    files.set('run/a', encodeBranch(branch('a')));
    const store = open();
    const loaded = store.getState().load('run');
    await Promise.resolve(); // what was there is being read
    store.getState().release('run');
    files.delete('run/a');
    await loaded;
    expect(store.getState().runs['run']).toEqual([]);
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
