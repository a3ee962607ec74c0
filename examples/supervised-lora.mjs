// Plain supervised LoRA by the engine: an adapter learns to answer sums as “=12”. node examples/supervised-lora.mjs
import { supervisedObjective } from 'marft-workbench/core';
import { AdamWState, adapterSlot, clippedStep, initialAdapter, loadBase, openEngine, scoreForTraining } from 'marft-workbench/engine';

const { engine, device } = await openEngine({ device: 'wasm' });
const { config, tokenizer, weights } = await loadBase('micro');
const lora = { rank: 8, alpha: 16, targets: ['q_proj', 'v_proj', 'up_proj', 'down_proj'] };
const slots = [adapterSlot(config, 'sums', lora)];
let adapter = initialAdapter(config, 'sums', lora, 1, 0);
engine.setParameters(weights, true);
engine.setParameters(adapter);

// What is read, and behind it what is to be learnt: only tokens from `first` on are scored.
const examples = Array.from({ length: 32 }, (_, i) => [1 + (i % 8), 1 + Math.floor(i / 4)]).map(([a, b]) => {
  const read = tokenizer.encode(`bob has ${a} figs and buys ${b} more. how many?`);
  return { ids: [...read, ...tokenizer.encode(`=${a + b}`)], first: read.length, slot: 0, temperature: 1 };
});

const state = new AdamWState();
console.log(`on ${device.backend} (${device.device})`);
for (let step = 1; step <= 30; step += 1) {
  const pass = await scoreForTraining(engine, config, slots, examples);
  const { loss, dLogprobs } = supervisedObjective(pass);
  const gradients = await pass.gradients(dLogprobs, new Float32Array(dLogprobs.length));
  ({ parameters: adapter } = await clippedStep(engine, adapter, gradients, state, { learningRate: 1e-2 }, 1));
  engine.setParameters(adapter);
  if (step % 10 === 0 || step === 1) console.log(`step ${step}: ${loss.toFixed(3)} nats a token`);
}
engine.dispose();
