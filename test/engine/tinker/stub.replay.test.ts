/** The stub servers say what the real ones said: log-probabilities, norms, bodies and statuses of two recorded dialogues. */
import { afterEach, expect, test } from 'vitest';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import type { Particulars } from '../../support/tinkerServer/particulars.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import type { StartWeights } from '../../support/tinkerServer/service.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { archived, dialogue, Replay, startsOfOpenRl } from './dialogue.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(flavour: Flavour, startWeights: StartWeights, pollMs?: number) {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const numbers = new EngineNumbers(engine, micro);
  const server = await TinkerServer.start({ flavour, numbers, startWeights, pollMs });
  ends.push(async () => {
    await server.stop();
    engine.dispose();
  });
  return { server, numbers };
}

const OPEN_RL_DIALOGUE = dialogue('open-rl');
const SKYRL_DIALOGUE = dialogue('skyrl-jax');

async function replayOpenRl(flavour: Flavour): Promise<Replay> {
  const starts = startsOfOpenRl(OPEN_RL_DIALOGUE);
  const { server, numbers } = await open(flavour, (_, index) => starts[index], 100);
  const replay = new Replay(server, numbers);
  await replay.run(OPEN_RL_DIALOGUE);
  return replay;
}

async function replaySkyrl(flavour: Flavour): Promise<Replay> {
  const archive = SKYRL_DIALOGUE.find(({ response_base64: bytes }) => bytes !== undefined)?.response_base64 ?? '';
  const start = archived(Buffer.from(archive, 'base64'));
  const { server, numbers } = await open(flavour, ({ seed }) => (seed === 5 ? start : undefined));
  // What the second adapter started from was not recorded: the norm of its step, and what it says afterwards, are not known.
  const replay = new Replay(server, numbers, [40, 42]);
  await replay.run(SKYRL_DIALOGUE);
  return replay;
}

test('open-rl: the recorded dialogue, number by number', async () => {
  const replay = await replayOpenRl(OPEN_RL);
  expect(replay.differences).toEqual([]);
  expect(replay.logprobs).toBeGreaterThan(860);
  expect(replay.farthest).toBeGreaterThan(0);
});

test('SkyRL: the recorded dialogue, number by number', async () => {
  const replay = await replaySkyrl(SKYRL_JAX);
  expect(replay.differences).toEqual([]);
  expect(replay.logprobs).toBeGreaterThan(800);
  expect(replay.farthest).toBeGreaterThan(0);
});

const changed = (flavour: Flavour, particulars: Partial<Particulars>): Flavour => ({
  ...flavour,
  particulars: { ...flavour.particulars, ...particulars },
});

test.each<[string, Partial<Particulars>]>([
  ['another scale', { alpha: () => 32 }],
  ['no clip', { clip: 'ignored' }],
  ['means', { reduction: 'mean' }],
])('an open-rl with %s would be noticed', async (_, particulars) => {
  expect((await replayOpenRl(changed(OPEN_RL, particulars))).differences).not.toEqual([]);
});

test.each<[string, Partial<Particulars>]>([
  ['another scale', { alpha: () => 16 }],
  ['a clip', { clip: 'pooled' }],
  ['sums', { reduction: 'sum' }],
])('a SkyRL with %s would be noticed', async (_, particulars) => {
  expect((await replaySkyrl(changed(SKYRL_JAX, particulars))).differences).not.toEqual([]);
});
