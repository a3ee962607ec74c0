/** Memory of an update: activations within their limit, nothing kept after an error. */
import { describe, expect, it } from 'vitest';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import type { ScoredSequence } from '../../../src/engine/train/batches.ts';
import { scoreForTraining } from '../../../src/engine/train/score.ts';
import { batchMessages, tokensOf } from '../../../src/session/play/batch.ts';
import { localTrainers } from '../../../src/session/policy/localTrainer.ts';
import { update } from '../../../src/session/update/update.ts';
import { loadGolden } from '../support/golden.node.ts';
import { microProject, openTeam } from '../support/team.ts';

describe('saved activations', () => {
  it('beyond the limit are computed again, with the same gradients bit for bit', async () => {
    const golden = loadGolden('llama-tied');
    const adapters = [...golden.adapters.values()];
    const slots = adapters.map((adapter) => adapter.slot);
    const executor = await createTfjsExecutor('tfjs-cpu');
    executor.setParameters([...golden.weights, ...adapters.flatMap((adapter) => [...adapter.parameters])]);
    // More tokens than one batch takes.
    const sequences = Array.from({ length: 30 }, (_, row) => 36 + (row % 3)).map(
      (length, row): ScoredSequence => ({
        ids: Array.from({ length }, (_, t) => (row * 5 + t * 3) % golden.config.vocabularySize),
        first: length - 4,
        slot: row % slots.length,
        temperature: 1,
      }),
    );
    const before = executor.memory().bytes;
    const measured = async (limit?: number) => {
      const pass = await scoreForTraining(executor, golden.config, slots, sequences, undefined, limit);
      const held = executor.memory().bytes - before;
      return { held, gradients: await pass.gradients(pass.logprobs, pass.entropies) };
    };
    await measured(); // puts the parameters on the device
    const all = await measured();
    const none = await measured(0);
    expect(none.gradients).toEqual(all.gradients);
    expect(none.held).toBeLessThan(all.held / 2);
    executor.dispose();
    expect(executor.memory().tensors).toBe(0);
  });
});

describe('an update that fails', () => {
  it('leaves no activations behind', async () => {
    const session = await openTeam(microProject({ episodes: 2 }));
    await session.iterate();
    const { engine, groups, document, roles } = session;
    const [group] = groups;
    if (!group) throw new Error('a team stands on a base');
    const records = (await session.reroll(2, [0, 1])).map((record) => {
      for (const message of record.messages) {
        const zeros = message.response_ids.map(() => 0);
        Object.assign(message, { values: zeros, advantages: zeros, returns: zeros, ref_logprobs: [] }); // one is missing
      }
      return record;
    });
    const episodes = batchMessages(document, records);
    const all = episodes.flat();
    const hidden = new Float32Array(tokensOf(all) * group.base.config.hiddenSize);
    const context = {
      trainers: localTrainers(engine),
      training: document.training,
      iteration: 2,
      learners: new Set([0, 1]),
      rateShare: 1,
      roles,
      stale: undefined,
      emit: () => {},
    };
    const fails = () =>
      expect(
        update(context, { records, episodes, readApart: null, groups: [{ group, batched: all, hidden, offsetOf: ({ start }) => start }] }),
      ).rejects.toThrow(RangeError);
    await fails();
    const { tensors } = engine.memory();
    await fails();
    expect(engine.memory().tensors).toBe(tensors);
    session.dispose();
    engine.dispose();
  });
});
