/** The learning receipt, read from records and metrics made by hand: each reason a token can have, and the sums. */
import { describe, expect, it } from 'vitest';
import { FATES, type Fate, hasReceipts, learningReceipt } from '../../../../src/core/credit/receipt.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { documentSchema, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord, MessageReceipt } from '../../../../src/core/episode/records.ts';
import { recordOf } from './support.ts';

const base = PRESETS.micro.project({ source: 'env' });

/** The default project's planner and solver, with some training settings changed and some agents frozen. */
function projectOf(training: object = {}, frozen: readonly string[] = []): ProjectDocument {
  return documentSchema.parse({
    ...base,
    training: { ...base.training, ...training },
    team: {
      ...base.team,
      agents: base.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, frozen: frozen.includes(agent.role) } })),
    },
  });
}

/** A message's receipt in which token t was pushed by `push[t]` and moved by `delta[t]` from the −1 it was sampled at. */
function receiptOf(push: readonly number[], delta: readonly number[], rest: Partial<MessageReceipt> = {}): MessageReceipt {
  return {
    updated_logprobs: delta.map((by) => -1 + by),
    push,
    clipped: push.map(() => 0),
    normalized_advantages: push.map((by) => (by === 0 ? 0 : Math.sign(by))),
    ...rest,
  };
}

/** Episodes of one planner's and one solver's message each, with these receipts. */
function episodesOf(...pairs: readonly (readonly [MessageReceipt | null, MessageReceipt | null])[]): EpisodeRecord[] {
  return pairs.map((pair, episode) => {
    const record = recordOf(
      ['planner', 'solver'].map((role, index) => ({ role, tokens: pair[index]?.push.length ?? 3 })),
      [1],
      { episode },
    );
    record.messages.forEach((message, index) => {
      const receipt = pair[index];
      if (receipt) message.receipt = receipt;
    });
    return record;
  });
}

const ROW = { 'actor/planner/steps': 2, 'actor/solver/steps': 2, 'actor/planner/skipped': 0, 'actor/solver/skipped': 0 };
const of = (
  episodes: EpisodeRecord[],
  row: Record<string, number> = ROW,
  document = projectOf(),
  more: { iteration?: number; only?: number } = {},
) => learningReceipt({ document, iteration: 5, row, episodes, ...more });
const agent = (found: ReturnType<typeof of>, role: string) => {
  const entry = found?.agents.find((candidate) => candidate.role === role);
  if (!entry) throw new Error(`no receipt of ${role}`);
  return entry;
};
/** Tokens by fate, those that occur. */
const fatesOf = (fates: Readonly<Record<Fate, number>>) => Object.fromEntries(Object.entries(fates).filter(([, count]) => count > 0));

const still = receiptOf([0, 0, 0], [0, 0, 0]);

