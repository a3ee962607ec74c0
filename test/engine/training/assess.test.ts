/** What an update reads of a message is that message's: one that is not found is an error, not row 0 or a gap that shifts the others. */
import { expect, it } from 'vitest';
import type { Episode } from '../../../src/core/episode/machine.ts';
import { assess } from '../../../src/session/update/assess.ts';
import { localTrainers } from '../../../src/session/policy/localTrainer.ts';
import { countedOf, PolicyPass } from '../../../src/session/update/policyPass.ts';
import { Receipts } from '../../../src/session/update/receipt.ts';
import { UpdateStats } from '../../../src/session/update/updateStats.ts';
import { microProject, openTeam } from '../support/team.ts';

it('refuses messages that were not assessed', async () => {
  const session = await openTeam(microProject({ episodes: 2 }));
  const { engine, groups, document, roles } = session;
  await session.iterate();
  const played = (await session.reroll(2, [0, 1])).map((record) => ({ record: () => record, bootstrap: () => null }) as unknown as Episode);
  const { records, groups: assessed } = await assess(groups, document, played);
  const [messages] = assessed;
  const { batched, offsetOf } = messages!;
  const tokens = batched.map(({ message }) => message.response_ids.length);
  expect(batched.map(offsetOf), 'each begins where the one before ends').toEqual(
    tokens.map((_, index) => tokens.slice(0, index).reduce((a, b) => a + b, 0)),
  );
  const stranger = { ...batched[1]! };
  expect(() => offsetOf(stranger)).toThrow('There is no message');

  const context = {
    trainers: localTrainers(engine),
    training: document.training,
    iteration: 2,
    learners: new Set([0, 1]),
    rateShare: 1,
    roles,
    stale: undefined,
  };
  const pass = await PolicyPass.open({ ...context, emit: () => {} }, messages!);
  const advantages = new Map(batched.map((item) => [item, new Float64Array(item.message.response_ids.length)]));
  const counted = countedOf(batched, document.training, new Map(), () => 0);
  const minibatch = { batched, counted, stats: new UpdateStats(roles), receipts: new Receipts(records) };
  await expect(pass.steps({ ...minibatch, advantages })).resolves.not.toHaveLength(0);
  advantages.delete(batched[0]!);
  const { tensors } = engine.memory();
  await expect(pass.steps({ ...minibatch, advantages })).rejects.toThrow('There is no message');
  expect(engine.memory().tensors, 'the pass was closed').toBe(tensors);
  session.dispose();
  engine.dispose();
});

it('refuses messages without old or proximal log-probabilities', async () => {
  const training = { episodes: 2, decoupled: { ...microProject().training.decoupled, enabled: true } };
  const session = await openTeam(microProject(training));
  const { engine, groups, document, roles } = session;
  const played = (await session.reroll(1, [0, 1])).map((record) => ({ record: () => record, bootstrap: () => null }) as unknown as Episode);
  const { groups: assessed } = await assess(groups, document, played);
  const [messages] = assessed;
  const { batched } = messages!;
  const context = {
    trainers: localTrainers(engine),
    training: document.training,
    iteration: 1,
    learners: new Set([0, 1]),
    rateShare: 1,
    roles,
    stale: undefined,
  };
  const pass = await PolicyPass.open({ ...context, emit: () => {} }, messages!);
  const count = batched.reduce((sum, { message }) => sum + message.response_ids.length, 0);
  const scores = { logprobs: new Float32Array(count), entropies: new Float32Array(count) };
  expect(pass.batchOf(batched, scores, new Float64Array(count)).proxLogprobs).toHaveLength(count);
  const strangers = batched.map((item, index) => (index === 0 ? { ...item } : item));
  expect(() => pass.batchOf(strangers, scores, new Float64Array(count))).toThrow('There is no message');
  session.dispose();
  engine.dispose();
});
