/**
 * What a server of the Tinker protocol has to do for a team to be trained on it, asked of the server itself: the team micro, a probe, an
 * update against the same update here, what its adapters say there and here.
 */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { HostTensor } from '../../src/core/formats/safetensors.ts';
import { loraModules } from '../../src/core/formats/models/model-config.ts';
import { type LoraWeights, readPeft } from '../../src/core/formats/models/adapters/peft.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { localTrainers } from '../../src/session/policy/localTrainer.ts';
import { weightsOf } from '../../src/session/run/checkpoint.ts';
import { type SessionOptions, TrainingSession } from '../../src/session/run/session.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { TinkerAdapter } from '../../src/session/tinker/tinkerAdapter.ts';
import { tinkerTrainers, type TinkerTrainers } from '../../src/session/tinker/tinkerTrainers.ts';
import { connect } from '../../src/tinker/client.ts';
import { refusals } from '../../src/tinker/refusals.ts';
import type { Server } from '../../src/tinker/server.ts';
import { readFolder } from '../../headless/kit/folders.ts';
import { NODE_OUTSIDE } from '../../headless/server/tinkerServer.ts';
import { createExecutor } from '../engine/support/executors.ts';
import { micro, microProject } from '../engine/support/team.ts';
import { compare, difference, updated } from '../engine/tinker/compared.ts';

export interface Checked {
  readonly url: () => string;
  /** What the server calls micro. */
  readonly model?: string | undefined;
  /** Greedy answers that are compared. */
  readonly answers: number;
  /**
   * Where a server that gives no adapters away keeps them, as a path of this computer: of each adapter `ID/ID`, a PEFT folder that is written at
   * every step (open-rl: `$OPEN_RL_TMP_DIR/peft`).
   */
  readonly adapters?: string | undefined;
}

/** Steps are nearly linear in the gradient, so that a direction says what was sent; only few episodes, so that a processor is enough. */
const TRAINING = {
  algorithm: 'reinforce',
  baseline: 'batch',
  episodes: 8,
  iterations: 2,
  epochs: 1,
  seed: 31,
  entropyCoef: 0,
  maxGradNorm: 0,
  learningRate: 0.3,
  optimizer: { beta1: 0.9, beta2: 0.999, epsilon: 0.1, weightDecay: 0 },
} as const;

const projectFor = ({ capabilities: { alpha } }: Server, solverLearns = true): ProjectDocument => {
  const document = microProject(TRAINING);
  const agents = document.team.agents.map((agent, index) => ({
    ...agent,
    adapter: { ...agent.adapter, alpha: alpha?.is === 'fixed' ? alpha.value : agent.adapter.alpha, frozen: index > 0 && !solverLearns },
  }));
  return { ...document, team: { ...document.team, agents } };
};

