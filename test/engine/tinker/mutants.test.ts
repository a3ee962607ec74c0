/**
 * Clients that are broken on purpose, each run as the one that is not: the stub and what adapters are held against must tell. Where a kind
 * of server does not mind a mistake, that is asserted too, since a test that fails for another reason would look the same.
 */
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/tinker/capabilities.ts';
import type { Published, RemoteModel, Server, StepDone } from '../../../src/tinker/server.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { KEEPING_VERSIONS } from '../../support/tinkerServer/keepingVersions.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { long } from '../../support/long.ts';
import { interrupted, isSound, type Mishaps, uninterrupted } from './interrupted.ts';

/** A server whose adapters have some of their calls changed. */
function changed(server: Server, change: (model: RemoteModel) => Partial<RemoteModel>): Server {
  return {
    ...server,
    createModel: async (request, options) => {
      const model = await server.createModel(request, options);
      const other = change(model);
      return new Proxy(model, {
        get: (target, name) => {
          if (name in other) return other[name as keyof RemoteModel];
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
}

/** A client that takes the server for another one. */
const takenFor =
  (wrong: Partial<Capabilities>) =>
  (server: Server): Server => {
    Object.assign(server.capabilities, wrong);
    return server;
  };

/** Never publishes again: goes on sampling from its first version. */
const forgetsToPublish = (server: Server): Server =>
  changed(server, (model) => {
    let first: Promise<Published> | undefined;
    return { publish: () => (first ??= model.publish()) };
  });

/** Publishes what the step is about to change, and takes it for what the step has made. */
const publishesBeforeTheStep = (server: Server): Server =>
  changed(server, (model) => {
    let early: Published | undefined;
    return {
      publish: async () => early ?? model.publish(),
      step: async (request) => {
        early = await model.publish();
        return model.step(request);
      },
    };
  });

/** Sends the gradients of both adapters, and only then has them stepped. */
function stepsBothAtTheEnd(server: Server): Server {
  let waiting: (() => Promise<StepDone>)[] = [];
  return changed(server, (model) => ({
    step: async (request) => {
      waiting.push(() => model.step(request));
      if (waiting.length < 2) return { norm: null };
      let done: StepDone = { norm: null };
      for (const step of waiting) done = await step();
      waiting = [];
      return done;
    },
  }));
}

/** Goes on with fresh adapters as though they were loaded. */
const forgetsToLoad = (server: Server): Server => changed(server, () => ({ load: () => Promise.resolve() }));

/** The last request for a gradient that is stepped with. */
async function lastGradient(flavour: Flavour, count = 1): Promise<number> {
  const { endpoints } = await uninterrupted(flavour, count);
  return endpoints.lastIndexOf('forward_backward', endpoints.lastIndexOf('optim_step')) + 1;
}

const LOST = { kind: 'dropped', when: 'after' } as const;

interface Mutant {
  readonly name: string;
  readonly client: (server: Server) => Server;
  readonly run: (flavour: Flavour) => Mishaps | Promise<Mishaps>;
  /** The kinds of server on which it is caught. */
  readonly caught: readonly Flavour[];
  /** The kind that does not mind, and why. */
  readonly harmless?: readonly [flavour: Flavour, reason: string];
}

const MUTANTS: readonly Mutant[] = [
  {
    name: '* sends a gradient once more',
    client: takenFor({ resendable: true }),
    run: async (flavour) => ({ at: await lastGradient(flavour), trouble: LOST }),
    caught: [OPEN_RL],
    harmless: [SKYRL_JAX, 'does a request with the same number once'],
  },
  {
    name: '* forgets to publish',
    client: forgetsToPublish,
    run: () => ({ count: 2 }),
    caught: [KEEPING_VERSIONS],
    harmless: [OPEN_RL, 'speaks with the live weights, whatever is named'],
  },
  {
    name: 'publishes before the step',
    client: publishesBeforeTheStep,
    run: () => ({ count: 2 }),
    caught: [SKYRL_JAX, KEEPING_VERSIONS],
  },
  {
    name: 'sends one adapter’s gradient before the other has stepped',
    client: stepsBothAtTheEnd,
    run: (flavour) => ({ training: { episodes: 6, maxGradNorm: flavour === OPEN_RL ? 0.01 : 0 } }),
    caught: [OPEN_RL],
    harmless: [SKYRL_JAX, 'limits no gradient'],
  },
  {
    name: 'takes means for sums',
    client: takenFor({ reduction: 'sum' }),
    run: () => ({}),
    caught: [SKYRL_JAX],
    harmless: [OPEN_RL, 'sums'],
  },
  {
    name: 'forgets to load after the server was lost',
    client: forgetsToLoad,
    run: async (flavour) => ({
      count: 2,
      at: await lastGradient(flavour, 2),
      trouble: { kind: 'crashed', when: 'after', back: 1 },
      pollMs: 50,
    }),
    caught: [OPEN_RL, SKYRL_JAX],
  },
];

for (const { name, client, run, caught, harmless } of MUTANTS) {
  const tried = [...caught.map((flavour) => [flavour, ''] as const), ...(harmless ? [harmless] : [])];
  describe.each(tried)(`a client that ${name.replace('* ', '')}, on $0.name`, (flavour, reason) => {
    it(reason === '' ? 'is caught' : `does no harm, since the server ${reason}`, async (context) => {
      if (!(name.startsWith('*') && reason === '')) long(context);
      const mishaps = await run(flavour);
      const { count, at, training } = mishaps;
      const asItIs = at === undefined && !training ? uninterrupted(flavour, count) : interrupted(flavour, mishaps);
      expect(await asItIs, 'the client as it is').toSatisfy(isSound);
      expect(isSound(await interrupted(flavour, { ...mishaps, broken: client }))).toBe(reason !== '');
    });
  });
}
