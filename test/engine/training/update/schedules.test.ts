/** What a session does over iterations: agent by agent, warm-up, schedules, guards, and going on exactly after a stop. */
import { describe, expect, it } from 'vitest';
import type { ProjectDocument, TrainingSettings } from '../../../../src/core/document/schema.ts';
import { checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import type { SessionEvent } from '../../../../src/session/events.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { bytesOf, keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const open = async (document: ProjectDocument, onEvent?: (event: SessionEvent) => void) => {
  return kept(await openTeam(document, 'wasm', onEvent));
};
type Changes = Partial<TrainingSettings>;
const project = (changes: Changes) => microProject({ episodes: 6, seed: 5, ...changes });
const versions = (session: TrainingSession) => session.policies.map(({ adapter }) => adapter.version);

describe('agent by agent', () => {
  it.each([
    ['in_order', [0, 0, 1, 1, 0]],
    ['r1_appo', [0, 1, 1, 0, 0]],
    ['r1_tppo', [1, 0, 0, 1, 1]],
    ['reverse', [1, 1, 0, 0, 1]],
  ] as const)('order %s trains one adapter at a time', async (order, expected) => {
    const session = await open(project({ rotation: { interval: 2, order }, epochs: 1, klGate: 0 }));
    for (const learner of expected) {
      const before = versions(session);
      await session.iterate();
      expect(versions(session).map((version, index) => version - (before[index] ?? 0))).toEqual(
        [0, 1].map((index) => Number(index === learner)),
      );
    }
  });

  it('everybody plays and is in the baseline, and the critic learns from all', async () => {
    const session = await open(project({ rotation: { interval: 5, order: 'in_order' } }));
    const { metrics, episodes } = await session.iterate();
    expect(metrics['critic/vf_loss']).toBeGreaterThan(0);
    expect(episodes[0]?.messages).toHaveLength(2);
  });
});

describe('schedules', () => {
  it('in the critic’s warm-up no adapter changes', async () => {
    const critic = { ...microProject().training.critic, warmup: 2 };
    const session = await open(project({ critic }));
    await session.iterate();
    await session.iterate();
    expect(versions(session)).toEqual([0, 0]);
    await session.iterate();
    expect(Math.min(...versions(session))).toBeGreaterThan(0);
  });

  it('the learning rate rises, then falls to its last share', async () => {
    const session = await open(
      project({
        iterations: 5,
        schedule: { kind: 'linear', warmup: 2, final: 0.1 },
        adaptiveLearningRate: { enabled: false, targetKl: 3e-3 },
      }),
    );
    const rates: number[] = [];
    for (let i = 0; i < 5; i += 1) rates.push((await session.iterate()).metrics['actor/solver/lr'] ?? 0);
    [0.5, 1, 1, 0.55, 0.1].forEach((share, index) => expect(rates[index]).toBeCloseTo(3e-3 * share, 9));
  });

  it('40 iterations of one epoch keep the adaptive learning rate within its bounds', async () => {
    const session = await open(project({ epochs: 1, episodes: 4 }));
    for (let i = 0; i < 40; i += 1) {
      const lr = (await session.iterate()).metrics['actor/solver/lr'] ?? Number.NaN;
      expect(lr).toBeLessThanOrEqual(3e-3);
      expect(lr).toBeGreaterThan(0);
    }
  });

  it('accumulated parts of a minibatch give the step of the whole', async () => {
    const whole = await open(project({ epochs: 1 }));
    const parts = await open(project({ epochs: 1, accumulation: 3 }));
    const a = await whole.iterate();
    const b = await parts.iterate();
    expect(b.metrics['actor/solver/grad_norm']).toBeCloseTo(a.metrics['actor/solver/grad_norm'] ?? Number.NaN, 5);
    for (const [name, { data }] of whole.policies[1]?.adapter.parameters ?? []) {
      const other = parts.policies[1]?.adapter.parameters.get(name)?.data;
      // Where a gradient is rounding alone, Adam makes a full step of its sign.
      const far = data.filter((value, i) => Math.abs(value - (other?.[i] ?? Number.NaN)) > 1e-4).length;
      expect(far / data.length).toBeLessThan(0.02);
    }
  });
});

describe('conservation', () => {
  it('is looked at in every iteration, and what a compat switch breaks is said', async () => {
    const said: string[] = [];
    const listen = (event: SessionEvent) => void (event.type === 'notice' && event.code === 'conservation' && said.push(event.message));
    const sound = await open(project({ klCoef: 0.1, klPlacement: 'reward' }), listen);
    const conserved = (await sound.iterate()).metrics;
    expect(conserved['credit/violations']).toBe(0);
    expect(conserved['credit/paid']).toBeCloseTo(conserved['credit/declared'] ?? Number.NaN, 12);
    expect(said).toEqual([]);
    const broken = await open(
      project({
        gamma: 1,
        credit: { strategy: 'step_discount', discount: 0.5, ownShare: 1, chain: 'serial' },
        compat: ['r3_lost_token_rewards'],
        lambda: 1,
        lambdaToken: 1,
        episodes: 24,
      }),
      listen,
    );
    const { metrics } = await broken.iterate();
    expect(metrics['credit/violations']).toBeGreaterThan(0);
    expect(metrics['credit/declared']).toBeGreaterThan(0);
    expect(metrics['credit/paid']).toBeCloseTo(0, 12);
    expect(said[0]).toMatch(/^Iteration 1: credit is not conserved in \d+ places/);
  });
});

