/**
 * Iterations on a stub during which something goes wrong, and what became of the adapters: held against what updates of the same episodes
 * make of them here. A gradient that was doubled or left out moves them elsewhere, since steps are nearly linear in it: with a usual ε
 * Adam's first step hardly depends on a gradient's length.
 */
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { batchMessages, sequenceOf } from '../../../src/session/play/batch.ts';
import { localTrainers } from '../../../src/session/policy/localTrainer.ts';
import { LastingRun, type OpenedSession } from '../../../src/session/run/lasting.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { connect, type ConnectOptions } from '../../../src/tinker/client.ts';
import type { Server } from '../../../src/tinker/server.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { atRequest, type Trouble } from '../../support/tinkerServer/mishaps.ts';
import { compare, difference, isOnServer, onServer, updated } from './compared.ts';
import { openMoved, openServed, outside, servedProject, type Served, servedSession } from './served.ts';

/** The KL to the base gives a gradient also where all rewards are the same. */
export const SMALL = {
  algorithm: 'reinforce',
  baseline: 'batch',
  klCoef: 0.05,
  klPlacement: 'loss',
  episodes: 2,
  iterations: 2,
  epochs: 1,
  maxGradNorm: 0,
  learningRate: 0.1,
  optimizer: { beta1: 0.9, beta2: 0.999, epsilon: 0.1, weightDecay: 0 },
} as const;

export interface Mishaps {
  /** Iterations; 1 by default. */
  readonly count?: number;
  /** The request, from 1 on, at which there is trouble. */
  readonly at?: number;
  readonly trouble?: Trouble;
  /** What stands between the session and the server: a client that is broken. */
  readonly broken?: (server: Server) => Server;
  readonly connecting?: ConnectOptions;
  readonly training?: Partial<Parameters<typeof servedProject>[1]>;
  readonly pollMs?: number;
}

export interface Judged {
  readonly role: string;
  /** Between what the iterations added to the adapter there and here; and that length, there by here. */
  readonly cosine: number;
  readonly length: number;
}

export interface Interrupted {
  readonly judged: readonly Judged[];
  /** Of the requests since the first iteration began. */
  readonly endpoints: readonly string[];
  /** Between what was recorded of sampled tokens and what the adapters that should have said them find, nats at the most. */
  readonly apart: number;
  /** Codes of notices. */
  readonly told: readonly string[];
  readonly episodes: readonly (readonly EpisodeRecord[])[];
}

export async function interrupted(flavour: Flavour, mishaps: Mishaps = {}): Promise<Interrupted> {
  const { count = 1, at, trouble, broken, connecting = {}, training, pollMs } = mishaps;
  const document = servedProject(flavour, { ...SMALL, ...training });
  const here = await openMoved(document);
  const served = await openServed(document, flavour, { like: here, broken, pollMs, connecting });
  const { stub, numbers } = served;
  const told: string[] = [];
  const run = lasting(served, told, mishaps);
  try {
    // A point is kept before the first iteration, which is not part of it.
    await run.before();
    const from = stub.log.length;
    if (at !== undefined && trouble) stub.mishaps.push(atRequest(from + at, trouble));
    const episodes: EpisodeRecord[][] = [];
    let apart = 0;
    const before = here.policies.map(({ adapter }) => adapter.parameters);
    // A server that ended once all was saved is noticed missing by the next iteration alone.
    const missing = () => !run.session.policies.every(({ adapter }) => isOnServer(numbers, adapter));
    for (let iteration = 0; iteration < count || (iteration === count && missing()); iteration += 1) {
      const done = await run.iterate();
      episodes.push([...done.episodes]);
      apart = Math.max(apart, await distance(here, done.episodes));
      await updated(here, localTrainers(here.engine), done.episodes);
    }
    const judged: Judged[] = [];
    for (const [index, { adapter, role }] of run.session.policies.entries()) {
      const start = before[index] ?? new Map();
      const ours = difference(start, here.policies[index]?.adapter.parameters ?? new Map());
      judged.push({ role, ...compare(ours, difference(start, await onServer(numbers, adapter, stub.url))) });
    }
    return { judged, apart, endpoints: stub.log.slice(from).map(({ endpoint }) => endpoint), told, episodes };
  } finally {
    await run.dispose();
    await stub.stop();
    here.dispose();
    here.engine.dispose();
  }
}

const straight = new Map<string, Promise<Interrupted>>();

/** Iterations on a stub in which nothing goes wrong, computed once for all that compare with them. */
export function uninterrupted(flavour: Flavour, count = 1): Promise<Interrupted> {
  const key = `${flavour.name} ${count}`;
  const known = straight.get(key) ?? interrupted(flavour, { count });
  straight.set(key, known);
  return known;
}

/** Whether the agents spoke as who they were, and every adapter is where the updates here leave it. */
export const isSound = ({ judged, apart }: Pick<Interrupted, 'judged' | 'apart'>): boolean => areWhereTheyShould(judged) && apart < 1e-3;

async function distance({ document, groups }: TrainingSession, episodes: readonly EpisodeRecord[]): Promise<number> {
  const [group] = groups;
  const messages = batchMessages(document, episodes).flat();
  const scores = await group?.trainer.score(messages.map(({ message, agent }) => sequenceOf(message, group.adapter(agent).slotIndex)));
  const recorded = messages.flatMap(({ message }) => message.logprobs);
  return Math.max(...recorded.map((logprob, i) => Math.abs(logprob - (scores?.logprobs[i] ?? Number.NaN))));
}

/** Whether every adapter is where the updates here leave it. */
export const areWhereTheyShould = (judged: readonly Judged[]): boolean =>
  judged.length > 0 && judged.every(({ cosine, length }) => cosine >= 0.999999 && Math.abs(length - 1) < 1e-4);

function lasting({ session, client, stub }: Served, told: string[], { broken = (server) => server, connecting }: Mishaps): LastingRun {
  const opened = (one: typeof session, server: typeof client): OpenedSession => ({
    session: one,
    report: { backend: 'wasm', device: '', reason: '', workers: 1 },
    server: { url: stub.url, bases: ['micro'], close: () => Promise.resolve(server.close()) },
  });
  return new LastingRun(opened(session, client), {
    reopen: async () => {
      const again = await connect(stub.url, outside, { patience: 60, ...connecting });
      return opened(await servedSession(session.document, broken(again)), again);
    },
    tell: (event) => void (event.type === 'notice' && told.push(event.code)),
    wait: () => Promise.resolve(),
  });
}
