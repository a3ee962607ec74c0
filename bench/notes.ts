/** What the figures mean, by section: what bounds a missed target, and what would lift it. */
export const NOTES: Readonly<Record<string, string>> = {
  kernels: `The register kernel makes 4 × 8 outputs at a time, which fits the fifteen vector registers that V8 leaves a function; a tile of
6 × 8 spills there. Products of an update reach about nine tenths of it. Attention is bound by its exponentials and by tiles cut off
at the diagonal; it is a tenth of an update at D = 128.`,
  pytorch: `Predicted: 1.5 × PyTorch's time at D = 128 after the saved FLOPs, 2.2 × at D = 256, 0.9 × in decoding. What is left of an update
is dense products at nine tenths of what 128-bit lanes give (PyTorch has 512-bit ones here); only fewer operations would help.`,
  tfjs: `Four adapters are also four times the numbers to clip, to step and to pack again. At D = 64, where the products of an update
take 13 ms, norm and AdamW of four adapters take 0.6 ms in TypeScript and 0.3 ms in the kernels, where they are now; with that the
ratio went from 1.14 to 1.08 (measured apart, by the least processor time, on a busy machine).`,
  workers: `Forward and backward alone are 1.9 to 2.0 times as fast on two workers (measured apart, D = 128: 42.9 and 52.0 ms on one,
22.3 and 26.3 ms on two). What does not shrink is what happens between updates: norm and AdamW over four adapters' 330 000
numbers, sending them to both workers, each worker packing what it uses, and the collector's pauses after it. The step takes
2.4 ms in TypeScript, 1.2 ms in the kernels in the engine's own thread, and 1.6 ms in two workers at once, where every number is
sent there and back; so it stays. Repeated in turns with an older state of the code the ratio at D = 128 was between 1.4 and 1.7
for both: what the second processor gives varies from minute to minute on this machine. Moments that live in the workers, each with the adapters of its own, would lift the rest.`,
  webgpu: `No real GPU was at hand: these are figures of a software adapter, which says nothing about speed on hardware. Adapters on all
seven projections cost nine dispatches a layer: five, and one low-rank product for each of the four inputs that adapters read. On q,
k, v and o alone it is seven. Two fewer would take sums over tiles inside the linear kernels, or ten storage buffers a kernel,
more than an adapter must offer.

An optimiser step of all adapters is three dispatches, however many they are: strips of the gradients, each adapter's norm, AdamW.
Moments stay on the device; of each trained number a step sends the gradient (4 bytes) and reads the new value (4 bytes), where
it sent 16 and read 12 in three dispatches an adapter while moments lay on the host (counted on four adapters, D = 64: 12
dispatches and 4 read-backs became 3 and 1; a whole update went from 36.8 bytes a number to 16.7). What is left crosses because
the host keeps the parameters: gradients are summed there over batches, and snapshots, lagging players and checkpoints take the
numbers from there.

Reductions come in three forms: without barriers for software adapters, through workgroup memory, and by subgroup operations
(norms, the sums of decoding's linear layers, softmax and attention) on a real GPU that has them, for subgroups of any size. The
last two were only held to the reference, on a software adapter whose subgroups have four lanes: no figure says yet what they gain.
Weights are not kept as f16: the software adapter does not offer it, and rounding every weight to eleven bits is worth its
error only where a real GPU shows the bandwidth it saves.`,
  jax: `jax-js computes the same loss and gradients without an optimiser step; its first call, which compiles, is left out.`,
  learning: `Start: 512 sampled episodes of the untrained team. Reached: the first iteration k at which the mean reward of iterations k − 2 … k
is 0.3 or 0.5 above it. Time: rollout, credit and update of iterations 1 … k, evaluations left out. The PyTorch recipe does the same
work with the same settings in one process on both cores; its random numbers are others, so its seeds are others too.`,
  page: `By the clock tasks grow where the main thread, or the collector's helper threads, wait for a processor that the engine has.
One processor is therefore left to the page: with two workers on two cores the same 40 iterations took as long.`,
  inspect: `A kept run is put into the browser's own files and opened from the list of runs; then the table is scrolled, walked, sorted, searched
and filtered, and the tokens are drawn, pointed at, walked along, scrolled and coloured (\`bench/inspect.ts\`).`,
  large: `Random weights in the shape of SmolLM-135M (30 layers, D = 576, vocabulary 49152).`,
  models: `Shapes of real models with random weights; what they say makes no sense, and nobody reads it. A row says where layers were left out so that
both sides could take turns in minutes. Ours holds matrices in q8 unless it says otherwise; its products are still in single precision. The
peer is transformers with peft on PyTorch, in its faster forms: scaled dot-product attention, the adapter merged into the weights where nothing is
learnt, the head on scored tokens only, no entropies. Ours computes with the adapter apart, and entropies too. Memory is given back to neither
side's system between turns. The limits are measured at the start of each part, by as many processes as threads, at the same time: the
register kernel on data in the first cache, reading 128 MiB, and making single-precision numbers of packed weights in the first cache. In shares of the
register kernels operations are those of the plans, recomputed activations counted.

The iteration is that of the project gsm8k-duo: sampling by both agents, scores of the base, one step of each adapter and scores after it, in both.
Of the peer all episodes of an agent are one batch, padded; ours reads a prompt once for the eight answers to it.`,
};
