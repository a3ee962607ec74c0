import { describe, expect, it } from 'vitest';
import type { PromptPreview, PromptRequest } from '../../../../../workers/prompts/protocol.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createPreviewStore, previewRequest, type PreviewWish } from '../../../../../src/page/state/prompts/promptPreview.ts';
import { episode } from '../../../core/episode/records.ts';

const document = defaultProject();
const wish = (index: number, role = 'solver'): PreviewWish => ({ document, role, example: { kind: 'demonstrated', index } });
const preview = (problem: string): PromptPreview => ({
  problem,
  fits: null,
  problems: 'unlimited',
  base: 'micro',
  context: 9,
  weights: { adapter: 3, base: 7 },
  maxNewTokens: 1,
  prompts: [],
});

/** A store whose hosts answer when told to. */
function slowStore() {
  const asked: { request: PromptRequest; succeed(problem: string): void; fail(error: Error): void }[] = [];
  const hosts = { opened: 0, closed: 0 };
  const store = createPreviewStore(
    async () => {
      hosts.opened += 1;
      return {
        preview: (request) =>
          new Promise((resolve, reject) => asked.push({ request, succeed: (problem) => resolve(preview(problem)), fail: reject })),
        close: () => void (hosts.closed += 1),
      };
    },
    async ({ example }) => ({ start: { index: example.kind === 'demonstrated' ? example.index : -1 } }) as PromptRequest,
  );
  return { asked, hosts, store };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the store of the preview', () => {
  it('asks one at a time, and of those that came meanwhile the newest', async () => {
    const { asked, hosts, store } = slowStore();
    const done = store.getState().show(wish(0));
    for (const index of [1, 2, 3]) void store.getState().show(wish(index));
    await settled();
    expect(asked.map(({ request }) => request.start.index)).toEqual([0]);
    asked[0]?.succeed('first');
    await settled();
    expect(store.getState().shown, 'what is out of date is not shown').toBeNull();
    expect(asked.at(-1)?.request.start.index).toBe(3);
    asked.at(-1)?.succeed('last');
    await done;
    expect(store.getState()).toMatchObject({ busy: false, fault: null, shown: { wish: wish(3), preview: { problem: 'last' } } });
    expect(hosts.opened).toBe(1);
  });
  it('tells a fault, and starts another worker where the old one was lost', async () => {
    const { asked, hosts, store } = slowStore();
    const first = store.getState().show(wish(0));
    await settled();
    asked[0]?.fail(new FaultError({ code: 'E_ENV_LOST', message: 'gone' }));
    await first;
    expect(store.getState().fault?.code).toBe('E_ENV_LOST');
    const second = store.getState().show(wish(1));
    await settled();
    asked[1]?.succeed('again');
    await second;
    expect(store.getState()).toMatchObject({ fault: null, shown: { preview: { problem: 'again' } } });
    expect(hosts).toEqual({ opened: 2, closed: 1 });
  });
});

describe('what the worker is asked', () => {
  it('is the problem at an index of the train split, by the training’s seed', async () => {
    const request = await previewRequest(wish(4));
    expect(request).toMatchObject({
      agent: 1,
      start: { seed: document.training.seed, split: 'train', index: 4 },
      recorded: null,
      bases: {},
    });
  });
  it('is the problem of a recorded episode with its words; ids only from the same base', async () => {
    const record = { ...episode(1, 0), seed: 77, problem_index: 5 };
    const ask = (now = document) =>
      previewRequest({ document: now, role: 'solver', example: { kind: 'recorded', record, ranWith: document } });
    const same = await ask();
    expect(same.start).toEqual({ seed: 77, split: record.split, index: 5 });
    const known = record.messages.filter(({ role }) => document.team.agents.some((agent) => agent.role === role));
    expect(known.length).toBeGreaterThan(0);
    for (const { role, response_ids } of known)
      expect(same.recorded?.messages.find((message) => message.role === role)?.ids).toEqual(response_ids);
    const moved = await ask({ ...document, team: { ...document.team, base: 'standard' } });
    expect(moved.recorded?.messages.every(({ ids }) => ids === null)).toBe(true);
  });
  it('is nothing while the environment is held back', async () => {
    const foreign = { ...document, environment: { ...document.environment, source: 'export default {}' } };
    await expect(previewRequest({ ...wish(0), document: foreign })).rejects.toMatchObject({ fault: { code: 'E_ENV_CONSENT' } });
  });
});
