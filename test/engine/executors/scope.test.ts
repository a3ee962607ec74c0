/** Two bases of different shapes on one engine, each under a scope of its own: everything as if each were alone. */
import { describe, expect, it } from 'vitest';
import { keyFor } from '../../../src/core/random/streams.ts';
import { spawnLane } from '../../../headless/lane/spawn.ts';
import { type Engine, LocalEngine } from '../../../src/engine/engine.ts';
import { scopedWeights } from '../../../src/engine/model/scope.ts';
import { openPool } from '../../../src/engine/pool/engine.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { scoreForTraining, scoreSequences } from '../../../src/engine/train/score.ts';
import { createCritic } from '../../../src/session/critics/critic.ts';
import { documentWith, KINDS, message, noise } from '../support/critics.ts';
import { createExecutor } from '../support/executors.ts';
import type { LoadedCase } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';

// Head dimensions, biases, norms and the output embedding differ; names of weights and of adapters do not.
const cases = [loadGolden('llama-untied-bf16'), loadGolden('qwen3')];

const BACKENDS = {
  'tfjs-cpu': async () => new LocalEngine(await createExecutor('tfjs-cpu')),
  wasm: async () => new LocalEngine(await createExecutor('wasm')),
  'two workers': () => openPool(spawnLane, KERNEL_FILES, { lanes: 2 }),
} as const;

/** Puts a base and its adapter on the engine; adapters are told apart by their agents' roles. */
function put(engine: Engine, golden: LoadedCase, agent: number, scope: string) {
  const config = { ...golden.config, scope };
  engine.setParameters(scopedWeights(config, golden.weights), true);
  const [adapter] = [...golden.adapters.values()];
  if (!adapter) throw new Error('a golden case has an adapter');
  const role = `agent${agent}`;
  engine.setParameters([...adapter.parameters].map(([name, tensor]) => [name.replace(adapter.slot.name, role), tensor]));
  return { config, slots: [{ ...adapter.slot, name: role }], agent };
}

type Put = ReturnType<typeof put>;

const sequences = Array.from({ length: 3 }, (_, row) => ({
  ids: Array.from({ length: 7 + row }, (_, t) => (3 * row + 5 * t) % 33),
  first: 3,
  slot: row % 2 === 0 ? 0 : -1,
  temperature: 0.9,
}));

/** Scores, gradients, generated messages and a critic's step; adapters' gradients by module. */
async function work(engine: Engine, { config, slots, agent }: Put) {
  const scores = await scoreSequences(engine, config, slots, sequences, { hidden: true });
  const pass = await scoreForTraining(engine, config, slots, sequences);
  const gradients = [...(await pass.gradients(pass.logprobs, pass.entropies)).values()];
  const generator = engine.openGenerator(config, slots, [-1]);
  const rule = { temperature: 0.8, topK: 0, topP: 1 };
  const messages = await Promise.all(
    sequences.map(({ ids, slot }, index) => generator.submit({ promptIds: ids, slot, rule, maxNewTokens: 6, key: keyFor(1, 2, index) })),
  );
  generator.dispose();
  const critics = [];
  for (const kind of KINDS) {
    const critic = createCritic(engine, config, documentWith({ kind, steps: 2 }), [agent]);
    const spoken = sequences.map(({ ids, first }) => message(agent, ids.slice(0, first), ids.slice(first)));
    const batch = { messages: spoken, hidden: scores.hidden };
    const decisions = spoken.reduce((sum, { record }) => sum + record.response_ids.length, 0);
    const metrics = await critic.train(batch, new Float32Array(decisions), noise(1, decisions));
    critics.push({ metrics, values: await critic.values(batch), names: [...critic.parameters.keys()] });
  }
  return { scores, gradients, messages, critics };
}

describe.each(Object.entries(BACKENDS))('on %s', (_, open) => {
  it('two bases score, differentiate, generate and value as each does alone', async () => {
    const alone = [];
    for (const [agent, golden] of cases.entries()) {
      const engine = await open();
      alone.push(await work(engine, put(engine, golden, agent, '')));
      engine.dispose();
    }
    const engine = await open();
    const both = cases.map((golden, agent) => put(engine, golden, agent, ['', 'other:'][agent] ?? ''));
    const together = [];
    for (const one of both) together.push(await work(engine, one));
    // Once more the first, after the second has had its turn.
    together.push(await work(engine, both[0] as Put));
    const numbers = ({ critics, ...rest }: Awaited<ReturnType<typeof work>>) => ({
      ...rest,
      critics: critics.map(({ metrics, values }) => ({ metrics, values })),
    });
    expect(together.map(numbers)).toEqual([...alone, alone[0]].flatMap((one) => (one ? [numbers(one)] : [])));
    const names = together.slice(0, 2).flatMap(({ critics }) => critics[0]?.names ?? []);
    expect(new Set(names).size).toBe(names.length);
    engine.dispose();
  });
});
