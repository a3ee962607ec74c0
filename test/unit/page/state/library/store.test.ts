/** The page's library over the real one, without a worker between them. */
import { describe, expect, it, vi } from 'vitest';
import { NO_LABELS } from '../../../../../src/core/formats/runs/card.ts';
import { interruptedCard } from '../../../../../src/page/state/library/decisions.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { MemoryFileSystem } from '../../../../../src/runs/memoryFileSystem.ts';
import { checkpointFiles, ITERATIONS, libraryOn, newRun, play, said } from '../../../runs/library/support.ts';
import { setUp } from './support.ts';

/** An earlier visit that was interrupted after iteration 5. */
async function earlier(fs: MemoryFileSystem, id: string) {
  const { library } = libraryOn(fs);
  await library.begin(newRun(id));
  await play(library, said(0, 5, id));
}

describe('the library of the page', () => {
  it('lists what an earlier visit left, names what was interrupted, and opens it', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'open1');
    const { store, library } = setUp(fs);
    expect(store.getState().status).toBe('loading');
    await store.getState().refresh();
    expect(store.getState()).toMatchObject({ status: 'ready', usage: { bytes: 10, quota: 100 }, cards: [{ id: 'open1' }] });
    expect(interruptedCard(store.getState())?.id).toBe('open1');

    const loaded = await store.getState().load('open1');
    expect(loaded).toMatchObject({ origin: 'kept', phase: 'stopped', iteration: 5, checkpoint: null, stored: [1, 2, 3, 4, 5] });
    expect(loaded.episodes).toEqual({});
    await store.getState().open('open1');
    const shown = runsStore.getState().runs['open1'];
    expect(runsStore.getState().current).toBe('open1');
    expect(shown?.checkpoint).toEqual({ iteration: 5, files: checkpointFiles(5) });
    expect(shown?.best).toMatchObject({ iteration: 3, files: checkpointFiles(3) });
    expect(Object.keys(shown?.episodes ?? {})).toEqual(['5']);
    await store.getState().readEpisodes('open1', 2);
    expect(runsStore.getState().runs['open1']?.episodes[2]).toHaveLength(2);

    // Of a part the episode that is asked for is brought, and one that is nowhere changes nothing.
    const { episodes } = library;
    library.episodes = async (id, at, asked) => {
      const number = asked && 'episode' in asked ? asked.episode : 0;
      const { episodes: all } = await episodes.call(library, id, at);
      const part = all.filter((record) => record.episode === (number < all.length ? number : 0));
      return {
        episodes: part,
        window: { window: number < all.length ? number : 0, windows: all.length, first: 0, count: 1, of: all.length },
      };
    };
    const held = () => runsStore.getState().runs['open1']?.episodes[3]?.map((record) => record.episode);
    for (const [asked, found] of [
      [undefined, 0],
      [{ episode: 1 }, 1],
      [{ episode: 9 }, 1],
    ] as const) {
      await store.getState().readEpisodes('open1', 3, asked);
      expect(held()).toEqual([found]);
    }

    await store.getState().leave('open1');
    expect(interruptedCard(store.getState())).toBeNull();
  });

  it('lists a run as it was told last, whatever is told while a list is read, and keeps the newer of two lists', async () => {
    const { store, library, now } = setUp();
    await library.begin(newRun('listed'));
    await play(library, said(0, 3, 'listed'));
    const { list } = library;
    let answer = (): void => undefined;
    library.list = async () => {
      const read = await list.call(library);
      await new Promise<void>((resolve) => (answer = resolve));
      return read;
    };
    const phase = () => store.getState().cards.find(({ id }) => id === 'listed')?.phase;
    const listing = store.getState().refresh();
    await new Promise((resolve) => setTimeout(resolve));
    await play(library, said(4, ITERATIONS, 'listed'));
    await now().settled();
    expect(phase()).toBe('finished');
    answer();
    await listing;
    expect(phase(), 'the list was read before the end').toBe('finished');

    // A list that was asked for first and answers last.
    const slow = store.getState().refresh();
    await new Promise((resolve) => setTimeout(resolve));
    const late = answer;
    library.list = list;
    await store.getState().remove(['listed']);
    expect(phase()).toBeUndefined();
    late();
    await slow;
    expect(phase(), 'it was there when the first was read').toBeUndefined();
  });

  it('leaves a run alone that is gone on with while it is opened', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'open2');
    const { store, library } = setUp(fs);
    const run = await store.getState().load('open2');
    const { checkpoints } = library;
    library.checkpoints = async (id, which) => {
      runsStore.getState().goOn('open2', run.document, { iteration: 5, files: checkpointFiles(5) });
      return checkpoints.call(library, id, which);
    };
    await store.getState().open('open2');
    expect(runsStore.getState().runs['open2']).toMatchObject({ origin: 'live', phase: 'loading' });
  });

  it('does not take the screen from a run that was begun while another one was read', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'open4');
    const { store } = setUp(fs);
    await store.getState().open('open4', () => true);
    expect(runsStore.getState().current).not.toBe('open4');
    expect(runsStore.getState().runs['open4']?.iteration).toBe(5);
    await store.getState().open('open4', () => false);
    expect(runsStore.getState().current).toBe('open4');
  });

  it('reads a run anew that another tab has trained further', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'open3');
    const { store } = setUp(fs);
    await store.getState().refresh();
    await store.getState().open('open3');
    expect(runsStore.getState().runs['open3']?.iteration).toBe(5);
    const { library: other } = libraryOn(fs);
    await other.resume('open3', 5, newRun('open3').document);
    await play(other, said(5, ITERATIONS, 'open3'));
    await store.getState().refresh();
    await store.getState().open('open3');
    const run = runsStore.getState().runs['open3'];
    expect(run).toMatchObject({ iteration: 6, phase: 'finished', checkpoint: { iteration: 6 } });
    expect(run?.metrics).toHaveLength(7);
    expect(await store.getState().load('open3'), 'once it is whole it is not read again').toBe(run);
  });

  it('follows the card of a run that is trained here, and asks once that the browser keeps it', async () => {
    const { store, forEngine, library, page } = setUp();
    forEngine.begin({ id: 'live1', document: newRun().document, labels: NO_LABELS });
    await play(library, said(0, 3, 'live1'));
    expect(store.getState().cards).toMatchObject([{ id: 'live1', phase: 'running' }]);
    expect(interruptedCard(store.getState()), 'trained here').toBeNull();
    expect(page.persisted, 'nothing is worth it yet').toBe(0);
    await play(library, said(3, ITERATIONS, 'live1'));
    expect(store.getState().cards).toMatchObject([{ phase: 'finished', checkpoints: [3, 6] }]);
    forEngine.begin({ id: 'live2', document: newRun().document, labels: NO_LABELS });
    await play(library, said(0, ITERATIONS, 'live2'));
    expect(store.getState()).toMatchObject({ persisted: true, here: ['live1', 'live2'] });
    expect(page.persisted).toBe(1);
  });

  it('puts away and brings back', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'away1');
    const { store } = setUp(fs);
    await store.getState().remove(['away1']);
    expect(store.getState().cards).toEqual([]);
    await store.getState().restore(['away1']);
    expect(store.getState().cards).toHaveLength(1);
    await store.getState().label('away1', { name: 'Named' });
    expect(store.getState().cards).toMatchObject([{ name: 'Named' }]);
  });

  it('says which runs went away by themselves, and says nothing of those that were put away', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'away1');
    await earlier(fs, 'cleared1');
    const { store } = setUp(fs);
    await store.getState().refresh();
    await store.getState().remove(['away1']);
    expect(store.getState().lost).toEqual([]);
    // As a browser clears what a private window holds.
    for (const path of [...fs.files.keys()]) if (path.startsWith('runs/cleared1/')) fs.files.delete(path);
    await expect(store.getState().open('cleared1')).rejects.toMatchObject({ fault: { code: 'E_RUN_BROKEN' } });
    await vi.waitFor(() => expect(store.getState().lost.map(({ id }) => id)).toEqual(['cleared1']));
    expect(store.getState().cards).toEqual([]);
    await store.getState().refresh();
    expect(
      store.getState().lost.map(({ id }) => id),
      'said until the page is left',
    ).toEqual(['cleared1']);
    await store.getState().restore(['away1']);
    expect(store.getState().cards.map(({ id }) => id)).toEqual(['away1']);
  });

  it('without a worker is unavailable and says why, and training is not held up', async () => {
    const { store, forEngine } = setUp(new MemoryFileSystem(), () => Promise.reject(new Error('no workers here')));
    await store.getState().refresh();
    expect(store.getState()).toMatchObject({ status: 'unavailable', cards: [] });
    expect(store.getState().fault?.message).toContain('no workers here');
    expect(await forEngine.openTrainer()).toBeNull();
    await expect(forEngine.resume('x', 1, newRun().document)).resolves.toBeUndefined();
    expect(await forEngine.newest('x')).toBeNull();
  });

  it('whose worker dies in the middle of a run is started again, and what is said again is kept once', async () => {
    const { store, forEngine, library, now, page, fs } = setUp();
    runsStore.getState().begin('dies1', newRun().document);
    forEngine.begin({ id: 'dies1', document: newRun().document, labels: NO_LABELS });
    await vi.waitFor(() => expect(store.getState().cards).toHaveLength(1));
    await play(library, said(0, 3, 'dies1'));
    const metrics = 'runs/dies1/metrics.jsonl';
    const before = fs.files.get(metrics)!;
    fs.files.set(metrics, new Uint8Array([...before, ...new TextEncoder().encode('{"iterat')])); // it was writing
    page.die();
    await vi.waitFor(() => expect(page.ways).toHaveLength(1));
    expect(page.connected).toBe(2);
    // The trainer says again what it was not told is kept, and goes on.
    await play(now(), said(1, ITERATIONS, 'dies1'));
    const rows = new TextDecoder().decode(fs.files.get(metrics)).trim().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { iteration: number }).iteration)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const said2 = new TextDecoder().decode(fs.files.get('runs/dies1/notices.jsonl'));
    expect(said2.match(/Skipped a step/g), 'said once').toHaveLength(1);
    expect(said2).toContain('library_restarted');
    expect(store.getState()).toMatchObject({ status: 'ready', fault: null, cards: [{ id: 'dies1', phase: 'finished' }] });
    expect(runsStore.getState().runs['dies1']?.notices).toMatchObject([{ code: 'library_restarted', level: 'warning' }]);
  });

  it('whose worker dies again and again is given up, and says so', async () => {
    const { store, page } = setUp();
    await store.getState().refresh();
    for (let death = 1; death <= 3; death += 1) {
      page.die();
      await vi.waitFor(() => expect(page.ways).toHaveLength(death));
    }
    page.die();
    expect(store.getState()).toMatchObject({ status: 'unavailable', fault: { code: 'E_LIBRARY_DIED' } });
    expect(page.ways.at(-1), 'the trainer need not hold what nobody keeps').toBeNull();
  });

  it('without room says that new runs are not kept, lists what is there, and looks again', async () => {
    const fs = new MemoryFileSystem();
    await earlier(fs, 'full1');
    let full = true;
    const fault = { code: 'E_LIBRARY_FULL', message: 'No room.' } as const;
    const { store } = setUp(fs, async () => ({ unavailable: full ? fault : null }));
    await store.getState().refresh();
    expect(store.getState()).toMatchObject({ status: 'ready', fault, cards: [{ id: 'full1' }] });
    full = false;
    await store.getState().refresh();
    expect(store.getState().fault).toBeNull();
  });
});