describe('guards', () => {
  const wild: Changes = { learningRate: 0.05, adaptiveLearningRate: { enabled: false, targetKl: 3e-3 }, klGate: 0 };
  const listen = () => {
    const codes: string[] = [];
    return { codes, onEvent: (event: SessionEvent) => void (event.type === 'notice' && codes.push(event.code)) };
  };

  it('the gate that looks afterwards takes the steps back, with one epoch too', async () => {
    const { codes, onEvent } = listen();
    const session = await open(project({ ...wild, epochs: 1, klGate: 1e-4, klGateAction: 'undo' }), onEvent);
    const before = session.policies.map(({ adapter }) => adapter.parameters);
    const { metrics } = await session.iterate();
    expect(session.policies.map(({ adapter }) => adapter.parameters)).toEqual(before);
    expect(session.policies.map(({ adapter }) => adapter.optimizer.step)).toEqual([0, 0]);
    expect(metrics['guard/kl_gate']).toBe(2);
    expect(metrics['actor/solver/skipped']).toBe(1);
    expect(codes).toContain('kl_gate');
  });

  it('what was taken back counts for no other guard: the team is where it was', async () => {
    const session = await open(
      project({
        ...wild,
        klGate: 1e-4,
        klGateAction: 'undo',
        rollback: { enabled: true, drop: 10, window: 3, maxKl: 1e-6, learningRateFactor: 0.5 },
        klCoef: 0.1,
        adaptiveKl: { enabled: true, target: 0.1, horizon: 60 },
      }),
    );
    const { metrics } = await session.iterate();
    expect(metrics['guard/kl_gate']).toBe(2);
    // Two epochs, two steps.
    expect(metrics['actor/solver/skipped']).toBe(2);
    expect(metrics['actor/solver/ppo_kl']).toBeGreaterThan(1e-4);
    const second = (await session.iterate()).metrics;
    // The untrained team, which is the base, played again.
    expect(second['actor/solver/kl_ref']).toBeLessThan(1e-6);
    expect([metrics['guard/rollback'], second['guard/rollback']]).toEqual([0, 0]);
    expect(session.klCoef).toBeLessThan(0.1);
  });

  it('an early stop ends the epochs', async () => {
    const { codes, onEvent } = listen();
    const session = await open(project({ ...wild, epochs: 6, earlyStopKl: 1e-3 }), onEvent);
    const { metrics } = await session.iterate();
    expect(metrics['guard/early_stop']).toBe(1);
    expect(codes).toEqual(['early_stop']);
    expect(versions(session)[1]).toBeLessThan(6);
  });

  it('a rollback returns to the best snapshot, the untrained team included, and lowers the rate', async () => {
    const { codes, onEvent } = listen();
    const rollback = { enabled: true, drop: 10, window: 3, maxKl: 1e-6, learningRateFactor: 0.5 };
    const session = await open(project({ ...wild, learningRate: 0.2, maxGradNorm: 0, rollback }), onEvent);
    const before = session.policies.map(({ adapter }) => adapter.parameters);
    // The team that played first was the base itself; the second is far from it, and earns less.
    expect((await session.iterate()).metrics).toMatchObject({ 'guard/rollback': 0, 'guard/rollback_checks': 0 });
    expect((await session.iterate()).metrics).toMatchObject({ 'guard/rollback': 1, 'guard/rollback_checks': 1 });
    expect(session.policies.map(({ adapter }) => adapter.parameters)).toEqual(before);
    expect((await session.iterate()).metrics['actor/solver/lr']).toBeCloseTo(0.1, 9);
    expect(codes).toContain('rollback');
  });

  it('the KL to the base is that of the team that played, over the tokens it said', async () => {
    const k3 = (x: number) => Math.exp(-x) - 1 + x;
    for (const [klRefEstimator, estimate] of [
      ['k1', (x: number) => x],
      ['k3', k3],
    ] as const) {
      const session = await open(project({ ...wild, klRefEstimator }));
      const first = await session.iterate();
      expect(first.metrics['actor/solver/kl_ref']).toBeCloseTo(0, 6);
      const { metrics, episodes } = await session.iterate();
      const terms = episodes
        .flatMap(({ messages }) => messages)
        .filter(({ role }) => role === 'solver')
        .flatMap(({ logprobs, ref_logprobs }) => logprobs.map((logprob, t) => estimate(logprob - (ref_logprobs[t] ?? Number.NaN))));
      expect(metrics['actor/solver/kl_ref']).toBeCloseTo(terms.reduce((a, b) => a + b, 0) / terms.length, 9);
      expect(metrics['actor/solver/kl_ref']).toBeGreaterThan(0.01);
    }
  });

  it('the KL coefficient follows the KL', async () => {
    const session = await open(project({ ...wild, klCoef: 0.1, adaptiveKl: { enabled: true, target: 1e-6, horizon: 60 } }));
    expect((await session.iterate()).metrics['actor/kl_coef']).toBe(0.1);
    // The untrained team is at the base, then it is far above the target: the error is held at ±0.2, times 6 episodes of 60.
    expect(session.klCoef).toBeCloseTo(0.1 * 0.98, 9);
    await session.iterate();
    expect(session.klCoef).toBeCloseTo(0.1 * 0.98 * 1.02, 9);
  });
});

