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
  webgpu: `These are figures of a software adapter, which says nothing about speed on hardware; what a real one gave stands in a section of its own below. Adapters on all
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
(norms, the sums of decoding's linear layers, softmax and attention) on a real GPU that has them, for subgroups of any size.`,
  gpu: `Shapes of real models with random weights, LoRA of rank 8 on all seven projections. The limits were measured in the same run: 62.6 TFLOP/s of
single-precision arithmetic in registers, 4.1 TB/s copied, 2.6 to 2.8 µs for a dispatch that waits for the one before it, 34 µs for a submission with a
read-back. The peer is transformers with peft by CUDA on the same card, in f32. One lent card, 14 minutes in all; the engine's WebGPU tests (183)
passed on it, with subgroups of 32 lanes, where only software adapters had run them. Its first figures, by the same script, and what was changed:

| q8 | first | now | transformers, peft |
| --- | --- | --- | --- |
| SmolLM2-135M, decoding step of 1 and 16 rows | 8.95 and 9.80 ms | 3.07 and 3.49 ms | 20.9 and 22.3 ms |
| prefill of 8 × 256 tokens | 49.9 ms | 54.3 ms | 30.8 ms |
| update of 8 × 256 tokens, activations kept | 1086 ms | 261 ms | 158 ms |
| Qwen2.5-0.5B, decoding step of 1 and 16 rows | 12.6 and 14.4 ms | 5.01 and 5.51 ms | 16.5 and 18.9 ms |
| prefill | 131 ms | 142 ms | 52.9 ms |
| update | 3476 ms | 792 ms | 182 ms |

| change | predicted | got, of an update of 4 × 256 tokens of SmolLM2-135M in f32 (\`bench/gpu/kernels.ts\`) |
| --- | --- | --- |
| gradients of attention by workgroups, partners shared out over lanes | 215 → 6 ms | 215 → 20 ms |
| sums of low-rank products, and of adapters' gradients over tokens, shared by lanes | 214 → 18 ms | 214 → 23 ms |
| products of many rows by tiles in workgroup memory, loaded ahead | 162 → 35 ms | 162 → 42 ms |
| a workgroup a row in norms | 24 → 2 ms | 24 → 3 ms |
| all dispatches | | 629 → 101 ms |
| large recordings stay until something new is made | 83 of 272 ms, by the host's profile | 8 × 256 tokens in q8: 372 → 261 ms |

In decoding thirty-two lanes share a sum where eight did, rows that are not there cost nothing, and a repetition is submitted while the device works on
the one before. Prefill pays for it (8 lanes: 47, 32: 53 ms of dispatches), as both must add in the same order: a prompt's numbers must not depend on how it was cut.

What bounds the two goals. *Decoding*: a step is 273 (219) dispatches, each waiting for the last. That alone takes 0.72 ms (0.58 ms) on this card, twenty times
what reading the weights takes (0.035 ms; Qwen 0.13 ms), so 60 % of bandwidth cannot be had at these sizes here; on a card of 300 GB/s the two would be about equal. Of the
3 ms four fifths are chains of loads within a dispatch. Fewer dispatches (low-rank products inside the linear kernels) and rows kept in workgroup memory would lift
it. *Update*: shards of 1,024 tokens (441 of Qwen's, so that logits stay below 256 MB) fill a card of 132 multiprocessors with one small workgroup each; tiles reach
12 to 20 TFLOP/s, and two thirds of the time is attention, low-rank products and the host's part. Larger shards on large cards and attention that shares keys among
queries would lift it; so would f16 products, which are not built.

*A second card, an NVIDIA H100* (driver 580.159, the same script, one loan of 8 minutes), with the rows that the first loan cut off; the peer as above.
Its times vary from card to card more than ours do: transformers is bound by its host there.

| | SmolLM2-135M, q8 | f32 | q4 | Qwen2.5-0.5B, q8 | transformers, peft: SmolLM2, Qwen |
| --- | --- | --- | --- | --- | --- |
| decoding step of 1 row | 3.24 ms | 3.33 ms | 3.31 ms | 4.64 ms | 28.3 and 31.0 ms |
| decoding step of 16 rows | 3.72 ms | 3.61 ms | 3.70 ms | 5.85 ms | 41.8 and 30.8 ms |
| prefill of 8 × 256 tokens | 57.1 ms | 52.0 ms | 58.1 ms | 130 ms | 47.4 and 60.5 ms |
| update of 8 × 256 tokens | 252 ms | 266 ms | 270 ms | 978 ms | 306 and 165 ms |

Fewer bits save memory there, not time: a step waits for its dispatches (0.93 and 0.74 ms), not for weights. *Larger shards* were tried on it, predicted to halve Qwen's update; dispatches
of an update of 8 × 256 tokens in q8, two measurements of the first and last column, and the time of one whole update beside them:

| | as it is: 1,024 tokens, of Qwen 341 | 1,024 tokens | 2,048 tokens |
| --- | --- | --- | --- |
| SmolLM2-135M | 158 and 158 ms (396 and 426 ms) | 158 ms (275 ms) | 124 and 124 ms (224 and 231 ms) |
| Qwen2.5-0.5B | 554 and 552 ms (854 and 879 ms) | 278 ms (518 ms) | 221 and 223 ms (326 and 382 ms) |

The two SmolLM2 columns of equal shards say how far a single whole update can be trusted; their dispatches agree. Qwen's update gets 2.5 times as fast in dispatches, for 4.3 GB of activations in place of
0.7 GB in each shard (2.1 MB a token; SmolLM2 1.1 MB). It is not taken: a page is not told how much memory a card has, and one of 4 GB would end the run where it
trains today. Activations computed again on WebGPU, as WebAssembly does, would make room for it. Of 180 of the engine's tests in another sample one
failed there for its numbers (two more wanted packages that were not sent along), by 9 · 10⁻⁴ where 10⁻⁴ is allowed: the gradient through a norm over a single feature, of which nothing but rounding is left; it is asked
with a larger ε now.`,
  jax: `jax-js computes the same loss and gradients without an optimiser step; its first call, which compiles, is left out.`,
  learning: `Start: 512 sampled episodes of the untrained team. Reached: the first iteration k at which the mean reward of iterations k − 2 … k
is 0.3 or 0.5 above it. Time: rollout, credit and update of iterations 1 … k, evaluations left out. The PyTorch recipe does the same
work with the same settings in one process on both cores; its random numbers are others, so its seeds are others too.`,
  page: `By the clock tasks grow where the main thread, or the collector's helper threads, wait for a processor that the engine has.
One processor is therefore left to the page: with two workers on two cores the same 40 iterations took as long.

**What is fetched first.** Of the built page the HTML names 331 kB of scripts, in one file, and 40 kB of style sheets, gzipped; before the
parts below became lazy it was 549 kB of scripts. The budget is 350 kB of scripts before anything lazy, and \`test/e2e/page/opening.spec.ts\`
holds it on the built page. In it are React (63 kB), what header, run bar and notices use of Mantine, zod and the document with
its checks, most texts, and the stores. Fetched after it: canvas (React Flow), charts, reader, editors and their
arrangement at once, as one more file; environment and training when the page has time; runs, learning, palette, warnings, the readers of data files and the
export when they are first wanted (\`src/page/shell/places/panels.ts\`, \`Shell.tsx\`); Monaco when a prompt is pointed at or focused, or the
environment's code is shown; TensorFlow.js when a backend of it is taken. Opening the page once made 253 requests, and
took 6.4–7.1 s of processor time on a busy machine.

**Over a slow link** (1.6 Mbit/s, 150 ms; \`bench/page/slowLink.ts\`, a new browser each time, on a machine with a load of 10 to 15) until the charts show:

| | seconds | requests | kB |
| --- | --- | --- | --- |
| before, gzip | 13.9–16.5 | 109–112 | 2472–2546 |
| weights and earlier episodes of the recorded run when they are wanted, workers and other places after the charts, one file for what is seen first | predicted 5.2; 6.0–7.0 | 24–33 | 728–828 |
| the same by brotli | predicted 4.5; 5.2–5.7 | 24–30 | 635–646 |
| the code of warnings, 190 kB with what it needs, after the charts, gzip; load 1 to 3 | 4.2–5.0 (7 rounds) | 23–39 | 649–767 |

What was asked for while the charts were being drawn is counted, so the counts differ from time to time; what has to be there is held to 60 requests and
900 kB (gzip) by \`test/e2e/page/opening.spec.ts\`. Browsers take brotli over TLS alone: \`npm run build\` writes \`.br\` copies beside the files for hosts that
send them, and \`npm start\` on one's own computer sends gzip. All that the page fetches by itself afterwards is 2.0 MB.

**While training**, with all places and the keeping of runs there, the bound of 50 ms had been missed: 57 and 70 ms in two
measurements, with two and three tasks above it. What was changed, measured on a shared machine by processor time and counts, two
builds in turn; after it the row above, on an idle one:

| change | predicted | got |
| --- | --- | --- |
| a run's curves as SVG of the page's own, not by Recharts (now by uPlot) | half of what the main thread allocates is Recharts', so collections halve | tasks above 50 ms 17, 8, 29, 18 before and 1, 0, 7, 6 after; main thread busy 3.2–4.5 s before, 2.1–3.1 s after; a collection of young objects 10–34 ms before, 4 ms after; first reward point 1.1–1.8 s before, 0.45–0.77 s after |
| no panel or agent changes its size when a run begins; a preview's examples stay until its end | the frames of the first second lose a third | longest task 33–42 ms before, 21–33 ms after, which is the click itself; the next ones 28–40 ms before, 18–19 ms after |

**With a lesson open beside it** (\`npx tsx bench/page/page.ts --lesson lamas\` and \`--lesson trust-region\`, five runs on two cores with a load of 10 to 15): no
task took more than 40.4 ms of processor time, which is the click on Train; the default project without a lesson took 24.8. By the clock 8 to 49 tasks
were above 50 ms there, and 11 without a lesson: on so busy a machine a task waits longer than it works.
Measured again on 27 November 2026, 50 seconds of training each, two cores with a load of 42 to 43: no task took more than 28.6 ms of processor time with lesson 1 and its own project (two runs, 20
iterations), which is the click on Train again, nor more than 27.5 with lesson 1 open beside *Quartet* (\`--lesson lamas --project\`, four agents, 20 iterations). By the clock 238 to 276 were above
50 ms, the longest 1.2 s: what the browser's Long Tasks API counts there is the waiting.`,
  inspect: `The script (\`bench/page/inspect.ts\`: 10,000 episodes in one iteration, 2,000 sampled tokens in one episode) scrolls, sorts, searches, filters
and pins, points, walks, colours and changes the episode. Opening such a run is one drawing of a whole place and is not among what
it holds to 50 ms. What was changed, by processor time on a shared machine:

| change | predicted | got |
| --- | --- | --- |
| episodes come from the library 200 at a time | receiving them is no longer one task | opening 405 ms before, 146–260 after: the drawing of a whole place |
| rows of plain elements, brought into view with the next frame | scrolling a third less | 46–52 ms before, 29–35 after |
| the strip as a few shapes; columns sized by their place | tokens are not laid out with every number beside them | walking 59–76 ms before, 39 after; pointing 42–76 and 34; colouring 41–58 and 25–43; another episode 55–65 and 45; first drawing of 2,000 tokens 67–79 and 61 |
| of a long message, stretches out of view are neither laid out nor painted (\`content-visibility\`; on the idle machine) | the first drawing costs what is seen of it | 57 ms before, 46 after, none above 50 |`,
  large: `Random weights in the shape of SmolLM-135M (30 layers, D = 576, vocabulary 49152).`,
  models: `Shapes of real models with random weights; what they say makes no sense, and nobody reads it. A row says where layers were left out so that
both sides could take turns in minutes. Ours holds matrices in q8 unless it says otherwise; its products are still in single precision. The
peer is transformers with peft on PyTorch, in its faster forms: scaled dot-product attention, the adapter merged into the weights where nothing is
learnt, the head on scored tokens only, no entropies. Ours computes with the adapter apart, and entropies too. Memory is given back to neither
side's system between turns. The limits are measured at the start of each part, by as many processes as threads, at the same time: the
register kernel on data in the first cache, reading 128 MiB, and making single-precision numbers of packed weights in the first cache. In shares of the
register kernels operations are those of the plans, recomputed activations counted.

The iteration is that of the project gsm8k-duo, as it was before its cache was f16 and long messages paid: sampling by both agents, scores of the
base, one step of each adapter and scores after it, in both.
Of the peer all episodes of an agent are one batch, padded; ours reads a prompt once for the eight answers to it.

Predicted: decoding of 16 rows 0.75 × (f16) and 0.72 × (f32); of one row 75–85 % (q8) and 65–80 % (q4) of the limit, and 1.2–1.8 × wllama's time
on one thread, of which it takes less than half; two threads 1.8–1.95 ×; the iteration 0.9–1.2 ×. Two thirds of the iteration are its update: dense
products in 128-bit lanes, where PyTorch has 512-bit ones here, with activations computed again and entropies besides. Wider lanes or fewer
operations would lift it. One row of decoding is bound by making numbers of packed weights, not by memory; a second thread could take half of its
panels, with a barrier a product.

Prefill and update were predicted at 1.35–1.5 × and 1.4–1.8 ×. Updates that compute activations again reach 80 % of what two register kernels
give: at all of it they would take 1.2 × the peer's time, so that 128-bit lanes bound them. Where activations are kept it is 66 %, and 51 % of Qwen's
six layers, by the clock. That is not the kernels: of processor time, which says the same on a busy machine, such an update takes as much for an
operation as one that computes activations again. \`bench/profile.ts\` asked kernel by kernel (printed, kept in no file; a load of 20 to 37, four messages of 256 tokens):

| update, activations kept | share of the register kernel, of processor time | products | making numbers of q8 | attention | statistics of tokens | norms |
| --- | --- | --- | --- | --- | --- | --- |
| SmolLM2-135M, 8 layers, logits whole | 84 % | 86 % | 2.5 % | 6.1 % | 1.8 % | 0.2 % |
| the same, as a run has it | 86 % | 86 % | 2.3 % | 6.1 % | 1.8 % | 0.2 % |
| Qwen2.5-0.5B, 6 layers, logits whole | 90 % | 89 % | 5.2 % | 2.0 % | 1.6 % | < 0.1 % |
| the same, logits in chunks as a run has them | 78 % | 82 % | 12.1 % | 1.6 % | 1.2 % | < 0.1 % |

The products themselves reach 92 to 99 % of the register kernel, and what attention, statistics and norms could give is a twelfth at most. On two threads 8 × 256 tokens of
Qwen's six layers took 27.7 s of processor time, 44.8 GFLOP/s of one processor where a register kernel gives 51; the row's 25.9 s by the clock are nearly that, as if
one thread had worked at a time. Why cannot be told on a machine that is busy: these two rows want measuring again on an idle one. In those rows logits lie whole. In a run a
vocabulary of this size has them 48 rows at a time, for one more product and weights made numbers of once more for every 48 rows: 34 % more processor time
in six layers. Chunks of 96 rows took 7 % less of it in two layers, for 29 MB more of each buffer of logits, and were not taken. Forming the gradient of the
head's input in the forward pass, as expectations over the vocabulary, would save that product without the bonus of entropy, but rounds otherwise.

What bounds the rows that are missed:

| row | got, and the goal | what bounds it | what would lift it |
| --- | --- | --- | --- |
| prefill, 135M and 0.5B | 1.51 and 1.41 ×, 1.3 | products in single precision, four lanes at a time, which is all that WebAssembly’s SIMD has; PyTorch has 16 here, and 8 on processors with AVX2. The share of the peak was not recorded for prefill | wider vectors in WebAssembly (the proposal “flexible vectors”), which no engine ships; WebGPU where there is a graphics processor |
| update, recomputed | 1.50 and 1.48 ×, 1.3 | the same: 80.0 % of the two register kernels’ 96 GFLOP/s in both shapes, so 1.2 × with all of it | the same; products in bfloat16 take PyTorch 0.60 and 0.73 of its own time, and WebAssembly has none |
| update, kept | 1.48 and 1.73 ×, 1.3 | the lanes; that the clock saw 66.2 and 50.7 % of the register kernels is not told apart from a second thread that waited, as of processor time it is 84 and 90 % | the same; measuring again on an idle machine |
| iteration of gsm8k-duo | 1.26 ×, 1.0 | its update, 33.9 of 48.9 s | what lifts updates; decoding of 16 rows takes 0.70 to 0.75 of the peer’s time already |`,
};
