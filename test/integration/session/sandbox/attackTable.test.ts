/**
 * Every attack of the table is refused with its error, and after each the host is as it was, another sandbox of the same
 * process gives the same bytes, and the attacked one loads and runs a good environment.
 */
import { describe, expect, it } from 'vitest';
import { inSample } from '../../../../scripts/testing/sample.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import type { QuickJsSandbox } from '../../../../src/session/sandbox/sandbox.ts';
import { hostGraph } from '../../../support/hostGraph.ts';
import { ATTACKS } from './attackTable.ts';
import { RESET, STEP, faultOf } from './support.ts';

/** Smaller than in use, so that the whole table takes seconds; the worst run at full size in the built page. */
/** So much time that on a busy machine no clock judges before what is counted does. */
const LIMITS = { ticks: 2_000_000, work: 200_000_000, memoryBytes: 32 * 1024 * 1024, milliseconds: 50_000 };
const GOOD = environmentSource('arithmetic');

/** Two whole episodes of a good environment, as text. */
async function play(sandbox: QuickJsSandbox): Promise<string> {
  const begun = await sandbox.reset([RESET, { ...RESET, index: 3, randomKey: [5, 6] }]);
  const ended = await sandbox.step(begun.map(({ state }) => ({ ...STEP, state })));
  return JSON.stringify([begun, ended]);
}

describe('attacks', async () => {
  // Node makes some of its globals when they are first read.
  for (const key of Reflect.ownKeys(globalThis)) Reflect.get(globalThis, key);
  const before = hostGraph();
  const witness = createSandbox();
  await witness.load(GOOD);
  const expected = await play(witness);

  it('are at least a hundred, of which eleven are also made in the page', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(100);
    expect(ATTACKS.filter(({ worst }) => worst)).toHaveLength(11);
    expect(new Set(ATTACKS.map(({ group, tries }) => `${group}: ${tries}`)).size).toBe(ATTACKS.length);
  });

  // The worst are always made, of the others a sample: each has a sandbox of its own and plays twice afterwards.
  const made = ({ worst, group, tries }: (typeof ATTACKS)[number]) => worst || inSample(`${group}: ${tries}`);
  const attack = async ({ source, code, says }: (typeof ATTACKS)[number]): Promise<void> => {
    const sandbox = createSandbox({ limits: LIMITS });
    const fault = await faultOf(async () => {
      await sandbox.load(source);
      const [begun] = await sandbox.reset([RESET]);
      await sandbox.step([{ ...STEP, state: begun!.state }]);
    });
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(says);
    for (const part of [fault.message, fault.hint ?? '', fault.detail ?? '', fault.place?.subject ?? ''])
      expect(part, 'a text').toBeTypeOf('string');
    for (const number of [fault.place?.line ?? 1, fault.place?.column ?? 1]) expect(number).toBeLessThanOrEqual(1_000_000);
    if (['E_ENV_THROW', 'E_ENV_FORBIDDEN'].includes(code)) expect(fault.by, 'whose words these are').toBe('environment');
    expect(fault.message.length, 'a message a person can read').toBeLessThan(2_300);
    expect(fault.detail?.length ?? 0).toBeLessThan(4_000);
    const values = JSON.stringify(fault.params ?? {});
    expect(values.length, 'values as short as their sentence').toBeLessThan(4_600);
    if (fault.by) expect(values, 'guest’s words in which nothing acts').not.toMatch(/\p{Bidi_Control}|\\u00/u);
    expect(structuredClone(fault.params), 'plain data').toEqual(fault.params);
    expect(`${fault.message} ${fault.hint} ${fault.detail}`, 'nothing of the host').not.toMatch(
      /node_modules|node:internal|\.wasm|RuntimeError|harness/,
    );

    const lines = await sandbox.takeConsole();
    expect(lines.length).toBeLessThanOrEqual(201);
    expect(Math.max(0, ...lines.map(({ length }) => length))).toBeLessThanOrEqual(2_049);

    const after = hostGraph();
    expect([...after].filter(([name, value]) => !before.has(name) || before.get(name) !== value).map(([name]) => name)).toEqual([]);
    expect(after.size).toBe(before.size);
    expect(await play(witness), 'another sandbox of this process').toBe(expected);
    await sandbox.load(GOOD);
    expect(await play(sandbox), 'the attacked sandbox with a good environment').toBe(expected);
    await sandbox.dispose();
  };
  it.each(ATTACKS.filter(made))('$group: $tries', attack);
  it.skip.each(ATTACKS.filter((given) => !made(given)))('$group: $tries', attack);
});
