/** A server's base of the same name must be the same base, with the same tokens. */
import { afterEach, expect, it } from 'vitest';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { trainableWeights } from '../../../src/session/team/base.ts';
import { tinkerTrainers } from '../../../src/session/tinker/tinkerTrainers.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { openServed, servedProject } from './served.ts';

let end: (() => Promise<void>) | undefined;
afterEach(() => end?.());

it('a server that numbers tokens otherwise is refused before anything is trained', async () => {
  const document = servedProject(OPEN_RL);
  const served = await openServed(document, OPEN_RL);
  end = served.end;
  // The same base with its vocabulary the other way round.
  const { vocabularySize, hiddenSize } = micro.config;
  const weights = new Map(
    [...trainableWeights(micro.weights)].map(([name, tensor]) => {
      if (tensor.shape[0] !== vocabularySize) return [name, tensor] as const;
      const data = new Float32Array(tensor.data.length);
      for (let row = 0; row < vocabularySize; row += 1)
        data.set(tensor.data.subarray(row * hiddenSize, (row + 1) * hiddenSize), (vocabularySize - 1 - row) * hiddenSize);
      return [name, { shape: tensor.shape, data }] as const;
    }),
  );
  const engine = new LocalEngine(await createExecutor('wasm'));
  const opening = TrainingSession.create({
    document,
    bases: [{ ...micro, weights }],
    engine,
    environment: createSandbox(),
    trainers: (own, watch) => tinkerTrainers({ server: served.client, label: 'other' }, own, watch),
  });
  await expect(opening).rejects.toThrow('The server numbers tokens otherwise than “micro” here does');
  engine.dispose();
});
