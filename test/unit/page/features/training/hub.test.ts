/** Models of the Hub in the page: what its store says while one is looked up and fetched, and the bases there are then. */
import { describe, expect, it } from 'vitest';
import type { HubClient } from '../../../../../workers/hub/client.ts';
import type { HubLook, HubRequest } from '../../../../../workers/hub/protocol.ts';
import { fault, FaultError } from '../../../../../src/core/faults.ts';
import { createHubStore } from '../../../../../src/page/features/training/hub/createHubStore.ts';
import { judgementOf } from '../../../../../src/page/features/training/hub/judgement.ts';
import type { BaseDatabase, KeptBase } from '../../../../../src/page/state/bases/baseDatabase.ts';
import { withHubBases } from '../../../../../src/page/state/bases/hubBases.ts';
import { hubFaults } from '../../../../../src/words/words.ts';

const look = { id: 'org/micro', name: 'org/micro@c' } as HubLook;
const busy = () => new FaultError(fault(hubFaults, 'E_HUB_BUSY', { subject: 'org/micro' }));

/** A store over a client of which a test says what it does, with what it was asked. */
function storeOver(client: Partial<HubClient>) {
  const asked: HubRequest[] = [];
  const deaths: (() => void)[] = [];
  let changed = 0;
  const whole: HubClient = {
    fingerprint: async () => '',
    look: async (request) => {
      asked.push(request);
      return look;
    },
    take: async (request, onProgress) => {
      asked.push(request);
      onProgress({ doing: 'fetching', file: 'model.safetensors', done: 1, total: 2 });
      return look.name;
    },
    callOff: async () => undefined,
    list: async () => [],
    remove: async () => undefined,
    check: async () => ({}),
    keep: async () => true,
    leave: async () => undefined,
    begun: async () => [],
    forget: async () => undefined,
    close: () => undefined,
    ...client,
  };
  const store = createHubStore({
    endpoint: 'https://hub.example',
    connect: (onDeath) => {
      deaths.push(onDeath);
      return whole;
    },
    changed: async () => void (changed += 1),
  });
  return { store, asked, deaths, changed: () => changed };
}

describe('the store of the Hub', () => {
  it('asks with the token that was typed, and without one where none was', async () => {
    const { store, asked } = storeOver({});
    await store.getState().lookUp('org/micro');
    expect(store.getState()).toMatchObject({ look, looking: null, fault: null });
    store.getState().setToken(' hf_x ');
    await store.getState().lookUp('org/micro');
    expect(asked).toEqual([null, 'hf_x'].map((token) => ({ name: 'org/micro', token, endpoint: 'https://hub.example' })));
  });

  it('tells what is fetched while it is, and of a base that has come; one at a time', async () => {
    const { store, changed } = storeOver({});
    const seen: unknown[] = [];
    store.subscribe(({ taking }) => seen.push(taking?.progress.done));
    const first = store.getState().take(look.name);
    expect(await store.getState().take('org/other')).toBeNull();
    expect(await first).toBe(look.name);
    expect(seen).toContain(1);
    expect(store.getState().taking).toBeNull();
    expect(changed()).toBe(1);
  });

  it('tells why nothing came, and nothing where it was called off', async () => {
    const refused = storeOver({ take: () => Promise.reject(busy()), look: () => Promise.reject(busy()) });
    expect(await refused.store.getState().take(look.name)).toBeNull();
    expect(refused.store.getState()).toMatchObject({ taking: null, fault: { code: 'E_HUB_BUSY' } });
    await refused.store.getState().lookUp('org/micro');
    expect(refused.store.getState()).toMatchObject({ looking: null, look: null, fault: { code: 'E_HUB_BUSY' } });
    const stopped = storeOver({ take: async () => null });
    expect(await stopped.store.getState().take(look.name)).toBeNull();
    expect(stopped.store.getState().fault).toBeNull();
    expect(refused.changed() + stopped.changed()).toBe(0);
  });

  it('starts another worker where one has died', async () => {
    const { store, deaths } = storeOver({});
    await store.getState().list();
    deaths[0]?.();
    await store.getState().remove(look.name);
    expect(deaths).toHaveLength(2);
  });
});

describe('the bases that are kept', () => {
  const own = (names: readonly string[], removed: string[] = []): BaseDatabase => ({
    list: async () => names.map((name) => ({ name, bytes: 1 })),
    read: async () => null,
    write: async () => undefined,
    remove: async (name) => void removed.push(name),
  });
  const hub: readonly KeptBase[] = [{ name: look.name, bytes: 2 }];

  it('are a person’s own and those of the Hub, each removed where it lies', async () => {
    const [mine, theirs]: [string[], string[]] = [[], []];
    const bases = withHubBases(
      own(['mine'], mine),
      async () => hub,
      async (name) => void theirs.push(name),
    );
    expect(await bases.list()).toEqual([{ name: 'mine', bytes: 1 }, ...hub]);
    await bases.remove('mine');
    await bases.remove(look.name);
    expect([mine, theirs]).toEqual([['mine'], [look.name]]);
  });

  it('are those of the Hub where the browser keeps no others, and none where it keeps nothing', async () => {
    const failing: BaseDatabase = { ...own([]), list: () => Promise.reject(new Error('none')) };
    expect(await withHubBases(failing, async () => hub).list()).toEqual(hub);
    await expect(withHubBases(failing, async () => []).list()).rejects.toThrow('none');
  });
});

describe('what this machine can do with a model', () => {
  const GIB = 2 ** 30;
  const memory = { f32: 9 * GIB, bf16: 5 * GIB, f16: 5 * GIB, q8: 3 * GIB, q4: 2 * GIB };
  const memories = { f32: null, bf16: 2, f16: null, q8: 1, q4: 1 };
  const judged = { parameters: 5e8, memory, memories, flopsPerIteration: 1e12 };
  const machine = { deviceBytes: 8 * GIB };
  const bytes = 1e9;

  it('is the forms that fit into what it offers, and the time of a run that was measured here', () => {
    const time = { seconds: 90, measuredOn: 1.35e8 };
    expect(judgementOf({ bytes }, judged, time, machine)).toEqual({
      fits: true,
      text: '5.37 GB in bf16 (over 2 WebAssembly memories, by one worker), 3.22 GB in q8, 2.15 GB in q4, not in f32; about 1.5 min an iteration, by a run here on 135 M parameters',
    });
    expect(judgementOf({ bytes }, judged, null, machine)?.text).toContain('time not measured yet');
  });

  it('is nothing where no form fits into a memory, or into the memory there is', () => {
    expect(judgementOf({ bytes }, judged, null, { deviceBytes: GIB })).toEqual({
      fits: false,
      text: 'does not fit: at least 2.15 GB of 1.07 GB',
    });
    const none = { f32: null, bf16: null, f16: null, q8: null, q4: null };
    const huge = Object.fromEntries(Object.entries(memory).map(([form, size]) => [form, 20 * size])) as typeof memory;
    expect(judgementOf({ bytes }, { ...judged, memory: huge, memories: none }, null, { deviceBytes: null })).toEqual({
      fits: false,
      text: 'does not fit: at least 42.95 GB of 34.36 GB',
    });
    expect(judgementOf({ bytes }, { ...judged, memories: { ...none, f32: 3 } }, null, { deviceBytes: null })?.fits).toBe(true);
  });

  it('is not known before it was computed, but for what nothing can read', () => {
    expect(judgementOf({ bytes }, null, null, machine)).toBeNull();
    expect(judgementOf({ bytes: 2 ** 34 + 1 }, null, null, machine)).toMatchObject({ fits: false });
  });
});
