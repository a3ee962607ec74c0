/** Of what a run has a server keep for it there stays what its checkpoints go back to, wherever the terminal is killed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { long } from '../../support/long.ts';
import type { Mishap } from '../../support/tinkerServer/mishaps.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { areWhereTheyShould } from './interrupted.ts';
import { type Moment, type Scene, scene } from './terminals.ts';

const CHECKPOINTS = [0, 2, 4];

/** Where checkpoint `iteration` says that the server keeps its adapters. */
function pathsIn({ out }: Scene, iteration: number): string[] {
  const { state } = JSON.parse(readFileSync(join(out, RUN_PATHS.trainerState(iteration)), 'utf8')) as {
    readonly state: { readonly adapters: Readonly<Record<string, { readonly path: string }>> };
  };
  return Object.values(state.adapters).map(({ path }) => path);
}

/** What the server was asked to keep and still has, by the models that asked; `kind` as its list has it. */
async function keptBy({ stub }: Scene, kind: 'training' | 'sampler'): Promise<string[]> {
  const models = new Set(stub.calls('save_weights').map(({ body }) => String(body?.['model_id'])));
  const lists = [...models].map(async (model) => {
    const answer = await fetch(`${stub.url}/api/v1/training_runs/${model}/checkpoints`);
    const { checkpoints } = (await answer.json()) as { checkpoints: { checkpoint_type: string; tinker_path: string }[] };
    return checkpoints.filter(({ checkpoint_type: is }) => is === kind).map(({ tinker_path: path }) => path);
  });
  return (await Promise.all(lists)).flat();
}

/** What `look` finds of a run whose terminal is killed at these moments. */
async function ran<T>(
  moments: readonly Moment[],
  look: (one: Scene, run: Awaited<ReturnType<Scene['trainKilled']>>) => T,
  mishap?: Mishap,
) {
  const one = await scene(SKYRL_JAX, { iterations: 4, checkpointEvery: 2 });
  try {
    if (mishap) one.stub.mishaps.push(mishap);
    return await look(one, await one.trainKilled(moments));
  } finally {
    await one.end();
  }
}

/** Numbers of the deletions among a run's requests. */
const deletions = (calls: readonly string[]): number[] => calls.flatMap((call, index) => (call === 'delete' ? [index + 1] : []));

const nothingElse = async (one: Scene): Promise<void> => {
  expect((await keptBy(one, 'training')).sort()).toEqual(CHECKPOINTS.flatMap((at) => pathsIn(one, at)).sort());
  // The last to be brought here, of each adapter.
  expect((await keptBy(one, 'sampler')).filter((path) => path.includes('archive'))).toHaveLength(2);
  expect(await one.judged()).toSatisfy(areWhereTheyShould);
};

it('nothing stays but what checkpoints go back to; a deletion that fails is said once, and tried again', async () => {
  let fail = 3;
  const mishap: Mishap = ({ method }) => (method === 'DELETE' && fail-- > 0 ? { kind: 'answered', status: 500, when: 'before' } : null);
  await ran(
    [],
    async (one, { told }) => {
      expect(told).toEqual(['server_saves_left']);
      await nothingElse(one);
    },
    mishap,
  );
});

it('a run that is killed at a deletion goes on, and its checkpoints are all there', { timeout: 900_000 }, async (context) => {
  long(context);
  const moments = await ran([], async (one, { calls, told }) => {
    expect(told).toEqual([]);
    await nothingElse(one);
    return deletions(calls);
  });
  expect(moments.length).toBeGreaterThan(0);
  for (const at of moments)
    for (const when of ['before', 'after'] as const)
      await ran([{ at, when }], async (one) => {
        expect(await keptBy(one, 'training'), `${when} ${at}`).toEqual(
          expect.arrayContaining(CHECKPOINTS.flatMap((iteration) => pathsIn(one, iteration))),
        );
        expect(await one.judged(), `${when} ${at}`).toSatisfy(areWhereTheyShould);
      });
});
