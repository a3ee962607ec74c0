/** How a server samples, saves and loads, tried on the probe's own adapter. */
import { FaultError } from '../core/faults.ts';
import { isRecord } from '../core/isRecord.ts';
import type { Capabilities } from './capabilities.ts';
import { type Bench, gradient } from './bench.ts';
import { sampledMessage } from './sampling.ts';
import type { Published, SampleRequest } from './server.ts';

/** How near log-probabilities of the same tokens are to be, and how far apart to be told as others. Nats. */
const SAME = 0.02;
const OTHER = 0.1;
/** Messages that are sampled to meet the same token twice. */
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

/** Whether an older version still speaks as it did after a step, and whether naming it takes the step back. */
async function versions(bench: Bench, first: Published): Promise<Found> {
  const { model, sequence, logprobs } = bench;
  const before = await draws(bench, first);
  await model.call('forward_backward', gradient(bench, 1, [1, 1]));
  await model.step({ learningRate: 0.05, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 });
  const second = await model.publish();
  const [moved] = await model.forward([sequence]);
  const shift = (now: Float32Array | undefined): number =>
    Math.max(...logprobs.map((logprob, index) => Math.abs(logprob - (now?.[index] ?? Number.NaN))));
  if (!(shift(moved) > OTHER)) return {};
  const newest = await draws(bench, second);
  const after = await draws(bench, first);
  const [left] = await model.forward([sequence]);
  const tokens = [...after.keys()].filter((token) => before.has(token));
  // Only a token whose log-probability the step has changed tells whose it is.
  const told = tokens.flatMap((token): boolean[] => {
    const [old, now] = [before.get(token) ?? Number.NaN, after.get(token) ?? Number.NaN];
    const other = newest.get(token);
    if (other !== undefined && Math.abs(other - old) < OTHER) return [];
    return [Math.abs(now - old) < SAME];
  });
  const sharedSlot = shift(left) < SAME;
  // One that speaks by overwriting what is trained is not kept.
  return { sharedSlot, ...(told.length > 0 ? { keepsVersions: !sharedSlot && told.every(Boolean) } : {}) };
}

/** Log-probabilities of the tokens that some messages begin with, at temperature 1. */
async function draws(bench: Bench, from: Published): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (let seed = 1; seed <= DRAWS; seed += 1) {
    const request = asks(bench, { maxTokens: 1, seed });
    const message = sampledMessage(await bench.model.draw(request, from), request);
    const [token] = message?.tokens ?? [];
    const [logprob] = message?.logprobs ?? [];
    if (token !== undefined && logprob !== undefined) found.set(token, logprob);
  }
  return found;
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
