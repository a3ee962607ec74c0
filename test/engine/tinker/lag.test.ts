/** Training with a lag on a server that keeps versions: what plays is older than what learns. */
import { afterEach, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { KEEPING_VERSIONS } from '../../support/tinkerServer/keepingVersions.ts';
import { long } from '../../support/long.ts';
import { SMALL } from './interrupted.ts';
import { openServed, servedProject } from './served.ts';

let end: (() => Promise<void>) | undefined;
afterEach(() => end?.());

/** The critic's advantages are never all zeros, as a group's may be. */
const LAGGING = { ...SMALL, algorithm: 'tppo', episodes: 6, iterations: 3, lag: 1, decoupled: { enabled: true, weightCap: 5 } } as const;

const versionsIn = (episodes: readonly EpisodeRecord[]) => [
  ...new Set(episodes.flatMap(({ messages }) => messages.map(({ adapter_version: version }) => version))),
];

/** How far what was said is from what the base would have said, nats a token at the most: the first version is the base. */
const fromBase = (episodes: readonly EpisodeRecord[]) =>
  Math.max(
    ...episodes.flatMap(({ messages }) => messages.flatMap((own) => own.logprobs.map((p, i) => Math.abs(p - (own.ref_logprobs[i] ?? 0))))),
  );

it('a version that is no longer the newest plays as it was published', async () => {
  const document = servedProject(KEEPING_VERSIONS, LAGGING);
  const served = await openServed(document, KEEPING_VERSIONS);
  end = served.end;
  expect(served.client.capabilities).toMatchObject({ keepsVersions: true, sharedSlot: false });
  const rows = [await served.session.iterate(), await served.session.iterate(), await served.session.iterate()];
  expect(rows.map(({ episodes }) => versionsIn(episodes))).toEqual([[0], [0], [1]]);
  const distances = rows.map(({ episodes }) => fromBase(episodes));
  expect(distances[0]).toBeLessThan(1e-3);
  expect(distances[1], 'played by the team of before the first update').toBeLessThan(1e-3);
  expect(distances[2], 'played by the team of after it').toBeGreaterThan(1e-3);
});

it('a team that goes back to an earlier one does not silence what is playing', async (context) => {
  long(context);
  // Every update is taken back, into new adapters, while the next rollout plays.
  const document = servedProject(KEEPING_VERSIONS, { ...LAGGING, klGate: 1e-12, klGateAction: 'undo' });
  const served = await openServed(document, KEEPING_VERSIONS);
  end = served.end;
  const rows = [await served.session.iterate(), await served.session.iterate(), await served.session.iterate()];
  expect(rows.map(({ metrics }) => metrics['guard/kl_gate'])).toEqual([2, 2, 2]);
  for (const { episodes } of rows) expect(fromBase(episodes)).toBeLessThan(1e-3);
});
