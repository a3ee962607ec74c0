/** What of a project and its run goes with a job: which bases a terminal can hold, tokens and operations, adapters, our terminal. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sumsOf } from '../../../../../../../src/core/formats/checksums.ts';
import { filesInto } from '../../../../../../../src/core/formats/files.ts';
import { packedTerminal } from '../../../../../../../src/page/features/projects/dialogues/cluster/downloadJob.ts';
import { goToSubject } from '../../../../../../../src/page/kit/refused/goToSubject.ts';
import { adaptersHere, heldBases, jobCost } from '../../../../../../../src/page/features/projects/dialogues/cluster/project.ts';
import type { EngineState } from '../../../../../../../src/page/state/engine/engine.ts';
import { cursorStore } from '../../../../../../../src/page/state/address/cursor.ts';
import { runsStore } from '../../../../../../../src/page/state/runs/runs.ts';
import type { RunSet } from '../../../../../../../src/page/state/runs/types.ts';
import { settingsViewStore } from '../../../../../../../src/page/state/settings/settingsView.ts';
import { document, episode, run } from '../../../../../core/episode/records.ts';

type Counted = NonNullable<EngineState['cost']>;
const bytes = (text: string) => new TextEncoder().encode(text);
const weigh = (size: number): Counted => ({
  ...{ parameters: 1000, trainable: 10, flopsPerIteration: 5e9, memoryBytes: 1, cacheBytes: { f32: 1, f16: 1 } },
  weightBytes: { f32: size, f16: size, bf16: size, q8: size, q4: size },
});
const show = (shown: RunSet): void => runsStore.setState({ order: [shown.id], runs: { [shown.id]: shown }, current: shown.id });

beforeEach(() => runsStore.setState({ order: [], runs: {}, current: null }));

describe('bases that a terminal is taken to hold', () => {
  const large = { ...document, team: { ...document.team, base: 'Qwen/Qwen3-32B' } };
  it('are those that fit into the memory of WebAssembly, and where nobody counted those that ship', () => {
    expect([...heldBases(large, weigh(2 ** 33))]).toEqual([]);
    expect([...heldBases(large, weigh(2 ** 30))]).toEqual(['Qwen/Qwen3-32B']);
    expect([...heldBases(large, null)]).toEqual([]);
    expect([...heldBases(document, null)]).toEqual(['micro']);
  });
});

describe('the cost', () => {
  it('is unknown until the engine counted', () => {
    expect(jobCost(document, null)).toBe(null);
  });

  it('has the tokens of the newest episodes, for as many as an iteration has', () => {
    show(run({ document, iteration: 3, episodes: { 1: [episode(1, 0)], 3: [episode(3, 0)] } }));
    const [played] = [episode(3, 0)];
    const tokens = played.messages.reduce((sum, { prompt_ids, response_ids }) => sum + prompt_ids.length + response_ids.length, 0);
    expect(jobCost(document, weigh(1))).toEqual({
      ...{ parameters: 1000, flopsPerIteration: 5e9, flopsAtMost: null },
      tokensPerIteration: tokens * document.training.episodes,
    });
    const other = { ...document, team: { ...document.team, base: 'standard' } };
    expect(jobCost(other, weigh(1))?.tokensPerIteration, 'of another team').toBe(null);
  });
});

describe('adapters', () => {
  const folder = { 'adapter_config.json': bytes('{}'), 'adapter_model.safetensors': bytes('w') };
  const own = Object.assign({}, ...document.team.agents.map(({ role }) => filesInto(role, folder))) as Record<string, Uint8Array>;
  const checkpoint = (files: Record<string, Uint8Array>) => ({ iteration: 4, files: filesInto('checkpoints/steps_4', files) });

  it('are those of the newest checkpoint, as they are', async () => {
    show(run({ document, checkpoint: checkpoint(own) }));
    const found = await adaptersHere(document);
    expect(found?.iteration).toBe(4);
    expect([...(found?.folders ?? [])]).toEqual(document.team.agents.map(({ role }) => [role, folder]));
  });

  it('are none of another team, and none before there are any', async () => {
    expect(await adaptersHere(document)).toBe(null);
    show(run({ document, checkpoint: checkpoint(own) }));
    const agents = document.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, rank: 64 } }));
    expect(await adaptersHere({ ...document, team: { ...document.team, agents } })).toBe(null);
  });

  it('that are damaged are not given away', async () => {
    const files: Record<string, Uint8Array> = { ...own, SHA256SUMS: sumsOf(own) };
    show(run({ document, checkpoint: checkpoint({ ...files }) }));
    expect((await adaptersHere(document))?.folders.size, 'with its checksums').toBe(document.team.agents.length);
    files[`${document.team.agents[0]?.role}/adapter_model.safetensors`] = bytes('x');
    show(run({ document, checkpoint: checkpoint(files) }));
    await expect(adaptersHere(document)).rejects.toMatchObject({ fault: { code: expect.stringContaining('DAMAGED') } });
  });
});

describe('what a refusal leads to', () => {
  it.each([
    ['training.entropyCoef', () => expect(settingsViewStore.getState().wanted).toBe('entropyCoef')],
    [
      `team.agents.${document.team.agents[1]?.role}.adapter.alpha`,
      () => expect(cursorStore.getState()).toMatchObject({ place: 'team', role: document.team.agents[1]?.role }),
    ],
    ['team.agents', () => expect(cursorStore.getState()).toMatchObject({ place: 'team', role: document.team.agents[0]?.role })],
    ['team.base', () => expect(cursorStore.getState()).toMatchObject({ place: 'training', tab: 'settings' })],
  ])('%s', (subject, check) => {
    cursorStore.getState().move({ place: 'runs' });
    expect(goToSubject(document, subject)).toBe(true);
    check();
  });

  it('nothing of what the page does not have', () => {
    expect(goToSubject(document, 'elsewhere')).toBe(false);
  });
});

describe('our terminal', () => {
  const answer = (body: Uint8Array<ArrayBuffer>, status = 200) => vi.fn<typeof fetch>(async () => new Response(body, { status }));
  it('is taken as it was packed', async () => {
    expect([...(await packedTerminal(answer(new Uint8Array([0x1f, 0x8b, 8]))))]).toEqual([0x1f, 0x8b, 8]);
  });
  it('is refused where a host unpacked it, or has none', async () => {
    await expect(packedTerminal(answer(new Uint8Array([116, 101])))).rejects.toMatchObject({
      fault: { code: 'E_JOB_TERMINAL', params: { status: null } },
    });
    await expect(packedTerminal(answer(new Uint8Array(), 404))).rejects.toMatchObject({ fault: { params: { status: 404 } } });
  });
});