describe('a checkpoint of a build whose guards worked otherwise', () => {
  it('goes on, and what cannot be repeated is said where such a guard is on', async () => {
    for (const [changes, told] of [
      [{}, []],
      [{ rollback: { enabled: true, drop: 1, window: 3, maxKl: 0, learningRateFactor: 0.5 }, earlyStopKl: 1 }, ['other_guards']],
    ] as [Changes, string[]][]) {
      const session = await open(project(changes));
      await session.iterate();
      // Builds before it wrote no checksums.
      const { 'checkpoints/steps_1/SHA256SUMS': _, ...files } = await checkpointOf(session);
      const path = 'checkpoints/steps_1/trainer_state.json';
      const written = JSON.parse(new TextDecoder().decode(files[path])) as { state: Record<string, unknown> };
      const { guards, ...older } = written.state;
      expect(guards).toBe(2);
      const codes: string[] = [];
      const next = await open(project(changes), (event) => void (event.type === 'notice' && codes.push(event.code)));
      await restoreCheckpoint(next, { ...files, [path]: new TextEncoder().encode(JSON.stringify({ ...written, state: older })) });
      expect(codes).toEqual(told);
      expect(next.iteration).toBe(1);
    }
  });
});

describe('a run stopped at any iteration and resumed is byte-identical', () => {
  const guarded: Changes = {
    rollback: { enabled: true, drop: 0.05, window: 1, maxKl: 0, learningRateFactor: 0.5 },
    klCoef: 0.05,
    adaptiveKl: { enabled: true, target: 0.01, horizon: 50 },
    schedule: { kind: 'cosine', warmup: 1, final: 0.1 },
    rotation: { interval: 1, order: 'random' },
    iterations: 5,
  };
  const cases: [string, Changes, ((document: ProjectDocument) => ProjectDocument)?][] = [
    ['with guards, schedule and rotation', guarded],
    [
      'at message level with a LoRA critic',
      { algorithm: 'appo', critic: { ...microProject().training.critic, kind: 'lora', head: 'linear' } },
    ],
    ['with groups', { algorithm: 'grpo', groupSize: 2 }],
    [
      'by playing on, with a lag',
      { algorithm: 'vineppo', continuations: 2, episodes: 4, lag: 1, decoupled: { enabled: true, weightCap: 5 }, iterations: 4 },
    ],
    ['with a lag of two', { lag: 2, decoupled: { enabled: true, weightCap: 5 }, iterations: 5 }],
    [
      'with a shared adapter',
      {},
      (document) => ({
        ...document,
        team: {
          ...document.team,
          agents: document.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, group: 'all' } })),
        },
      }),
    ],
    ['with R1’s half-precision Adam', { compat: ['r1_half_precision_adam'] }],
    [
      'with everybody taking turns after a warm-up, and a value head each',
      {
        critic: { ...microProject().training.critic, kind: 'multi_head', warmup: 1 },
        rotation: { interval: 1, order: 'reverse' },
        minibatches: 2,
        klGateAction: 'undo',
      },
    ],
    ['with R1’s stale advantages', { compat: ['r1_stale_advantages'], normalizeAdvantages: { mean: 'minibatch', std: 'minibatch' } }],
  ];
  it.for(cases)('%s', async ([, changes, edit = (document: ProjectDocument) => document], context) => {
    long(context);
    const document = edit(project({ iterations: 4, ...changes }));
    for (const stopAt of [1, 2]) {
      const straight = await open(document);
      await bytesOf(straight, stopAt);
      const files = await checkpointOf(straight);
      const expected = await bytesOf(straight, 2);
      const resumed = await open(document);
      await restoreCheckpoint(resumed, files);
      expect(await bytesOf(resumed, 2)).toBe(expected);
      expect(await checkpointOf(resumed)).toEqual(await checkpointOf(straight));
    }
  });
});
