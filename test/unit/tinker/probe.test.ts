/** What the probe finds out of servers that compute differently, by arithmetic alone. */
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/tinker/client.ts';
import { clock } from './outside.ts';
import { LIKE_OPEN_RL, LIKE_SKYRL_JAX, type Toy, ToyServer, truthOf } from './toyServer.ts';

async function found(toy: Toy) {
  const server = new ToyServer(toy);
  const connected = await connect('http://toy', clock(server.fetch));
  connected.close();
  return { server, capabilities: connected.capabilities };
}

const BOTH = { 'like open-rl': LIKE_OPEN_RL, 'like SkyRL’s JAX backend': LIKE_SKYRL_JAX };

describe('the probe', () => {
  it.each(Object.entries(BOTH))('finds all particulars of a server %s', async (_, toy) => {
    const { capabilities } = await found(toy);
    expect(capabilities).toEqual({ bases: ['toy'], ...truthOf(toy) });
  });

  const SWITCHES: Record<string, Partial<Toy>> = {
    'means on a server otherwise like open-rl': { reduction: 'mean' },
    'clips each adapter alone': { pooledClip: false },
    'all targets always': { choosesTargets: false },
    'one rank': { ranks: 'one' },
    'stops at ids': { stopsAtIds: true },
    'untempered log-probabilities': { logprobs: 'untempered' },
    'requests done once': { doneOnce: true },
    'versions that are kept': { versions: 'kept' },
    'one slot': { versions: 'slot' },
    'a forward': { routes: ['forward'] },
    'loading first only': { loadsFirstOnly: true },
  };
  it.each(Object.entries(SWITCHES))('finds %s', async (_, more) => {
    const toy = { ...LIKE_OPEN_RL, ...more };
    expect((await found(toy)).capabilities).toMatchObject(truthOf(toy));
  });

  it('leaves unknown what it cannot tell of a server without norms', async () => {
    const { capabilities } = await found({ ...LIKE_OPEN_RL, norms: false });
    expect(capabilities).toMatchObject({ norms: false, reduction: null, pooledClip: null, alpha: null, choosesTargets: null });
  });

  it('does not take a full server for one of a single rank', async () => {
    const { capabilities } = await found({ ...LIKE_OPEN_RL, most: 1 });
    expect(capabilities.ranks).toBeNull();
    expect(capabilities.full).toContain('too many adapters');
    expect(capabilities.reduction).toBe('sum');
    expect((await found({ ...LIKE_OPEN_RL, ranks: 'one' })).capabilities.full).toBeNull();
  });

  it('leaves no adapter where there is a way to unload it', async () => {
    expect((await found(LIKE_SKYRL_JAX)).server.adapters.size).toBe(0);
  });

  it('asks nothing that trains when it is left out', async () => {
    const server = new ToyServer(LIKE_OPEN_RL);
    const connected = await connect('http://toy', clock(server.fetch), { probe: null });
    connected.close();
    expect(connected.capabilities).toMatchObject({ reduction: null, hasForward: false });
    expect(server.seen).not.toContain('create_model');
  });
});
