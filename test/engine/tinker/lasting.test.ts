/** A run on a server that is lost at whatever request goes on from its last finished iteration, with the numbers of a run that was not. */
import { afterEach, describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import { localTrainers } from '../../../src/session/policy/localTrainer.ts';
import { LastingRun, type OpenedSession } from '../../../src/session/run/lasting.ts';
import { connect } from '../../../src/tinker/client.ts';
import { atRequest } from '../../support/tinkerServer/mishaps.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { long } from '../../support/long.ts';
import { openTeam } from '../support/team.ts';
import { compare, difference, onServer, updated } from './compared.ts';
import { openMoved, openServed, outside, servedProject, type Served, servedSession } from './served.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** The KL to the base gives a gradient also where all rewards are the same. */
const SMALL = {
  algorithm: 'reinforce',
  baseline: 'batch',
  klCoef: 0.05,
  klPlacement: 'loss',
  episodes: 2,
  iterations: 2,
  maxGradNorm: 0,
} as const;

const said = (episodes: readonly EpisodeRecord[]) => episodes.flatMap(({ messages }) => messages.map(({ response_ids }) => response_ids));

function lasting(served: Served, told: string[] = []): LastingRun {
  const { session, client, stub } = served;
  const opened = (one: typeof session, server: typeof client): OpenedSession => ({
    session: one,
    report: { backend: 'wasm', device: '', reason: '', workers: 1 },
    server: { url: stub.url, bases: ['micro'], close: () => Promise.resolve(server.close()) },
  });
  return new LastingRun(opened(session, client), {
    reopen: async () => {
      const again = await connect(stub.url, outside, { patience: 60 });
      return opened(await servedSession(session.document, again), again);
    },
    tell: (event) => void (event.type === 'notice' && told.push(event.code)),
    wait: () => Promise.resolve(),
  });
}

/**
 * One iteration, in which the answer to a request is lost; the adapters after it must be what one update of its episodes makes of those
 * before it: a gradient that was doubled or left out would have moved them elsewhere.
 */
async function iteration(flavour: Flavour, lostAt: number | null): Promise<{ endpoints: string[]; told: string[] }> {
  const document = servedProject(flavour, SMALL);
  const here = await openMoved(document);
  const served = await openServed(document, flavour, { like: here });
  const { stub, numbers } = served;
  const told: string[] = [];
  const run = lasting(served, told);
  try {
    // A point is kept before the first iteration, which is not part of it.
    await run.before();
    const from = stub.log.length;
    if (lostAt !== null) stub.mishaps.push(atRequest(from + lostAt, { kind: 'dropped', when: 'after' }));
    const { episodes } = await run.iterate();
    const before = here.policies.map(({ adapter }) => adapter.parameters);
    await updated(here, localTrainers(here.engine), episodes);
    for (const [index, { adapter, role }] of run.session.policies.entries()) {
      const start = before[index] ?? new Map();
      const ours = difference(start, here.policies[index]?.adapter.parameters ?? new Map());
      const { cosine, length } = compare(ours, difference(start, await onServer(numbers, adapter)));
      expect(cosine, `${role}, lost at request ${lostAt}`).toBeGreaterThanOrEqual(0.999999);
      expect(Math.abs(length - 1), `${role}, lost at request ${lostAt}`).toBeLessThan(1e-4);
    }
    return { endpoints: stub.log.slice(from).map(({ endpoint }) => endpoint), told };
  } finally {
    await run.dispose();
    await stub.stop();
    here.dispose();
    here.engine.dispose();
  }
}

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  it('an answer lost in mid-update costs nothing and doubles no gradient', async () => {
    const { endpoints, told } = await iteration(flavour, null);
    expect(told).toEqual([]);
    const lost = await iteration(flavour, endpoints.lastIndexOf('optim_step') + 1);
    // SkyRL does a request with the same number once, so there it is simply sent again.
    expect(lost.told).toEqual(flavour === OPEN_RL ? ['server_lost'] : []);
  });

  it('nor does any other answer that is lost', { timeout: 1_800_000 }, async (context) => {
    long(context);
    const { endpoints } = await iteration(flavour, null);
    for (let lostAt = 1; lostAt <= endpoints.length; lostAt += 1) await iteration(flavour, lostAt);
  });
});

const normsOf = (metrics: Readonly<Record<string, number>>) =>
  Object.entries(metrics).flatMap(([name, value]) => (/^actor.*grad_norm$/.test(name) ? [value] : []));

it('a checkpoint of a run on a server is gone on with there, and is refused elsewhere', async () => {
  const document = servedProject(SKYRL_JAX, SMALL);
  const served = await openServed(document, SKYRL_JAX);
  ended.push(served.end);
  await served.session.iterate();
  const files = await checkpointOf(served.session);
  const [{ adapter } = { adapter: null }] = served.session.policies;
  expect(adapter?.parameters.size, 'this server gives adapters away').toBeGreaterThan(0);
  const second = await served.session.iterate();

  const resumed = await servedSession(document, served.client);
  await restoreCheckpoint(resumed, files);
  expect(resumed.iteration).toBe(1);
  const again = await resumed.iterate();
  expect(said(again.episodes)).toEqual(said(second.episodes));
  expect(normsOf(again.metrics)).toEqual(normsOf(second.metrics).map((norm) => expect.closeTo(norm, 4)));

  const here = await openTeam(document);
  await expect(restoreCheckpoint(here, files)).rejects.toThrow('was trained on a server, which has its optimiser’s state');
  await restoreCheckpoint(here, files, { toSpeak: true });
  const { episodes: there } = await served.session.evaluate({ split: 'train', episodes: 4, greedy: true });
  expect(there.length).toBe(4);
  await here.iterate();
  await expect(restoreCheckpoint(resumed, await checkpointOf(here))).rejects.toThrow('no server of the Tinker protocol takes weights');
  resumed.dispose();
  resumed.engine.dispose();
  here.dispose();
  here.engine.dispose();
});