describe('the learning receipt', () => {
  it('counts what was pushed each way, how far it moved, and whether that was the way it was pushed', () => {
    const found = of(
      episodesOf([receiptOf([0.3, 0.1, -0.2], [0.5, 0.1, -0.3]), still], [receiptOf([0.2, -0.1, 0], [-0.2, -0.1, 0.05]), still]),
    );
    const planner = agent(found, 'planner');
    expect(planner.tokens).toBe(6);
    expect(fatesOf(planner.fates)).toEqual({ reinforced: 3, weakened: 2, zero_advantage: 1 });
    expect(planner.up.tokens).toBe(3);
    expect(planner.up.delta).toBeCloseTo((0.5 + 0.1 - 0.2) / 3, 12);
    expect(planner.down.delta).toBeCloseTo((-0.3 - 0.1) / 2, 12);
    expect(planner.still).toEqual({ tokens: 1, delta: expect.closeTo(0.05, 12) });
    // All but the one that was pushed up and fell.
    expect(planner.went).toEqual({ asPushed: 4 / 5, against: 1 / 5, still: 0 });
    const dot = 0.15 + 0.01 + 0.06 - 0.04 + 0.01;
    const lengths = Math.sqrt((0.09 + 0.01 + 0.04 + 0.04 + 0.01) * (0.25 + 0.01 + 0.09 + 0.04 + 0.01));
    expect(planner.cosine).toBeCloseTo(dot / lengths, 12);
    expect(planner.ending).toEqual({ role: 'planner', steps: 2, skipped: 0, undone: 0, reason: null });
    const solver = agent(found, 'solver');
    expect(fatesOf(solver.fates)).toEqual({ zero_advantage: 6 });
    expect(solver.cosine).toBeNull();
    expect(solver.went).toBeNull();
    expect(solver.up.delta).toBeNull();
  });

  it('does not read a sign where a token hardly moved', () => {
    const certain = receiptOf([0.3, 0.1, -0.2], [2e-5, 0.1, 5e-5]);
    const found = of(episodesOf([certain, still]));
    expect(agent(found, 'planner').went).toEqual({ asPushed: 1 / 3, against: 0, still: 2 / 3 });
    expect(found?.pushed).toBe(3);
    expect(found?.went).toEqual({ asPushed: 1 / 3, against: 0, still: 2 / 3 });
  });

  it('holds what the tokens gained against what the gradients predicted, a shared adapter as one', () => {
    const episodes = episodesOf([receiptOf([0.3, 0, -0.2], [0.5, 0.4, -0.3]), receiptOf([0.1, 0, 0], [-0.2, 0, 0])]);
    const row = { ...ROW, 'actor/planner/predicted_gain': 0.25, 'actor/solver/predicted_gain': 0.01 };
    const plain = projectOf({ episodes: 1 });
    const own = of(episodes, row, plain);
    expect(agent(own, 'planner').gain?.predicted).toBe(0.25);
    expect(agent(own, 'planner').gain?.actual).toBeCloseTo(0.3 * 0.5 + 0.2 * 0.3, 12);
    expect(agent(own, 'solver').gain?.actual).toBeCloseTo(-0.02, 12);
    const together = {
      ...plain,
      team: { ...plain.team, agents: plain.team.agents.map((one) => ({ ...one, adapter: { ...one.adapter, group: 'all' } })) },
    };
    for (const role of ['planner', 'solver']) expect(agent(of(episodes, row, together), role).gain?.actual).toBeCloseTo(0.21 - 0.02, 12);
    // The prediction is of the whole iteration.
    expect(agent(of(episodes, row, plain, { only: 0 }), 'planner').gain).toBeNull();
    expect(agent(of(episodes, ROW, plain), 'planner').gain).toBeNull();
  });

  it('compares no gains where the tokens’ is of other episodes, updates or log-probabilities', () => {
    const pushed = receiptOf([0.3, 0, -0.2], [0.5, 0.4, -0.3]);
    const episodes = episodesOf([pushed, still], [pushed, still]);
    const row = { ...ROW, 'actor/planner/predicted_gain': 0.25 };
    const gain = (training: object, records = episodes) => agent(of(records, row, projectOf({ episodes: 2, ...training })), 'planner').gain;
    expect(gain({})?.actual).toBeCloseTo(0.42, 12);
    expect(gain({}, episodes.slice(1))).toBeNull();
    expect(gain({ episodes: 64 })).toBeNull();
    expect(gain({ lag: 1 })).toBeNull();
    expect(gain({ compat: ['r1_untempered_logprobs'] })).toBeNull();
    const linear = episodes.map((record) => ({
      ...record,
      messages: record.messages.map((message) => ({ ...message, training_prompt_ids: [1] })),
    }));
    expect(gain({ compat: ['r3_linear_training'] }, linear)).toBeNull();
    expect(gain({ compat: ['r3_linear_training'] })?.actual).toBeCloseTo(0.42, 12);
  });

  it('keeps to one episode where it is asked to, and names places', () => {
    const episodes = episodesOf([receiptOf([0.3, 0, 0], [0.5, 0, 0]), still], [receiptOf([0, -0.1, 0], [0, -0.1, 0]), still]);
    const found = of(episodes, ROW, projectOf(), { only: 1 });
    expect(found?.tokens).toHaveLength(6);
    expect(found?.tokens[1]).toMatchObject({ role: 'planner', episode: 1, message: 0, token: 1, fate: 'weakened', push: -0.1 });
    expect(fatesOf(agent(found, 'planner').fates)).toEqual({ weakened: 1, zero_advantage: 2 });
  });

  it('names the clip where it took the gradient in every step, and not where it took it once', () => {
    const clipped = receiptOf([0, 0.2, 0], [0.3, 0.1, 0], { clipped: [1, 0.5, 0], normalized_advantages: [1, 1, 0] });
    const found = of(episodesOf([clipped, still]));
    expect(fatesOf(agent(found, 'planner').fates)).toEqual({ clipped: 1, reinforced: 1, zero_advantage: 1 });
    expect(found?.tokens.slice(0, 2).map((token) => token.clipped)).toEqual([1, 0.5]);
    expect(agent(found, 'planner').everClipped).toBe(2);
  });

  it('names the gate where it refused every step, and the pushes where it refused one', () => {
    const refused = receiptOf([0, 0, 0], [0, 0, 0], { gated: 2, normalized_advantages: [1, -1, 0.5] });
    const once = receiptOf([0.1, 0, 0], [0.1, 0, 0], { gated: 1, clipped: [0, 1, 0], normalized_advantages: [1, 1, 0.5] });
    const row = { ...ROW, 'actor/planner/steps': 0, 'actor/planner/skipped': 2, 'actor/solver/steps': 1, 'actor/solver/skipped': 1 };
    const found = of(episodesOf([refused, once]), row);
    expect(fatesOf(agent(found, 'planner').fates)).toEqual({ gated: 3 });
    expect(agent(found, 'planner').ending).toEqual({ role: 'planner', steps: 0, skipped: 2, undone: 0, reason: 'gated' });
    expect(fatesOf(agent(found, 'solver').fates)).toEqual({ reinforced: 1, clipped: 1, gated: 1 });
    expect(agent(found, 'solver').ending.reason).toBeNull();
  });

  it('names steps that were taken back, by the gate or by a rollback, and still says how far they had gone', () => {
    const gate = receiptOf([0.1, -0.1, 0], [0.4, -0.4, 0], { undone: 'kl_gate' });
    const row = { ...ROW, 'actor/planner/steps': 0, 'actor/planner/skipped': 2 };
    const undone = agent(of(episodesOf([gate, still]), row, projectOf({ klGate: 0.01, klGateAction: 'undo' })), 'planner');
    expect(fatesOf(undone.fates)).toEqual({ undone: 2, zero_advantage: 1 });
    expect(undone.ending).toEqual({ role: 'planner', steps: 0, skipped: 0, undone: 2, reason: 'undone' });
    expect(undone.up.delta).toBeCloseTo(0.4, 12);

    const back = receiptOf([0.1, -0.1, 0], [0.4, -0.4, 0], { undone: 'rollback' });
    const rolled = agent(of(episodesOf([back, back]), { ...ROW, 'guard/rollback': 1 }), 'solver');
    expect(fatesOf(rolled.fates)).toEqual({ rolled_back: 2, zero_advantage: 1 });
    expect(rolled.ending.reason).toBe('rolled_back');
  });

  it('names what the decoupled loss dropped', () => {
    const dropped = receiptOf([0, 0.1, 0], [0, 0.1, 0], { normalized_advantages: [0.7, 1, 0] });
    expect(fatesOf(agent(of(episodesOf([dropped, still])), 'planner').fates)).toEqual({ dropped: 1, reinforced: 1, zero_advantage: 1 });
  });

  it('names truncated messages that the loss leaves out, and no others', () => {
    const leftOut = receiptOf([0, 0, 0], [0.1, 0, 0], { left_out: true });
    const masked = (training: object) => {
      const episodes = episodesOf([leftOut, still], [leftOut, still]).map((record, index) => ({
        ...record,
        messages: record.messages.map((message) => ({ ...message, finish_reason: index === 0 ? ('length' as const) : ('stop' as const) })),
      }));
      return fatesOf(agent(of(episodes, ROW, projectOf(training)), 'planner').fates);
    };
    expect(masked({ maskTruncated: true })).toEqual({ masked: 3, left_out: 3 });
    expect(masked({})).toEqual({ left_out: 6 });
  });

  const none = { ...ROW, 'actor/planner/steps': 0 };
  const learnt = receiptOf([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]);
  it.each([
    ['a frozen agent', 'frozen', projectOf({}, ['planner'])],
    ['an agent whose turn it is not', 'not_learner', projectOf({ rotation: { interval: 2, order: 'in_order' } })],
    ['the critic’s warm-up', 'warm_up', projectOf({ algorithm: 'tppo', critic: { ...base.training.critic, warmup: 5 } })],
  ] as const)('names %s, which moved by exactly 0', (_, fate, document) => {
    const found = of(episodesOf([null, fate === 'warm_up' ? null : learnt]), none, document);
    const planner = agent(found, 'planner');
    expect(fatesOf(planner.fates)).toEqual({ [fate]: 3 });
    expect(planner.still).toEqual({ tokens: 3, delta: 0 });
    expect(planner.ending).toMatchObject({ steps: 0, reason: fate });
  });

  it('after the warm-up does not speak of it', () => {
    const document = projectOf({ algorithm: 'tppo', critic: { ...base.training.critic, warmup: 4 } });
    expect(agent(of(episodesOf([learnt, learnt]), ROW, document), 'planner').ending.reason).toBeNull();
  });

  it('tells a message that was in no minibatch from one whose agent was not to learn', () => {
    // A shared adapter: what the planner learnt moved the solver's tokens too.
    const aside = receiptOf([0, 0, 0], [0.2, 0.2, 0.2], { left_out: true });
    const rotating = projectOf({ rotation: { interval: 2, order: 'in_order' } });
    const shared = of(episodesOf([learnt, aside]), ROW, rotating);
    expect(fatesOf(agent(shared, 'solver').fates)).toEqual({ not_learner: 3 });
    expect(agent(shared, 'solver').still.delta).toBeCloseTo(0.2, 12);
    const early = of(episodesOf([learnt, learnt], [learnt, aside]), { ...ROW, 'guard/early_stop': 1 }, projectOf({ earlyStopKl: 0.01 }));
    expect(fatesOf(agent(early, 'solver').fates)).toEqual({ reinforced: 3, left_out: 3 });
    expect(early?.stoppedEarly).toBe(true);
    expect(shared?.stoppedEarly).toBe(false);
  });

  it('says of an agent without messages that it was silent', () => {
    const records = [recordOf([{ role: 'planner', tokens: 2 }], [1])];
    const solver = agent(of(records), 'solver');
    expect(solver.tokens).toBe(0);
    expect(solver.ending.reason).toBe('silent');
  });

  it('knows an iteration that was recorded before there were receipts', () => {
    const episodes = episodesOf([null, null]);
    expect(of(episodes, { 'actor/planner/skipped': 0 })).toBeNull();
    expect(learningReceipt({ document: projectOf(), iteration: 1, row: undefined, episodes })).toBeNull();
    // With nobody learning the metrics tell that it is of this version.
    expect(hasReceipts(episodes, none)).toBe(true);
  });

  it('gives every token one fate', () => {
    const found = of(episodesOf([learnt, still], [still, null]));
    for (const { fates, tokens } of found?.agents ?? []) expect(FATES.reduce((sum, fate) => sum + fates[fate], 0)).toBe(tokens);
  });
});
