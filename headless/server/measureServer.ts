/** How fast a server answers: round trips, and tokens a second of sampling and scoring, on an adapter of its own. */
import type { AdapterRequest, Server } from '../../src/tinker/server.ts';

export interface Measured {
  /** Median of a step that moves nothing: a request, its future and a poll. Seconds. */
  readonly roundTrip: number;
  /** Of all messages at once. */
  readonly sampledTokensPerSecond: number;
  /** Prompt and response. */
  readonly scoredTokensPerSecond: number;
}

/** Messages at a time, and tokens each may have. */
const MESSAGES = 16;
const LONGEST = 32;
const ROUND_TRIPS = 5;
/** Ids that every vocabulary has. */
const PROMPT = Array.from({ length: 16 }, (_, index) => 1 + (index % 5));

/** Measures on an adapter like `request`; each kind of call is made once before it counts, since servers compile. */
export async function measureServer(server: Server, request: AdapterRequest, signal?: AbortSignal): Promise<Measured> {
  const options = signal ? { signal } : {};
  const model = await server.createModel(request, options);
  try {
    const still = { learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 };
    const sequence = { prompt: PROMPT, response: PROMPT };
    await model.backward([{ ...sequence, logprobs: PROMPT.map(() => 0), derivatives: PROMPT.map(() => 0) }], options);
    await model.step(still, options);
    const trips: number[] = [];
    for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
      await model.backward([{ ...sequence, logprobs: PROMPT.map(() => 0), derivatives: PROMPT.map(() => 0) }], options);
      trips.push((await timed(() => model.step(still, options))).seconds);
    }
    const from = await model.publish(options);
    const requests = Array.from({ length: MESSAGES }, (_, seed) => ({
      prompt: PROMPT,
      maxTokens: LONGEST,
      temperature: 1,
      topK: 0,
      topP: 1,
      stop: [],
      seed,
    }));
    await model.sample(requests, from, options);
    const sampled = await timed(() => model.sample(requests, from, options));
    const sequences = sampled.value.map(({ tokens }) => ({ prompt: PROMPT, response: tokens }));
    await model.forward(sequences, options);
    const scored = await timed(() => model.forward(sequences, options));
    const responses = sequences.reduce((sum, { response }) => sum + response.length, 0);
    return {
      roundTrip: trips.sort((a, b) => a - b)[ROUND_TRIPS >> 1] ?? Number.NaN,
      sampledTokensPerSecond: responses / sampled.seconds,
      scoredTokensPerSecond: (responses + MESSAGES * PROMPT.length) / scored.seconds,
    };
  } finally {
    await model.unload().catch(() => undefined);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly seconds: number }> {
  const began = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - began) / 1000 };
}