/** Registers the checks as tests; one that a server cannot be asked says so and is skipped. */
export function clusterChecks({ url, model, answers, adapters }: Checked): void {
  const names = new Map(model === undefined ? [] : [['micro', model]]);
  const servers: Server[] = [];
  const sessions: TrainingSession[] = [];
  const adaptersThere: TinkerTrainers[] = [];
  const connected = async (): Promise<Server> => {
    const server = await connect(url(), NODE_OUTSIDE, { probe: { rank: 8, alpha: 16 } });
    servers.push(server);
    return server;
  };
  const opened = async (options: Pick<SessionOptions, 'document' | 'adapters' | 'trainers'>): Promise<TrainingSession> => {
    const engine = new LocalEngine(await createExecutor('wasm'));
    const session = await TrainingSession.create({ ...options, bases: [micro], engine, environment: createSandbox() });
    sessions.push(session);
    return session;
  };
  const there = (server: Server, document: ProjectDocument): Promise<TrainingSession> =>
    opened({
      document,
      trainers: (engine, watch) => {
        const label = `check${process.pid}-${Math.round(performance.now())}`;
        const trainers = tinkerTrainers({ server, names, label }, engine, watch);
        adaptersThere.push(trainers);
        return trainers;
      },
    });
  const here = (document: ProjectDocument, given: ReadonlyMap<string, LoraWeights>): Promise<TrainingSession> =>
    opened({ document, adapters: given });

  // As at the end of a run: a server may hold no more than one team's adapters beside the probe's.
  afterEach(async () => {
    for (const session of sessions.splice(0)) {
      session.dispose();
      session.engine.dispose();
    }
    for (const trainers of adaptersThere.splice(0)) await trainers.unload(AbortSignal.timeout(60_000));
    for (const server of servers.splice(0)) server.close();
  });

  it('tells by its probe what training needs to know, and can train the team micro', async () => {
    const server = await connected();
    expect(server.capabilities.reduction).not.toBeNull();
    expect(server.capabilities.alpha).not.toBeNull();
    const document = projectFor(server);
    expect(refusals(document, server.capabilities, { holds: new Set(['micro']), names, sameTokens: new Map() })).toEqual([]);
  });

  it('makes of an update the adapters that this computer makes, which then say the same greedily', async ({ skip }) => {
    const server = await connected();
    if (!server.capabilities.hasArchive && adapters === undefined) {
      skip(
        'this server gives no adapters away, and TINKER_ADAPTERS does not say where it keeps them: there is nothing to hold an update against',
      );
    }
    const document = projectFor(server);
    const session = await there(server, document);
    const start = await broughtBack(session, adapters);
    const twin = await here(document, start);
    const before = twin.policies.map(({ adapter }) => adapter.parameters);
    const { episodes } = await session.iterate();
    await updated(twin, localTrainers(twin.engine), episodes);
    const after = await broughtBack(session, adapters);
    for (const [index, { role, adapter }] of twin.policies.entries()) {
      const from = before[index] ?? new Map<string, HostTensor>();
      const moved = difference(from, adapter.parameters);
      const movedThere = difference(from, named(role, after.get(role)));
      const { cosine, length } = compare(moved, movedThere);
      expect(cosine, role).toBeGreaterThanOrEqual(0.999999);
      expect(Math.abs(length - 1), role).toBeLessThan(1e-3);
    }
    const back = await here(document, after);
    const asked = { split: 'test', episodes: answers, greedy: true } as const;
    const [said, saidHere] = [await session.evaluate(asked), await back.evaluate(asked)];
    const texts = (evaluation: typeof said) =>
      evaluation.episodes.map((episode) => episode.messages.map(({ response_ids }) => response_ids));
    expect(texts(saidHere)).toEqual(texts(said));
  });

  it('samples what it scores: log-probabilities of a message are those of a forward pass', async () => {
    const server = await connected();
    const session = await there(server, projectFor(server));
    const { episodes } = await session.evaluate({ split: 'test', episodes: 4, greedy: false });
    for (const { adapter } of session.policies) {
      if (!(adapter instanceof TinkerAdapter)) throw new Error('not on a server');
      const own = episodes.flatMap(({ messages }) => messages.filter(({ role }) => role === adapter.name));
      const scored = await adapter.model.forward(own.map((message) => ({ prompt: message.prompt_ids, response: message.response_ids })));
      const apart = own.flatMap(({ logprobs }, i) => logprobs.map((logprob, t) => Math.abs(logprob - (scored[i]?.[t] ?? Number.NaN))));
      // Kernels of 16 bits round; another distribution would be nats away.
      expect(Math.max(...apart), adapter.name).toBeLessThan(0.02);
    }
  });

  it('leaves the solver as it is where the planner alone learns', async () => {
    const server = await connected();
    const session = await there(server, projectFor(server, false));
    const probes = [{ prompt: [1, 292, 90, 117], response: [52, 48, 2] }];
    const scores = (): Promise<Float32Array[][]> =>
      Promise.all(
        session.policies.map(({ adapter }) => {
          if (!(adapter instanceof TinkerAdapter)) throw new Error('not on a server');
          return adapter.model.forward(probes);
        }),
      );
    const [planner, solver] = await scores();
    await session.iterate();
    const [plannerAfter, solverAfter] = await scores();
    expect(solverAfter).toEqual(solver);
    expect(plannerAfter).not.toEqual(planner);
  });
}

/** The adapters as the server gives them, or as they lie in its folder. */
async function broughtBack(session: TrainingSession, folder: string | undefined): Promise<Map<string, LoraWeights>> {
  const loras = session.policies.map(async (policy): Promise<[string, LoraWeights]> => {
    const { adapter, role } = policy;
    if (folder === undefined) {
      await adapter.fetch();
      return [role, weightsOf(session, policy)];
    }
    if (!(adapter instanceof TinkerAdapter)) throw new Error('not on a server');
    const { id } = adapter.model;
    return [role, readPeft(readFolder(join(folder, id, id)), { folder: id, modules: loraModules(policy.group.base.config) })];
  });
  return new Map(await Promise.all(loras));
}

const named = (role: string, weights: LoraWeights | undefined): Map<string, HostTensor> =>
  new Map([...(weights?.tensors ?? [])].map(([name, tensor]) => [`${role}/${name}`, tensor]));
