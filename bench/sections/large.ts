/**
 * A Llama of 135 million parameters (SmolLM-135M's shape) with random weights on the WASM engine, one thread: prompts, cached
 * decoding and one LoRA update; right (cached decoding agrees with the full forward, gradients with finite differences),
 * and how much memory it takes.
 */
import { keyFor } from '../../src/core/random/streams.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import type { ScoredSequence } from '../../src/engine/train/batches.ts';
import { scoreForTraining, scoreSequences } from '../../src/engine/train/score.ts';
import { report, shown } from '../rows.ts';
import { shapedAdapter, shapedWeights, SMOLLM_135M as config } from '../shapes.ts';

const ROWS = 4;
const PROMPT = 48;
const NEW_TOKENS = 16;

const weights = shapedWeights(config);
const parameters = [...weights.values()].reduce((sum, { data }) => sum + data.length, 0);
const { slot, parameters: adapter } = shapedAdapter(config, 'agent');

const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
engine.setParameters([...weights, ...adapter]);
const generator = engine.openGenerator(config, [slot], [-1]);
const jobs = Array.from({ length: ROWS }, (_, row) => ({
  promptIds: Array.from({ length: PROMPT }, (_x, t) => (row * 977 + t * 31) % config.vocabularySize),
  slot: row % 2 === 0 ? 0 : -1,
  rule: { temperature: 1, topK: 0, topP: 1 },
  maxNewTokens: NEW_TOKENS,
  key: keyFor(3, row),
}));
const start = performance.now();
const messages = await Promise.all(jobs.map((job) => generator.submit(job)));
const rollout = performance.now() - start;
generator.dispose();

const sequences = messages.map(
  ({ responseIds }, row): ScoredSequence => ({
    ids: [...(jobs[row]?.promptIds ?? []), ...responseIds],
    first: PROMPT,
    slot: row % 2 === 0 ? 0 : -1,
    temperature: 1,
  }),
);
const before = performance.now();
const pass = await scoreForTraining(engine, config, [slot], sequences);
const ones = pass.logprobs.map(() => 1);
const gradients = await pass.gradients(
  ones,
  pass.entropies.map(() => 0),
);
const update = performance.now() - before;

const sampled = Float64Array.from(messages.flatMap(({ logprobs }) => logprobs));
const apart = Math.sqrt(
  sampled.reduce((sum, value, i) => sum + (value - (pass.logprobs[i] ?? 0)) ** 2, 0) /
    sampled.reduce((sum, value) => sum + value * value, 0),
);
if (!(apart < 1e-4)) throw new Error(`cached decoding and the full forward differ by ${apart}`);

// The sum of all log-probabilities along the gradient itself: its slope is the gradient's squared norm.
const norm = Math.sqrt([...gradients.values()].reduce((sum, gradient) => sum + gradient.reduce((squares, g) => squares + g * g, 0), 0));
const along = async (step: number): Promise<number> => {
  engine.setParameters(
    [...adapter].map(([name, { shape, data }]) => {
      const gradient = gradients.get(name) ?? new Float32Array(data.length);
      return [name, { shape, data: data.map((value, i) => value + (step * (gradient[i] ?? 0)) / norm) }] as const;
    }),
  );
  const { logprobs } = await scoreSequences(engine, config, [slot], sequences);
  return logprobs.reduce((sum, value) => sum + value, 0);
};
const step = 2e-3;
const slope = ((await along(step)) - (await along(-step))) / (2 * step);
if (!(Math.abs(slope / norm - 1) < 0.03)) throw new Error(`finite differences give a slope of ${slope}, the gradients one of ${norm}`);

const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;
const { peakBytes } = engine.memory();
engine.dispose();
const path = `wasm, one thread, ${(parameters / 1e6).toFixed(0)} M parameters`;
report([
  {
    path,
    measure: 'rollout and one LoRA update: memory of the engine',
    value: peakBytes / 2 ** 30,
    unit: 'GiB',
    detail: `weights ${gib(4 * parameters)} in single precision, held in the forms of the forward and of the backward product; cached decoding and the full forward differ by ${apart === 0 ? 'nothing' : apart.toExponential(0)}, the update's gradient and finite differences by ${Math.abs(slope / norm - 1).toExponential(0)}`,
  },
  {
    path,
    measure: `rollout of ${ROWS} prompts of ${PROMPT} tokens, ${NEW_TOKENS} new ones each`,
    value: rollout / 1000,
    unit: 's',
    detail: `${shown((ROWS * NEW_TOKENS) / (rollout / 1000))} new tokens a second, prompts included`,
  },
  {
    path,
    measure: `LoRA update of ${ROWS} messages of ${PROMPT + NEW_TOKENS} tokens`,
    value: update / 1000,
    unit: 's',
    detail: 'forward, backward, gradients of all seven projections of 30 layers',
  },
]);
