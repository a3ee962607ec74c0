/**
 * A base held in fewer bits against the same held in single precision, on the WASM engine, one thread, in turns: memory,
 * decoding, scoring and an update, in the shape of SmolLM2-135M.
 */
import { packFloats, type PackedForm } from '../../src/core/weights/packed.ts';
import { keyFor } from '../../src/core/random/streams.ts';
import type { Parameter } from '../../src/engine/contracts/executor.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import type { ScoredSequence } from '../../src/engine/train/batches.ts';
import { scoreForTraining, scoreSequences } from '../../src/engine/train/score.ts';
import { compare, type Measure, timing } from '../measure.ts';
import { ms, report, type Row } from '../rows.ts';
import { shapedAdapter, shapedWeights, SMOLLM_135M as config } from '../shapes.ts';

const FORMS: readonly PackedForm[] = ['bf16', 'q8', 'q4'];
const PROMPT = 48;
const STEPS = 8;

const weights = shapedWeights(config);
const { slot, parameters } = shapedAdapter(config, 'agent');
const idsOf = (row: number, length: number) => Array.from({ length }, (_, t) => (row * 977 + t * 31) % config.vocabularySize);
const sequences = (rows: number, length: number): ScoredSequence[] =>
  Array.from({ length: rows }, (_, row) => ({ ids: idsOf(row, length), first: length / 2, slot: 0, temperature: 1 }));

async function engineWith(held: Iterable<readonly [string, Parameter]>): Promise<LocalEngine> {
  const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
  engine.setParameters([...held, ...parameters]);
  return engine;
}

/** A token of each of `rows` messages; the prompts were read before. */
function decoding(engine: LocalEngine, rows: number): Measure {
  const generator = engine.openGenerator(config, [slot], []);
  const rule = { temperature: 1, topK: 0, topP: 1 };
  const submit = (maxNewTokens: number) =>
    Promise.all(
      Array.from({ length: rows }, (_, row) =>
        generator.submit({ promptIds: idsOf(row, PROMPT), slot: 0, rule, maxNewTokens, key: keyFor(3, row) }),
      ),
    );
  return timing(() => submit(STEPS), STEPS);
}

const scoring = (engine: LocalEngine): Measure => timing(() => scoreSequences(engine, config, [slot], sequences(4, 256)));
const update = (engine: LocalEngine): Measure =>
  timing(async () => {
    const pass = await scoreForTraining(engine, config, [slot], sequences(2, 256));
    await pass.gradients(
      pass.logprobs.map(() => 1),
      pass.entropies.map(() => 0),
    );
  });

const rows: Row[] = [];
const plain = await engineWith(weights);
for (const form of FORMS) {
  const engine = await engineWith(
    [...weights].map(([name, tensor]) => [name, tensor.shape.length === 2 ? packFloats(form, tensor) : tensor] as const),
  );
  const path = `wasm, one thread, ${form}`;
  const against = async (measure: string, work: (engine: LocalEngine) => Measure, rounds: number) => {
    const { ratio, wall } = await compare(work(plain), work(engine), rounds, 1);
    const detail = `${ms(wall[1].median)} against ${ms(wall[0].median)} in f32`;
    rows.push({ path, measure: `${measure}, against f32`, value: ratio.cpu, unit: '×', detail });
  };
  await against('decoding step of 1 row', (on) => decoding(on, 1), 5);
  await against('decoding step of 16 rows', (on) => decoding(on, 16), 3);
  await against('scoring 4 × 256 tokens', scoring, 3);
  await against('update, 2 × 256 tokens', update, 3);
  const megabytes = (on: LocalEngine) => on.memory().bytes / 1e6;
  rows.push({
    path,
    measure: 'weights, adapter and cache in the engine',
    value: megabytes(engine),
    unit: 'MB',
    detail: `f32, held for the forward and for the backward product: ${megabytes(plain).toFixed(0)} MB`,
  });
  engine.dispose();
}
plain.dispose();
report(rows);
