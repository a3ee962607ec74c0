/** Messages that ran into their token limit may be left out of the loss; they are counted, credited, and push nothing. */
import { expect, it } from 'vitest';
import { documentSchema, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
/** Hot and short, so that some messages end and some do not. */
async function open(maxNewTokens: number, training: Partial<TrainingSettings> = {}): Promise<TrainingSession> {
  const project = microProject({
    episodes: 6,
    epochs: 1,
    learningRate: 0.02,
    klGate: 0,
    seed: 4,
    critic: { ...microProject().training.critic, warmup: 0 },
    ...training,
  });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, temperature: 1.5, maxNewTokens } }));
  return kept(await openTeam(documentSchema.parse({ ...project, team: { ...project.team, agents } })));
}

/** So that there is something to learn, whatever is said. */
const PAYS = { overlong: { buffer: 3, penalty: 1 } };

it('masked messages push nothing, the others learn, and credit is what it is without', async () => {
  const [session, plain] = [await open(3, { ...PAYS, maskTruncated: true }), await open(3, PAYS)];
  const [{ metrics, episodes }, unmasked] = [await session.iterate(), await plain.iterate()];
  const messages = episodes.flatMap((episode) => episode.messages);
  const seen = { length: 0, stop: 0, interrupted: 0 };
  for (const message of messages) {
    seen[message.finish_reason!] += 1;
    expect(message.max_tokens).toBe(3);
    const pushes = message.receipt?.push.some((push) => push !== 0) ?? false;
    // All of the planner's run into the limit, so that its adapter does not step at all.
    if (message.finish_reason === 'length')
      expect([pushes, message.receipt?.left_out ?? message.role]).toEqual([false, message.role === 'planner' ? 'planner' : true]);
    else expect(message.receipt?.left_out).toBeUndefined();
  }
  expect(Math.min(seen.length, seen.stop), 'some of each').toBeGreaterThan(0);
  for (const { role } of session.policies) {
    const own = messages.filter((message) => message.role === role);
    const share = own.filter(({ finish_reason: reason }) => reason === 'length').length / own.length;
    expect(metrics[`actor/${role}/masked_frac`]).toBeCloseTo(share, 12);
  }
  const credit = (records: typeof episodes) =>
    records.map((record) => record.messages.map(({ advantages, returns }) => [advantages, returns]));
  expect(credit(episodes)).toEqual(credit(unmasked.episodes));
  expect(unmasked.metrics).not.toHaveProperty('actor/planner/masked_frac');
  const numbers = (one: TrainingSession) => one.policies.map(({ adapter }) => adapter.parameters);
  expect(numbers(session)).not.toEqual(numbers(plain));
});

it('where all are masked no adapter steps, and every number is finite', async () => {
  const session = await open(1, { maskTruncated: true, optimizer: { ...microProject().training.optimizer, weightDecay: 1 } });
  const before = session.policies.map(({ adapter }) => adapter.parameters);
  const { metrics, episodes } = await session.iterate();
  const all = episodes.flatMap(({ messages }) => messages);
  if (all.every(({ finish_reason: reason }) => reason === 'length')) {
    expect(session.policies.map(({ adapter }) => adapter.parameters)).toEqual(before);
    expect(metrics['actor/planner/steps']).toBe(0);
  } else throw new Error('a message of one token ended');
  expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
});

it('a penalty for length is taken off token rewards, not off what the environment paid', async () => {
  const [session, plain] = [await open(4, { overlong: { buffer: 4, penalty: 0.5 } }), await open(4)];
  const [{ metrics, episodes }, free] = [await session.iterate(), await plain.iterate()];
  expect(metrics['reward/mean']).toBe(free.metrics['reward/mean']);
  expect(metrics['credit/violations']).toBe(0);
  for (const { role } of session.policies) {
    const own = episodes.flatMap(({ messages }) => messages.filter((message) => message.role === role));
    const mean = own.reduce((sum, { response_ids: ids }) => sum + (0.5 * ids.length) / 4, 0) / own.length;
    expect(metrics[`response_length/${role}/overlong_penalty`]).toBeCloseTo(mean, 10);
  }
});
