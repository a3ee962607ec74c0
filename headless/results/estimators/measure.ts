/** `measure.ts PROJECT SEED`: trains to {@link ITERATION}, asks what its batch was worth, and prints a {@link CreditedRow} as JSON. */
import { criticErrors, type CriticValues, errorsOf } from '../../../src/core/counterfactual/criticErrors.ts';
import { creditedBatch } from '../../../src/core/counterfactual/criticReturns.ts';
import { type AskedTruth, ESTIMATORS, FrozenBatch, HELD_AGAINST, type OthersAsked } from '../../../src/core/credit/estimators.ts';
import { agreement, truthReliability } from '../../../src/core/credit/fidelity.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { keyFor, STREAMS } from '../../../src/core/random/streams.ts';
import { mean } from '../../../src/core/statistics/intervals.ts';
import { adapterFiles } from '../../../src/session/run/checkpoint.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { main } from '../../kit/console.ts';
import { loadBases, openSession } from '../../kit/host.ts';
import { chooseProject } from '../../kit/project.ts';
import { type AnyCritic, CREDITED, type CreditedRow, EPISODES, FIT, GROUP, ITERATION, OTHERS, ROLLS } from './report.ts';

await main(async () => {
  const [id = '', number = ''] = process.argv.slice(2);
  const preset = CREDITED.find((one) => one === id);
  if (!preset) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'project', given: id }));
  const seed = Number(number);
  const project = chooseProject({ preset, seed });
  const training = { ...project.training, iterations: ITERATION, episodes: EPISODES, groupSize: GROUP, evaluateEvery: 0 };
  const document = { ...project, training: { ...training, turned: { ...training.turned, every: 0 } } };
  const { session } = await openSession(document, 'wasm', undefined, { workers: 1 });
  while (session.iteration < ITERATION - 1) await session.iterate();
  const adapters = { [ITERATION - 1]: adapterFiles(session) };
  const { episodes } = await session.iterate();
  const lab = await Lab.open({ document, bases: await loadBases(document), engine: session.engine, environment: createSandbox() });
  const asked = await truthOf(lab, episodes, adapters, session.klCoef);
  const row = {
    seed,
    reward: mean(episodes.map(({ reward }) => reward)),
    reliability: truthReliability([...asked.values.values()]),
    fidelity: fidelityOf(new FrozenBatch(episodes, document.training, { klCoef: session.klCoef }), asked),
    critics: await criticsOf(lab, episodes, adapters, session.klCoef, asked),
  } satisfies CreditedRow;
  process.stdout.write(`${JSON.stringify(row)}\n`);
  lab.dispose();
  session.dispose();
  session.engine.dispose();
});

type Adapters = Parameters<Lab['answer']>[2];

/** Values around every message, and what each is held against. */
async function truthOf(lab: Lab, episodes: readonly EpisodeRecord[], adapters: Adapters, klCoef: number): Promise<AskedTruth> {
  const ask = { episodes, alternatives: OTHERS } as const;
  const by = <T>(answer: readonly T[]) => new Map(answer.map((one, index): [number, T] => [episodes[index]?.episode ?? Number.NaN, one]));
  const credit = creditedBatch(episodes, klCoef);
  const values = by(await lab.answer({ kind: 'values', episodes, rolls: ROLLS, credit }, ITERATION - 1, adapters));
  const others = new Map<(typeof HELD_AGAINST)[number], OthersAsked>();
  for (const algorithm of HELD_AGAINST) {
    const how = algorithm === 'coma' ? { algorithm, fit: FIT } : { algorithm, continuations: OTHERS };
    others.set(algorithm, by(await lab.answer({ kind: 'others', ...ask, ...how }, ITERATION - 1, adapters)));
  }
  return { values, shares: null, others: Object.fromEntries(others) };
}

function fidelityOf(batch: FrozenBatch, asked: AskedTruth): CreditedRow['fidelity'] {
  const truth = batch.treeCredit(asked.values);
  return Object.fromEntries(
    ESTIMATORS.filter((id) => id !== 'tree' && id !== 'shapley').flatMap((id) => {
      const found = batch.credit(id, batch.settings, asked);
      const fidelity = 'credit' in found ? agreement(found.credit, truth) : null;
      return fidelity === null ? [] : [[id, fidelity]];
    }),
  );
}

/** Bias, spread and squared error of the run's own critic and of those that are fitted. */
async function criticsOf(
  lab: Lab,
  episodes: readonly EpisodeRecord[],
  adapters: Adapters,
  klCoef: number,
  { values }: AskedTruth,
): Promise<CreditedRow['critics']> {
  const question = { kind: 'critics', episodes, fit: FIT, adapters: true, credit: creditedBatch(episodes, klCoef) } as const;
  const fitted = await lab.answer(question, ITERATION - 1, adapters);
  const recorded: CriticValues = episodes.map(({ messages }) => messages.map((message) => message.values[0] ?? null));
  const truth = episodes.map(({ episode }) => values.get(episode) ?? []);
  const all: readonly { readonly critic: AnyCritic; readonly values: CriticValues }[] = [
    { critic: 'recorded', values: recorded },
    ...fitted,
  ];
  return Object.fromEntries(
    all.flatMap(({ critic, values: own }) => {
      const errors = errorsOf(own, truth);
      const found = criticErrors(errors, keyFor(1, STREAMS.replay));
      const squared = mean(errors.flat().map((error) => error ** 2));
      return found ? [[critic, { bias: found.bias, spread: found.spread, squared }]] : [];
    }),
  );
}
