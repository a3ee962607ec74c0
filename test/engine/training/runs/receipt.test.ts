/** Learning receipts of real updates: what is written is what the engine scores afterwards, and every stop is named. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fellShort, learningReceipt } from '../../../../src/core/credit/receipt.ts';
import { documentSchema, type ProjectDocument, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { parseEpisodes } from '../../../../src/core/formats/runs/rolloutFile.ts';
import { rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { sampledSequence } from '../../../../src/session/play/batch.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { createExecutor } from '../../support/executors.ts';
import { microProject, openTeamOn } from '../../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

const steady = { adaptiveLearningRate: { enabled: false, targetKl: 3e-3 }, klGate: 0 };
const project = (changes: Partial<TrainingSettings> = {}) => microProject({ episodes: 8, seed: 3, ...steady, ...changes });

function withAgents(document: ProjectDocument, change: (role: string) => object): ProjectDocument {
  const agents = document.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, ...change(agent.role) } }));
  return documentSchema.parse({ ...document, team: { ...document.team, agents } });
}

/** One iteration, its receipt, and the session as it is afterwards. */
/** When a session goes back is tested in schedules.test.ts; here it does. */
const suspected = { of: 'kl', role: 'solver', kl: 2, limit: 1 } as const;
const rollBack = ({ rollback }: TrainingSession) =>
  vi.spyOn(rollback, 'check').mockResolvedValue({ back: true, suspected, problems: 256, earned: '0.10', best: '0.50' });

async function learnt(
  document: ProjectDocument,
  check: (session: TrainingSession, episodes: readonly EpisodeRecord[]) => unknown = () => {},
  before: (session: TrainingSession) => unknown = () => {},
) {
  const session = await openTeamOn(document, engine);
  before(session);
  const { metrics, episodes, iteration } = await session.iterate();
  await check(session, episodes);
  session.dispose();
  const receipt = learningReceipt({ document, iteration, row: metrics, episodes });
  if (!receipt) throw new Error('the update wrote no receipts');
  const of = (role: string) => {
    const found = receipt.agents.find((agent) => agent.role === role);
    if (!found) throw new Error(`no receipt of ${role}`);
    return found;
  };
  return { receipt, episodes, metrics, planner: of('planner'), solver: of('solver') };
}

/** The team's log-probabilities of the episodes now, against those of the receipts. */
async function expectMeasured({ groups: [group], policies }: TrainingSession, episodes: readonly EpisodeRecord[]): Promise<void> {
  if (!group) throw new Error('a team stands on a base');
  const slotOf = new Map(policies.map(({ role, adapter }) => [role, adapter.slotIndex]));
  const messages = episodes.flatMap((record) => record.messages);
  const { logprobs } = await scoreSequences(
    engine,
    group.base.config,
    group.adapters.map(({ slot }) => slot),
    messages.map((message) => sampledSequence(message, slotOf.get(message.role) ?? -1)),
  );
  let at = 0;
  for (const { response_ids, receipt } of messages) {
    expect(receipt?.updated_logprobs).toHaveLength(response_ids.length);
    for (const updated of receipt?.updated_logprobs ?? []) expect(Math.abs(updated - (logprobs[at++] ?? Number.NaN))).toBeLessThan(1e-5);
  }
}

