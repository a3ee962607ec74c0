/**
 * `tsx bench/memory/poolMemory.ts [FORM] [WORKERS]`: what a pool of workers takes for SmolLM2-135M's shape cut to six layers, after an
 * update and some decoding: resident memory of the process (its peak too), what the engine says, and what is computed.
 */
import { readFileSync } from 'node:fs';
import { spawnLane } from '../../headless/lane/spawn.ts';
import { keyFor } from '../../src/core/random/streams.ts';
import { packFloats, WEIGHT_FORMS } from '../../src/core/weights/packed.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../src/engine/pool/engine.ts';
import { cacheShape } from '../../src/engine/generate/generator.ts';
import { peakBytes } from '../../src/engine/model/cost.ts';
import { makeBatches, type ScoredSequence } from '../../src/engine/train/batches.ts';
import { scoreForTraining } from '../../src/engine/train/score.ts';
import { bytesByForm } from '../../src/session/room/memory.ts';
import { shapedAdapter, shapedWeights, SMOLLM_135M } from '../shapes.ts';

const [form = 'q8', workers = '2'] = process.argv.slice(2);
const held = WEIGHT_FORMS.find((known) => known === form);
if (!held) throw new Error(`give one of ${WEIGHT_FORMS.join(', ')}`);
const config = { ...SMOLLM_135M, layers: 6 };
const lanes = Number(workers);
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
const peak = (): number => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0);
const rss = (what: string) => console.log(`${what}: ${mb(process.memoryUsage().rss)} resident, ${mb(peak())} at most`);

rss('before anything');
const weights = [...shapedWeights(config)].map(
  ([name, tensor]) => [name, held === 'f32' || tensor.shape.length === 1 ? tensor : packFloats(held, tensor)] as const,
);
const { slot, parameters } = shapedAdapter(config, 'agent');
globalThis.gc?.();
rss('weights on the host');
const engine = await openPool(spawnLane, KERNEL_FILES, { lanes });
rss(`${engine.device} open`);
engine.setParameters(weights, true);
engine.setParameters(parameters);
const idsOf = (row: number, length: number) => Array.from({ length }, (_, t) => (row * 977 + t * 31) % config.vocabularySize);
const sequences = Array.from({ length: 4 }, (_, row): ScoredSequence => ({ ids: idsOf(row, 257), first: 129, slot: 0, temperature: 1 }));
const weightsOnce = bytesByForm([{ config }], () => lanes)[held];
const adapter = 2 * 4 * [...parameters.values()].reduce((sum, { data }) => sum + data.length, 0);
const cache = cacheShape(config, 56);
const shards = makeBatches(config, [slot], sequences, { backward: true, recompute: true }).map(({ plan }) => peakBytes(plan));
const activations = shards.reduce((a, b) => a + b, 0);
const predicted = weightsOnce + activations + lanes * (adapter + cache.slots * cache.bytes + 1.5 * 2 ** 20);
console.log(`computed: ${mb(weightsOnce)} of weights, ${mb(activations)} of activations, ${mb(predicted)} in all`);
const generator = engine.openGenerator(config, [slot], []);
const rule = { temperature: 1, topK: 0, topP: 1 };
for (let time = 0; time < 3; time += 1) {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, (_, row) =>
      generator.submit({ promptIds: idsOf(row, 48), slot: 0, rule, maxNewTokens: 8, key: keyFor(3, row) }),
    ),
  );
  const said = performance.now();
  const pass = await scoreForTraining(engine, config, [slot], sequences);
  await pass.gradients(
    pass.logprobs.map(() => 1),
    pass.entropies.map(() => 0),
  );
  const { bytes, peakBytes } = engine.memory();
  globalThis.gc?.();
  rss(
    `${time + 1}: engine ${mb(bytes)} now, ${mb(peakBytes)} at most; ${(said - began).toFixed(0)} and ${(performance.now() - said).toFixed(0)} ms`,
  );
}
generator.dispose();
engine.dispose();
