/** The short measurement behind `--backend auto`: one training step of a model of the shipped size. */
import { at } from '../../core/at.ts';
import { keyFor, normals, STREAMS } from '../../core/random/streams.ts';
import { modelTensorShapes } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { Engine } from '../../engine/engine.ts';
import { plainLlama } from '../../engine/model/plainLlama.ts';
import { scoreForTraining } from '../../engine/train/score.ts';

const SIZE = plainLlama({ vocabularySize: 512, hiddenSize: 64, intermediateSize: 160, layers: 2 });

/**
 * Median milliseconds of a full training step (64 messages of 48 tokens) after one warm-up. Throws when the gradients are
 * zero or not finite: there are devices on which kernels quietly compute nothing, and very fast.
 */
export async function measureEngine(engine: Engine): Promise<number> {
  const weights = new Map<string, HostTensor>();
  for (const [name, shape] of modelTensorShapes(SIZE)) {
    const count = shape.reduce((a, b) => a * b, 1);
    weights.set(name, { shape: [...shape], data: normals(keyFor(0, STREAMS.modelInit, weights.size), count).map((value) => value * 0.05) });
  }
  engine.setParameters(weights);
  const sequences = Array.from({ length: 64 }, (_, row) => ({
    ids: Array.from({ length: 48 }, (_, t) => (row * 7 + t * 3) % 512),
    first: 40,
    slot: -1,
    temperature: 1,
  }));
  const times: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    const start = performance.now();
    const pass = await scoreForTraining(engine, SIZE, [], sequences, (name) => name.includes('q_proj'));
    const gradients = await pass.gradients(pass.logprobs, pass.entropies);
    for (const [name, values] of gradients)
      if (!values.every(Number.isFinite) || values.every((value) => value === 0))
        throw new Error(`the gradient of ${name} came out as nothing`);
    if (run > 0) times.push(performance.now() - start);
  }
  engine.removeParameters(weights.keys());
  return at(
    times.sort((a, b) => a - b),
    1,
    'run',
  );
}
