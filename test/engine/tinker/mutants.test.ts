/**
 * Clients that are broken on purpose, each run as the one that is not: the stub and what adapters are held against must tell. Where a kind
 * of server does not mind a mistake, that is asserted too, since a test that fails for another reason would look the same.
 */
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../../src/tinker/capabilities.ts';
import type { Published, RemoteModel, Server, StepDone } from '../../../src/tinker/server.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { long } from '../../support/long.ts';
import { areWhereTheyShould, interrupted, type Mishaps } from './interrupted.ts';

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
async function lastGradient(flavour: Flavour): Promise<number> {
  const { endpoints } = await interrupted(flavour);
  return endpoints.lastIndexOf('forward_backward', endpoints.lastIndexOf('optim_step')) + 1;
}

const LOST = { kind: 'dropped', when: 'after' } as const;

interface Mutant {
  readonly name: string;
  readonly client: (server: Server) => Server;
  readonly run: (flavour: Flavour) => Mishaps | Promise<Mishaps>;
  /** The kind of server that minds, and why the other does not; null where both mind. */
  readonly minds: Flavour | null;
  readonly otherwise?: string;
}

const MUTANTS: readonly Mutant[] = [
  {
    name: '* sends a gradient once more',
    client: takenFor({ resendable: true }),
    run: async (flavour) => ({ at: await lastGradient(flavour), trouble: LOST }),
    minds: OPEN_RL,
    otherwise: 'does a request with the same number once',
  },
  {
    name: 'forgets to publish',
    client: forgetsToPublish,
    run: () => ({ count: 2 }),
    minds: SKYRL_JAX,
    otherwise: 'speaks with the live weights, whatever is named',
  },
  {
    name: 'publishes before the step',
    client: publishesBeforeTheStep,
    run: () => ({ count: 2 }),
    minds: SKYRL_JAX,
    otherwise: 'speaks with the live weights, whatever is named',
  },
  {
    name: 'sends one adapter’s gradient before the other has stepped',
    client: stepsBothAtTheEnd,
    run: () => ({ training: { maxGradNorm: 0.005 } }),
    minds: OPEN_RL,
    otherwise: 'limits no gradient',
  },
  { name: 'takes means for sums', client: takenFor({ reduction: 'sum' }), run: () => ({}), minds: SKYRL_JAX, otherwise: 'sums' },
  {
    name: 'forgets to load after the server was lost',
    client: forgetsToLoad,
    run: async (flavour) => ({
      at: await lastGradient(flavour),
      trouble: { kind: 'crashed', when: 'after', back: 1 },
      connecting: { deadline: 1 },
      pollMs: 50,
    }),
    minds: null,
  },
];

describe.each([OPEN_RL, SKYRL_JAX])('on $name', (flavour) => {
  for (const { name, client, run, minds, otherwise = '' } of MUTANTS) {
    const caught = minds === null || minds === flavour;
    it(`a client that ${name.replace('* ', '')} ${caught ? 'is caught' : `does no harm, since the server ${otherwise}`}`, async (context) => {
      if (!name.startsWith('*')) long(context);
      const mishaps = await run(flavour);
      // SkyRL limits no gradients: what it would be held against does.
      const harmless = flavour === SKYRL_JAX && mishaps.training?.maxGradNorm ? { ...mishaps, training: { maxGradNorm: 0 } } : mishaps;
      expect((await interrupted(flavour, harmless)).judged, 'the client as it is').toSatisfy(areWhereTheyShould);
      expect(areWhereTheyShould((await interrupted(flavour, { ...harmless, broken: client })).judged)).toBe(!caught);
    });
  }
});
