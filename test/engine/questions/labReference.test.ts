/** Continuations pay for their distance to the base as the recording did: the lab measures it. */
import { afterEach, expect, it } from 'vitest';
import { creditedBatch } from '../../../src/core/counterfactual/criticReturns.ts';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { checkpointOf } from '../../../src/session/run/checkpoint.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TeamVoices } from '../../../src/session/play/teamVoices.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';
import { micro, microProject, openTeam } from '../support/team.ts';

const kept = keepSessions();
let engine: LocalEngine | undefined;
afterEach(() => engine?.dispose());

it('the base’s log-probabilities are the session’s, and what a critic should have foreseen holds the penalties', async () => {
  const document = microProject({ episodes: 4, iterations: 2, seed: 4, learningRate: 5e-3, klPlacement: 'reward', klCoef: 0.5 });
  const session = kept(await openTeam(document));
  await session.iterate();
  const trained = filesUnder(await checkpointOf(session), RUN_PATHS.checkpoint(1));
  const { episodes } = await session.iterate();
  engine = new LocalEngine(await createExecutor('wasm'));

  const copies = structuredClone(episodes);
  for (const { messages } of copies) for (const message of messages) message.ref_logprobs = [];
  const speakers = new TeamVoices(engine, document, [micro]);
  await speakers.scoreReferences(copies);
  speakers.dispose();
  const references = (records: typeof episodes) => records.flatMap(({ messages }) => messages.flatMap((message) => message.ref_logprobs));
  references(copies).forEach((logprob, index) => expect(logprob).toBeCloseTo(references(episodes)[index]!, 5));

  const lab = await Lab.open({ document, bases: [micro], engine, environment: createSandbox() });
  const ask = async (iteration: number, klCoef: number) => {
    const credit = creditedBatch(episodes, klCoef);
    const question = { kind: 'values' as const, episodes: episodes.slice(0, 1), rolls: 4, credit };
    const [values] = await lab.answer(question, iteration, { 0: {}, 1: trained });
    return values![0]!.toCome!.returns;
  };
  const penalties = async (iteration: number) => {
    const [charged, free] = [await ask(iteration, 0.5), await ask(iteration, 0)];
    return free.map((paid, branch) => paid - charged[branch]!);
  };
  // The team as it began is its base, and has nothing to pay.
  for (const penalty of await penalties(0)) expect(penalty).toBeCloseTo(0, 5);
  for (const penalty of await penalties(1)) expect(penalty).toBeGreaterThan(1e-4);
  lab.dispose();
});
