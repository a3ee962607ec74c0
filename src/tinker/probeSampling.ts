/** How a server samples, saves and loads, tried on the probe's own adapter. */
import { FaultError } from '../core/faults.ts';
import { isRecord } from '../core/isRecord.ts';
import type { Capabilities } from './capabilities.ts';
import { type Bench, gradient, trying } from './bench.ts';
import { sampledMessage } from './sampling.ts';
import type { Published, SampledMessage, SampleRequest } from './server.ts';

/** How near log-probabilities of the same tokens are to be, and how far apart to be told as others. Nats. */
const SAME = 0.02;
const OTHER = 0.1;
/** Messages by which it is told whose they are. */
const DRAWS = 8;

type Found = Partial<Capabilities>;

/** What of it could be told. The adapter is moved, and may be left as it was before. */
export async function probeSampling(bench: Bench): Promise<Found> {
  const { model } = bench;
  const first = await model.publish();
  const stops = await stopsAtIds(bench, first);
  const sampledLogprobs = await temperedBy(bench, first);
  return { ...stops, ...sampledLogprobs, ...(await versions(bench, first)), ...(await loading(bench)) };
}

const asks = ({ sequence }: Bench, more: Partial<SampleRequest>): SampleRequest => ({
  prompt: sequence.prompt,
  maxTokens: 4,
  temperature: 1,
  topK: 0,
  topP: 1,
  stop: [],
  seed: 1,
  ...more,
});

/** Whether a message ends at an id that a message without it goes beyond. */
async function stopsAtIds(bench: Bench, from: Published): Promise<Found> {
  const ids = async (stop: readonly number[]): Promise<unknown[]> => {
    const { sequences } = await bench.model.draw(asks(bench, { temperature: 0, topK: 1, stop }), from);
    const first: unknown = Array.isArray(sequences) ? sequences[0] : undefined;
    return isRecord(first) && Array.isArray(first['tokens']) ? first['tokens'] : [];
  };
  const free = await ids([]);
  const [id] = free;
  if (typeof id !== 'number' || free.length < 2) return {};
  const stopped = await ids([id]);
  return { stopsAtIds: stopped.length < 2 };
}

/** Of which distribution the log-probabilities are at temperature 2: those of the forward are the untempered one's. */
async function temperedBy(bench: Bench, from: Published): Promise<Found> {
  const [message] = await bench.model.sample([asks(bench, { temperature: 2 })], from);
  if (!message) return {};
  const [untempered] = await bench.model.forward([{ prompt: bench.sequence.prompt, response: message.tokens }]);
  const apart = Math.max(...message.logprobs.map((logprob, index) => Math.abs(logprob - (untempered?.[index] ?? Number.NaN))));
  if (apart < SAME) return { sampledLogprobs: 'untempered' };
  return apart > OTHER ? { sampledLogprobs: 'tempered' } : {};
}

/**
 * Whether an older version still speaks as it did before a step, and whether naming it takes the step back. What it speaks with is told by
 * tokens that the stepped adapter and a fresh one, which is what the older version was, find differently likely.
 */
async function versions(bench: Bench, first: Published): Promise<Found> {
  const { model, sequence, logprobs } = bench;
  const apart = async (from: Float32Array): Promise<number> => {
    const [now] = await model.forward([sequence]);
    return Math.abs((now?.[0] ?? Number.NaN) - (from[0] ?? Number.NaN));
  };
  await model.call('forward_backward', gradient(bench, 1, [1, 1]));
  await model.step({ learningRate: 0.05, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 });
  const second = await model.publish();
  if (!((await apart(logprobs)) > OTHER)) return {};
  // Where there is one place for weights, the newest are put there first.
  await drawn(bench, second, 1);
  const old = await drawn(bench, first, DRAWS);
  if ((await apart(logprobs)) < SAME) return { sharedSlot: true, keepsVersions: false };
  const said = old.map(({ tokens }) => ({ prompt: sequence.prompt, response: tokens }));
  const stepped = await model.forward(said);
  const unstepped = await trying(bench, bench.request, (fresh) => fresh.forward(said));
  const told = old.flatMap(({ logprobs: [logprob = Number.NaN] }, index): boolean[] => {
    const [now = Number.NaN, before = Number.NaN] = [stepped[index]?.[0], unstepped?.[index]?.[0]];
    return Math.abs(now - before) > OTHER ? [Math.abs(logprob - before) < SAME] : [];
  });
  return { sharedSlot: false, ...(told.length > 0 ? { keepsVersions: told.every(Boolean) } : {}) };
}

/** Messages of one token, at temperature 1. */
async function drawn(bench: Bench, from: Published, count: number): Promise<SampledMessage[]> {
  const requests = Array.from({ length: count }, (_, index) => asks(bench, { maxTokens: 1, seed: index + 1 }));
  const messages = await Promise.all(requests.map(async (request) => sampledMessage(await bench.model.draw(request, from), request)));
  return messages.filter((message) => message !== null);
}

/** Whether weights can be loaded into an adapter that has been used: of a checkpoint that is not there, only the reason differs. */
async function loading({ model }: Bench): Promise<Found> {
  try {
    await model.load({ path: 'no-such-checkpoint' });
    return {};
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { loadsFirstOnly: /not permitted/i.test(error.fault.message) };
  }
}
