/** What a call costs is counted tick by tick, the same each time, whatever ran before it. */
import { beforeEach, expect, it } from 'vitest';
import type { CallCost } from '../../../../src/core/environment/contract.ts';
import type { QuickJsSandbox } from '../../../../src/session/sandbox/sandbox.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { RESET, STEP, faultOf, moduleWith } from './support.ts';

const COUNTING = moduleWith({
  top: 'for (let i = 0; i < 3000; i += 1);',
  step: `for (let i = 0; i < state.n; i += 1);
    return { state, observation: '', reward: 0, terminated: true, truncated: false };`,
  more: `stepReward({ position }) { for (let i = 0; i < 1000 * position; i += 1); return 0; }`,
});

const rounds = (...counts: number[]) => counts.map((n) => ({ ...STEP, state: { n } }));
const ticksOf = (costs: readonly CallCost[]): number[] => costs.map(({ ticks }) => ticks);

let sandbox: QuickJsSandbox;

beforeEach(async () => {
  sandbox = createSandbox({ limits: { ticks: 1_000_000 } });
  await sandbox.load(COUNTING);
});

it('tells what loading cost, without the checks made at it', async () => {
  const costs = await sandbox.takeCost();
  expect(costs).toMatchObject([{ hook: 'load', request: 0 }]);
  // Two ticks a round, as QuickJS compiles a loop.
  expect(costs[0]?.ticks).toBeGreaterThan(6_000);
  expect(costs[0]?.ticks).toBeLessThan(7_000);
  expect(await sandbox.takeCost()).toEqual([]);
});

it('counts each request of a batch by itself, below and beyond the 10,000 ticks of a poll', async () => {
  await sandbox.takeCost();
  // The last one of a batch ends a little differently: it has no next one.
  await sandbox.step(rounds(0, 100, 10, 4_999, 5_000, 123_456, 0));
  const costs = (await sandbox.takeCost()).slice(0, -1);
  expect(costs.map(({ hook, request }) => [hook, request])).toEqual([0, 1, 2, 3, 4, 5].map((request) => ['step', request]));
  const base = costs[0]?.ticks ?? 0;
  expect(base).toBeLessThan(200);
  expect(ticksOf(costs).map((ticks) => ticks - base)).toEqual([0, 200, 20, 9_998, 10_000, 246_912]);
});

it('is the same whatever ran before', async () => {
  await sandbox.takeCost();
  for (const before of [7, 3_333, 9_999]) await sandbox.step(rounds(before, 2_500));
  const ticks = ticksOf(await sandbox.takeCost());
  expect(new Set([ticks[1], ticks[3], ticks[5]]).size).toBe(1);
});

it('has what a failed call cost up to its end', async () => {
  await sandbox.takeCost();
  await faultOf(() => sandbox.step(rounds(10, 10_000_000, 10)));
  const [first, second, ...rest] = await sandbox.takeCost();
  expect(first).toMatchObject({ hook: 'step', request: 0 });
  expect(second).toMatchObject({ hook: 'step', request: 1 });
  expect(second?.ticks).toBeGreaterThan(1_000_000);
  expect(second?.ticks).toBeLessThanOrEqual(1_010_000);
  expect(rest).toEqual([]);
});

it('adds up the messages of one request for stepReward', async () => {
  await sandbox.takeCost();
  const message = (turn: number) => ({ role: 'solver', text: '', turn });
  const messages = [message(0), message(0), message(1)];
  await sandbox.stepReward([
    { state: null, messages, positions: [0, 2], teamReward: 0 },
    { state: null, messages, positions: [1], teamReward: 0 },
  ]);
  const costs = await sandbox.takeCost();
  expect(costs).toMatchObject([
    { hook: 'stepReward', request: 0 },
    { hook: 'stepReward', request: 1 },
  ]);
  // 2,000 rounds against 1,000, and two calls against one.
  expect(costs[0]!.ticks).toBeGreaterThan(4_000);
  expect(costs[1]!.ticks).toBeLessThan(3_000);
});

it('keeps a bounded list', async () => {
  await sandbox.takeCost();
  await sandbox.step(rounds(...Array<number>(1_500).fill(0)));
  await sandbox.reset([RESET]);
  expect(await sandbox.takeCost()).toHaveLength(1_000);
});