describe('the receipt of an update', () => {
  it('after one step the reinforced tokens are likelier on average, the weakened ones less likely, as the engine scores them', async () => {
    const { planner, solver, metrics } = await learnt(project({ epochs: 1 }), expectMeasured);
    for (const { up, down, cosine, went, ending, fates, gain } of [planner, solver]) {
      expect(up.tokens).toBeGreaterThan(0);
      expect(up.delta).toBeGreaterThan(0);
      expect(down.tokens).toBeGreaterThan(0);
      expect(down.delta).toBeLessThan(0);
      expect(cosine).toBeGreaterThan(0);
      expect(went?.asPushed).toBeGreaterThan(went?.against ?? 1);
      expect(gain?.predicted).toBeGreaterThan(0);
      expect(gain?.actual).toBeGreaterThan(0);
      expect(ending).toMatchObject({ steps: 1, reason: null });
      // On the first pass nothing can be clipped.
      expect(fates.clipped).toBe(0);
    }
    expect(metrics['actor/planner/steps']).toBe(1);
  });

  it('the pushes of one step are the gradient of the loss: advantage ÷ tokens at ratio 1', async () => {
    const { episodes } = await learnt(project({ epochs: 1, accumulation: 3 }));
    const messages = episodes.flatMap((record) => record.messages);
    const tokens = messages.reduce((sum, { response_ids }) => sum + response_ids.length, 0);
    for (const { receipt } of messages) {
      receipt?.push.forEach((push, t) => expect(push * tokens).toBeCloseTo(receipt.normalized_advantages[t] ?? Number.NaN, 4));
    }
    // Normalised over the minibatch, which is the batch.
    const all = messages.flatMap(({ receipt }) => receipt?.normalized_advantages ?? []);
    expect(all.reduce((a, b) => a + b, 0) / all.length).toBeCloseTo(0, 4);
  });

  it('a short step gains what its gradient predicts, of one adapter each and of a shared one; a long step does not', async () => {
    const short = project({ epochs: 1, learningRate: 1e-4, accumulation: 2 });
    for (const document of [short, withAgents(short, () => ({ group: 'all' }))]) {
      const { planner, solver } = await learnt(document);
      for (const { gain } of [planner, solver]) {
        expect(gain?.predicted).toBeGreaterThan(0);
        expect((gain?.actual ?? 0) / (gain?.predicted ?? 0)).toBeCloseTo(1, 1);
      }
    }
    const { solver } = await learnt(project({ epochs: 1, learningRate: 0.1 }));
    expect(solver.gain && fellShort(solver.gain)).toBe(true);
  });

  it('two epochs of wild steps clip, and say of how many steps', async () => {
    const { receipt, episodes, metrics } = await learnt(project({ epochs: 3, learningRate: 0.03 }), expectMeasured);
    const shares = episodes.flatMap(({ messages }) => messages.flatMap((message) => message.receipt?.clipped ?? []));
    const inThirds = shares.map((share) => share * 3);
    for (const share of inThirds) expect(Math.abs(share - Math.round(share))).toBeLessThan(1e-4);
    // The metric is the mean over the steps; every step has every token.
    for (const role of ['planner', 'solver']) {
      const own = receipt.tokens.filter((token) => token.role === role);
      expect(own.reduce((sum, { clipped }) => sum + clipped, 0) / own.length).toBeCloseTo(
        metrics[`actor/${role}/pg_clipfrac`] ?? Number.NaN,
        4,
      );
    }
    expect(shares.some((share) => share > 0)).toBe(true);
  });

  it('a frozen agent’s receipt says frozen, and exactly 0', async () => {
    const { planner, solver } = await learnt(withAgents(project({ epochs: 2 }), (role) => ({ frozen: role === 'planner' })));
    expect(planner.fates.frozen).toBe(planner.tokens);
    expect(planner.tokens).toBeGreaterThan(0);
    expect(planner.still.delta).toBe(0);
    expect(planner.ending).toEqual({ role: 'planner', steps: 0, skipped: 0, undone: 0, reason: 'frozen' });
    expect(planner.gain).toBeNull();
    expect(solver.up.delta).toBeGreaterThan(0);
  });

  it('an agent whose turn it is not says so; on a shared adapter its tokens move along', async () => {
    const rotating = project({ epochs: 1, rotation: { interval: 5, order: 'in_order' } });
    const alone = await learnt(rotating);
    expect(alone.solver.fates.not_learner).toBe(alone.solver.tokens);
    expect(alone.solver.still.delta).toBe(0);
    expect(alone.solver.ending.reason).toBe('not_learner');
    const shared = await learnt(withAgents(rotating, () => ({ group: 'all' })));
    expect(shared.solver.fates.not_learner).toBe(shared.solver.tokens);
    expect(shared.solver.still.delta).not.toBe(0);
  });

  it('in the critic’s warm-up nobody moves', async () => {
    const critic = { ...microProject().training.critic, warmup: 1 };
    const { planner, solver } = await learnt(project({ algorithm: 'tppo', critic }));
    for (const { fates, tokens, still, ending } of [planner, solver]) {
      expect(fates.warm_up).toBe(tokens);
      expect(still.delta).toBe(0);
      expect(ending.reason).toBe('warm_up');
    }
  });

  it('the gate that refuses steps is named, and pushes count from the steps that were taken', async () => {
    const { solver, episodes } = await learnt(project({ epochs: 3, learningRate: 0.03, klGate: 1e-4, klGateAction: 'skip' }));
    expect(solver.ending).toMatchObject({ steps: 1, skipped: 2, reason: null });
    const messages = episodes.flatMap((record) => record.messages);
    const tokens = messages.reduce((sum, { response_ids }) => sum + response_ids.length, 0);
    for (const { receipt } of messages.filter(({ role }) => role === 'solver')) {
      expect(receipt?.gated).toBe(2);
      // Of the one step that was taken, at ratio 1.
      receipt?.push.forEach((push, t) => expect(push * tokens).toBeCloseTo(receipt.normalized_advantages[t] ?? Number.NaN, 4));
    }
    // R3's proximal log-probability of a first token is 0, so the gate is shut from the first step on.
    const far: Partial<TrainingSettings> = { decoupled: { enabled: true, weightCap: 0 }, compat: ['r3_unstitched_first_tokens'] };
    const closed = await learnt(project({ ...far, klGate: 0.01, klGateAction: 'skip' }));
    expect(closed.solver.fates.gated).toBe(closed.solver.tokens);
    expect(closed.solver.ending.reason).toBe('gated');
    expect(Math.abs(closed.solver.still.delta ?? Number.NaN)).toBeLessThan(1e-5);
  });

  it('steps that the gate took back are named, with how far they had gone', async () => {
    const { solver, metrics } = await learnt(project({ learningRate: 0.03, klGate: 1e-4, klGateAction: 'undo' }));
    expect(solver.fates.undone).toBeGreaterThan(0);
    expect(solver.fates.reinforced + solver.fates.weakened).toBe(0);
    // Measured before they were taken back.
    expect(Math.abs(solver.up.delta ?? 0)).toBeGreaterThan(0.01);
    expect(solver.ending).toMatchObject({ steps: 0, reason: 'undone' });
    expect(solver.ending.undone).toBe(metrics['actor/solver/skipped']);
  });

  it('a rollback is named', async () => {
    const rollback = { enabled: true, drop: 10, window: 3, maxKl: 1e-9, learningRateFactor: 0.5 };
    const { solver, planner, metrics } = await learnt(project({ rollback }), () => {}, rollBack);
    expect(metrics['guard/rollback']).toBe(1);
    for (const { ending, fates } of [planner, solver]) {
      expect(ending.reason).toBe('rolled_back');
      expect(fates.rolled_back).toBeGreaterThan(0);
    }
  });

  it('an early stop leaves messages out', async () => {
    const { receipt } = await learnt(project({ epochs: 1, minibatches: 4, earlyStopKl: 1e-30 }));
    expect(receipt.stoppedEarly).toBe(true);
    expect(receipt.tokens.some(({ fate }) => fate === 'left_out')).toBe(true);
    expect(receipt.tokens.some(({ fate }) => fate === 'reinforced')).toBe(true);
  });

  it('with R1’s untempered probabilities it still tells of the distribution that was sampled from', async () => {
    const cold = project({ epochs: 1, compat: ['r1_untempered_logprobs'] });
    const agents = cold.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, temperature: 0.6 } }));
    await learnt(documentSchema.parse({ ...cold, team: { ...cold.team, agents } }), expectMeasured);
  });

  it('comes back from the file as it was written', async () => {
    const { episodes } = await learnt(project());
    expect(parseEpisodes(rolloutLines(episodes), 'rollouts/1.jsonl')).toEqual(episodes);
  });
});
