/** What a warm start makes anew, and what a lab asks at once, is held against this machine before it is made. */
import { describe, expect, it } from 'vitest';
import { WASM_MEMORY, placeWork } from '../../../src/session/room/fits.ts';
import { QUESTIONS } from '../../../src/session/room/fitWork.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { warmStartSchema } from '../../../src/core/document/schema.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { warmStart } from '../../../src/session/warmStart/warmStart.ts';
import { SMOLLM_135M } from '../../../bench/shapes.ts';
import { createExecutor } from '../support/executors.ts';
import { micro, microProject } from '../support/team.ts';

describe('a new base', () => {
  const begin = async (shape: { readonly hiddenSize: number; readonly layers: number }) => {
    const engine = new LocalEngine(await createExecutor('wasm'));
    try {
      await warmStart({
        document: microProject({ episodes: 8 }),
        bases: [],
        environment: createSandbox(),
        engine,
        settings: warmStartSchema.parse({ ...shape, tokens: 1000, evaluateEvery: 0, evaluateEpisodes: 8, vocabularySize: 300 }),
        name: 'made',
      });
    } finally {
      engine.dispose();
    }
  };

  it('that does not fit is refused with what would, before it is drawn', async () => {
    const refused = begin({ hiddenSize: 1024, layers: 24 });
    await expect(refused).rejects.toMatchObject({
      fault: {
        code: 'E_MEMORY_PLAN',
        params: { work: 'warm_start', change: { layers: expect.any(Number) as number } },
        hint: expect.stringMatching(/^It fits in [0-3]\.\d\d GiB with .*\b(12|6|3) layers\.$/) as string,
      },
    });
  });
});

it('a lab counts what it asks at once, which is more than a short iteration', async () => {
  const document = microProject({ algorithm: 'grpo', groupSize: 2, episodes: 2 });
  const environment = createSandbox();
  await environment.load(document.environment.source);
  const bytesFor = async (episodes: number): Promise<number> => {
    const asked = { ...document, training: { ...document.training, episodes } };
    const { refused } = await placeWork(
      asked,
      [{ ...micro, config: SMOLLM_135M }],
      environment,
      { workers: 1, worker: WASM_MEMORY, device: 1 },
      undefined,
      QUESTIONS,
    );
    return (refused!.params as { readonly cache: number }).cache;
  };
  const few = await bytesFor(2);
  expect(few).toBe(await bytesFor(64));
  expect(few).toBeGreaterThan(2 ** 24);
});
