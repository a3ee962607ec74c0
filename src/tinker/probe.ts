/**
 * What a server does not tell, tried on adapters of its own with a few tokens: arithmetic says what a norm or a log-probability has to
 * be under each way of computing it. What fits none of them stays unknown.
 */
import { type Bench, type Create, gradient, trying } from './bench.ts';
import type { Alpha, Capabilities, Reduction } from './capabilities.ts';
import type { Connection, ServerModel } from './model.ts';
import { probeSampling } from './probeSampling.ts';
import type { AdapterRequest, StepRequest } from './server.ts';

export interface ProbeOptions {
  /** As what the adapters are to be created; a server may want the rank that the others will have. */
  readonly rank?: number;
  readonly alpha?: number;
  /** Ids that every vocabulary has, or some of the base's own. Five at least. */
  readonly tokens?: readonly number[];
  /** Called before each part of it. */
  readonly onPart?: (part: 'gradients' | 'adapters' | 'sampling') => void;
}

/** A step that moves nothing, so that gradients are told and dropped. */
const STILL: StepRequest = { learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 };
/** How far a ratio may be from the one it should be: kernels of 16 bits round. */
const CLOSE = 0.05;

const isClose = (ratio: number, to: number): boolean => Math.abs(ratio / to - 1) < CLOSE;

/** Adds what could be tried to the connection's capabilities. Throws what keeps a first adapter from being created or scored. */
export async function probed(connection: Connection, create: Create, options: ProbeOptions): Promise<void> {
  const { rank = 8, alpha = 16, tokens = [1, 2, 3, 4, 5], onPart } = options;
  const [base] = connection.capabilities.bases;
  if (base === undefined) return;
  const learn = (more: Partial<Capabilities>): void => {
    connection.capabilities = { ...connection.capabilities, ...more };
  };
  const request: AdapterRequest = { base, rank, alpha, attention: true, mlp: true, seed: 1 };
  const model = await create(request);
  try {
    const sequence = { prompt: tokens.slice(0, -2), response: tokens.slice(-2) };
    const [logprobs = new Float32Array()] = await model.forward([sequence]);
    const bench: Bench = { connection, create, request, model, sequence, logprobs };
    onPart?.('gradients');
    const norm = await probeGradients(bench, learn);
    onPart?.('adapters');
    await probeAdapters(bench, norm, learn);
    onPart?.('sampling');
    learn(await probeSampling(bench));
  } finally {
    await model.unload().catch(() => undefined);
  }
}

/**
 * How gradients add up, and whether a request sent twice is done once. Returns the norm of the probe's own gradient, null where the
 * server tells none.
 */
async function probeGradients(bench: Bench, learn: (more: Partial<Capabilities>) => void): Promise<number | null> {
  const { model } = bench;
  // Without advantages nothing is added, so that sending it twice does no harm even where it is done twice.
  learn({ resendable: await doneOnce(bench, model) });
  const { norm: none } = await model.step(STILL);
  learn({ norms: none !== null });
  await add(bench, model, 1, [1, 1]);
  const { norm: once } = await model.step(STILL);
  if (none === null || once === null || none > CLOSE * once || !(once > 0)) return null;
  await add(bench, model, 1, [1, 1]);
  await add(bench, model, 1, [1, 1]);
  const { norm: twice } = await model.step(STILL);
  await add(bench, model, 1, [1, 0]);
  const { norm: narrow } = await model.step(STILL);
  if (twice === null || narrow === null) return once;
  learn({ reduction: reductionBy(twice / once, narrow / once) });
  return once;
}

/** By the norm of the datum sent twice, and of the datum in which one of two tokens has weight: shares of its norm sent once. */
function reductionBy(twice: number, narrow: number): Reduction | null {
  if (isClose(twice, 2) && isClose(narrow, 1)) return 'sum';
  return isClose(twice, 1) && isClose(narrow, 2) ? 'mean' : null;
}

/** What adapters may be like, and whether one's gradients count in another's step. */
async function probeAdapters(bench: Bench, norm: number | null, learn: (more: Partial<Capabilities>) => void): Promise<void> {
  const { model, request } = bench;
  await trying(bench, { ...request, alpha: request.alpha * 2 }, async (other) => {
    if (norm !== null) {
      await add(bench, model, 1, [1, 1]);
      await add(bench, other, 0, [1, 1]);
      const { norm: beside } = await other.step(STILL);
      await model.step(STILL);
      if (beside !== null) learn({ pooledClip: beside < CLOSE * norm ? false : isClose(beside, norm) ? true : null });
    }
    learn({ alpha: await alphaBy(bench, other, norm) });
  });
  if (norm !== null)
    await trying(bench, { ...request, mlp: false }, async (other) => {
      const ratio = (await normOf(bench, other)) / norm;
      learn({ choosesTargets: Number.isFinite(ratio) ? Math.abs(ratio - 1) > 1e-3 : null });
    });
  const rank = request.rank === 1 ? 2 : Math.floor(request.rank / 2);
  const taken = (): Promise<true> => Promise.resolve(true);
  // A server that is full refuses every rank.
  if (await trying(bench, { ...request, rank }, taken)) learn({ ranks: 'any' });
  else if (await trying(bench, request, taken, (full) => learn({ full }))) learn({ ranks: 'one' });
}

/** α doubled doubles the gradient by B where it is heeded; where the server says its own, that is it. */
async function alphaBy(bench: Bench, other: ServerModel, norm: number | null): Promise<Alpha | null> {
  const { model } = bench;
  if (model.alpha !== null && other.alpha !== null) {
    if (model.alpha === other.alpha) return { is: 'fixed', value: model.alpha };
    if (other.alpha === model.alpha * 2) return { is: 'asked' };
  }
  return norm !== null && isClose((await normOf(bench, other)) / norm, 2) ? { is: 'asked' } : null;
}

async function normOf(bench: Bench, model: ServerModel): Promise<number> {
  await add(bench, model, 1, [1, 1]);
  return (await model.step(STILL)).norm ?? Number.NaN;
}

async function add(bench: Bench, model: ServerModel, advantage: number, weights: readonly number[]): Promise<void> {
  await model.call('forward_backward', gradient(bench, advantage, weights));
}

async function doneOnce(bench: Bench, model: ServerModel): Promise<boolean> {
  const { futures, closed } = bench.connection;
  const call = 'forward_backward';
  const body = model.numbered(call, gradient(bench, 0, [1, 1]));
  const called = { signal: closed, resend: false };
  const ids = [await futures.begin(call, body, called), await futures.begin(call, body, called)];
  for (const id of ids) await futures.end(call, id, { signal: closed });
  return ids[0] === ids[1];
}
