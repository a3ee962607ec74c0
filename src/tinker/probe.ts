/**
 * What a server does not tell, tried on adapters of its own with a few tokens: arithmetic says what a norm or a log-probability has to
 * be under each way of computing it. What fits none of them stays unknown.
 */
import { type Bench, type Create, gradient, trying } from './bench.ts';
import type { Alpha, Capabilities, Reduction } from './capabilities.ts';
import type { Connection, ServerModel } from './model.ts';
import { STILL, withoutOthers } from './others.ts';
import { probeSampling } from './probeSampling.ts';
import type { AdapterRequest } from './server.ts';

export interface ProbeOptions {
  /** As what the adapters are to be created; a server may want the rank that the others will have. */
  readonly rank?: number;
  readonly alpha?: number;
  /** Ids that every vocabulary has, or some of the base's own. Five at least. */
  readonly tokens?: readonly number[];
  /** Called before each part of it. */
  readonly onPart?: (part: 'gradients' | 'adapters' | 'sampling') => void;
}

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
    const norms = await probeGradients(bench, learn);
    onPart?.('adapters');
    await probeAdapters(bench, norms, learn);
    onPart?.('sampling');
    learn(await probeSampling(bench));
    if (connection.capabilities.pooledClip === true && norms && norms.others > 0) connection.gauge = model;
  } finally {
    if (connection.gauge !== model) await model.unload().catch(() => undefined);
  }
}

interface Norms {
  /** Of the probe's own gradient. */
  readonly own: number;
  /** Of others' that were pending, where they count. */
  readonly others: number;
}

/**
 * How gradients add up, and whether a request sent twice is done once. Returns the norms that it found, null where the server tells
 * none.
 */
async function probeGradients(bench: Bench, learn: (more: Partial<Capabilities>) => void): Promise<Norms | null> {
  const { model } = bench;
  // Without advantages nothing is added, so that sending it twice does no harm even where it is done twice.
  learn({ resendable: await doneOnce(bench, model) });
  const { norm: others } = await model.step(STILL);
  learn({ norms: others !== null });
  if (others === null) return null;
  const own = await normOf(bench, model, others);
  if (!(own > 0)) return null;
  await add(bench, model, 1, [1, 1]);
  const twice = await normOf(bench, model, others);
  const narrow = await normOf(bench, model, others, [1, 0]);
  learn({ reduction: reductionBy(twice / own, narrow / own) });
  return { own, others };
}

/** By the norm of the datum sent twice, and of the datum in which one of two tokens has weight: shares of its norm sent once. */
function reductionBy(twice: number, narrow: number): Reduction | null {
  if (isClose(twice, 2) && isClose(narrow, 1)) return 'sum';
  return isClose(twice, 1) && isClose(narrow, 2) ? 'mean' : null;
}

/** What adapters may be like, and whether one's gradients count in another's step. */
async function probeAdapters(bench: Bench, norms: Norms | null, learn: (more: Partial<Capabilities>) => void): Promise<void> {
  const { model, request } = bench;
  await trying(bench, { ...request, alpha: request.alpha * 2 }, async (other) => {
    if (norms) {
      await add(bench, model, 1, [1, 1]);
      const beside = (await normOf(bench, other, norms.others, [0, 0])) / norms.own;
      await model.step(STILL);
      learn({ pooledClip: beside < CLOSE ? false : isClose(beside, 1) ? true : null });
    }
    learn({ alpha: await alphaBy(bench, other, norms) });
  });
  if (norms)
    await trying(bench, { ...request, mlp: false }, async (other) => {
      const ratio = (await normOf(bench, other, norms.others)) / norms.own;
      learn({ choosesTargets: Number.isFinite(ratio) ? Math.abs(ratio - 1) > 1e-3 : null });
    });
  const rank = request.rank === 1 ? 2 : Math.floor(request.rank / 2);
  const taken = (): Promise<true> => Promise.resolve(true);
  // A server that is full refuses every rank.
  if (await trying(bench, { ...request, rank }, taken)) learn({ ranks: 'any' });
  else if (await trying(bench, request, taken, (full) => learn({ full }))) learn({ ranks: 'one' });
}

/** α doubled doubles the gradient by B where it is heeded; where the server says its own, that is it. */
async function alphaBy(bench: Bench, other: ServerModel, norms: Norms | null): Promise<Alpha | null> {
  const { model } = bench;
  if (model.alpha !== null && other.alpha !== null) {
    if (model.alpha === other.alpha) return { is: 'fixed', value: model.alpha };
    if (other.alpha === model.alpha * 2) return { is: 'asked' };
  }
  return norms && isClose((await normOf(bench, other, norms.others)) / norms.own, 2) ? { is: 'asked' } : null;
}

/** Of the gradient that `model` has when the datum with these `weights` is added, without what others have pending; NaN where none is told. */
async function normOf(bench: Bench, model: ServerModel, others: number, weights: readonly number[] = [1, 1]): Promise<number> {
  await add(bench, model, 1, weights);
  const { norm } = await model.step(STILL);
  return norm === null ? Number.NaN : withoutOthers(norm, others);
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
