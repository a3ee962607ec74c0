/** A terminal's run on a server that is killed, at whatever request, goes on from its folder as it should. */
import { describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { rare } from '../../support/long.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { areWhereTheyShould } from './interrupted.ts';
import { type Moment, scene, type Training } from './terminals.ts';

const saidIn = (episodes: readonly EpisodeRecord[]) => episodes.flatMap(({ messages }) => messages.map(({ response_ids }) => response_ids));

/** A run that is not killed: its requests, and with which of them its second iteration begins and ends. */
async function whole(flavour: Flavour) {
  const { trainKilled, episodes, judged, end } = await scene(flavour);
  try {
    const { calls, atRow } = await trainKilled([]);
    expect(await judged()).toSatisfy(areWhereTheyShould);
    return { calls, second: atRow.get(1) ?? 0, to: atRow.get(2) ?? 0, said: saidIn(episodes(2)) };
  } finally {
    await end();
  }
}

/** A run whose processes end at `moments`, one after another, until one is left alone. */
async function killed(flavour: Flavour, moments: readonly Moment[], training?: Training) {
  const { trainKilled, judged, episodes, end } = await scene(flavour, training);
  try {
    const { calls, from } = await trainKilled(moments);
    return { judged: await judged(), calls, from: from?.from?.iteration ?? null, said: saidIn(episodes(2)) };
  } finally {
    await end();
  }
}

/** More than a run has requests. */
const REQUESTS = Array.from({ length: 230 }, (_, index) => index + 1);

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  let known: ReturnType<typeof whole> | undefined;
  const once = () => (known ??= whole(flavour));
  /** Behind the step of the first of two adapters, in the second iteration. */
  const inMidUpdate = async (): Promise<Moment> => {
    const { calls, second, to } = await once();
    const at = calls.slice(0, to).indexOf('optim_step', second) + 1;
    expect(at).toBeGreaterThan(second);
    return { at, when: 'after' };
  };

  it('killed behind the step of one of two adapters, it goes on from the iteration before, and no gradient counts twice', async () => {
    const { said, calls } = await once();
    expect(calls.length).toBeLessThan(REQUESTS.length);
    const gone = await killed(flavour, [await inMidUpdate()]);
    expect(gone.from).toBe(1);
    expect(gone.judged).toSatisfy(areWhereTheyShould);
    expect(gone.calls.length).toBeLessThan(REQUESTS.length);
    // open-rl draws its own numbers: its second iteration is another one, and as good.
    if (flavour === SKYRL_JAX) expect(gone.said).toEqual(said);
  });

  it('a gradient that it leaves pending counts in no limit of those who come after', async (context) => {
    context.skip(flavour !== OPEN_RL, 'this server limits no gradient');
    const { calls } = await once();
    // One of the probe's, hundreds of times as long as any of a run as small as this one.
    const step = calls.indexOf('optim_step', calls.indexOf('optim_step') + 1);
    const at = calls.lastIndexOf('forward_backward', step) + 1;
    const gone = await killed(flavour, [{ at, when: 'after' }], { maxGradNorm: 0.05 });
    expect(gone.judged).toSatisfy(areWhereTheyShould);
  });

  // One test a moment: in the sample are some of them. A process has fewer.
  for (const when of ['before', 'after'] as const)
    for (const at of REQUESTS) {
      it(`nor ${when} request ${at}`, async (context) => {
        rare(context, 36);
        context.skip(at > (await once()).calls.length, 'the run has fewer requests');
        expect((await killed(flavour, [{ at, when }])).judged).toSatisfy(areWhereTheyShould);
      });

      it(`nor when what went on with it is killed ${when} request ${at}`, async (context) => {
        rare(context, 36);
        const gone = await killed(flavour, [await inMidUpdate(), { at, when }]);
        expect(gone.judged).toSatisfy(areWhereTheyShould);
      });
    }
});
