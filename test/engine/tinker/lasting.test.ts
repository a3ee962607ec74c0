/** A run on a server that is lost at whatever request goes on from its last finished iteration, with the numbers of a run that was not. */
import { afterEach, describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { long, rare } from '../../support/long.ts';
import { openTeam } from '../support/team.ts';
import { interrupted, isSound, SMALL, uninterrupted } from './interrupted.ts';
import { openServed, servedProject, servedSession } from './served.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const said = (episodes: readonly EpisodeRecord[]) => episodes.flatMap(({ messages }) => messages.map(({ response_ids }) => response_ids));

const LOST = { kind: 'dropped', when: 'after' } as const;
const CRASHED = { kind: 'crashed', when: 'after', back: 1 } as const;
/** open-rl never says that it has forgotten a request; it is asked for something else, when it has said “not yet” once more. */
const SHORT = { pollMs: 50 };

/** Numbers of the requests of an iteration, and a few more. */
const REQUESTS = Array.from({ length: 34 }, (_, index) => index + 1);

/** The requests of an iteration in which nothing is lost. */
const requestsOf = async (flavour: Flavour): Promise<readonly string[]> => (await uninterrupted(flavour)).endpoints;

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  it('an answer lost in mid-update costs nothing and doubles no gradient', async () => {
    const whole = await uninterrupted(flavour);
    const { endpoints, told } = whole;
    expect(told).toEqual([]);
    expect(whole).toSatisfy(isSound);
    const lost = await interrupted(flavour, { at: endpoints.lastIndexOf('optim_step') + 1, trouble: LOST });
    expect(lost).toSatisfy(isSound);
    // SkyRL does a request with the same number once, so there it is simply sent again.
    expect(lost.told).toEqual(flavour === OPEN_RL ? ['server_lost'] : []);
  });

  it('a server that ends in mid-update is given its adapters anew, as they were after the last iteration', async () => {
    const crashed = await interrupted(flavour, {
      count: 2,
      at: [...(await requestsOf(flavour))].lastIndexOf('forward_backward') + 1,
      trouble: CRASHED,
      ...SHORT,
    });
    expect(crashed).toSatisfy(isSound);
    expect(crashed.told).toEqual(['server_lost']);
  });

  // One test a request: in the sample are some of them. An iteration here has fewer.
  for (const at of REQUESTS) {
    const trouble = { lost: LOST, 'ended before': { ...CRASHED, when: 'before' }, 'ended after': CRASHED } as const;
    for (const [what, happens] of Object.entries(trouble))
      it(`nor does a request ${what} it was answered, number ${at}`, async (context) => {
        rare(context, 8);
        expect(await interrupted(flavour, { at, trouble: happens, ...SHORT }), flavour.name).toSatisfy(isSound);
      });
  }

  it('these are all requests of an iteration', async (context) => {
    long(context);
    expect((await requestsOf(flavour)).length).toBeLessThanOrEqual(REQUESTS.length);
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
