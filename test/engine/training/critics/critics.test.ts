/** What kinds of critics have in common and what each is: starts, levels, neighbours, learning, defects of R1 and R3, faults. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnLane } from '../../../../headless/lane/spawn.ts';
import { type Engine, LocalEngine } from '../../../../src/engine/engine.ts';
import { openPool } from '../../../../src/engine/pool/engine.ts';
import { KERNEL_FILES } from '../../../../src/engine/executors/wasm/kernels.node.ts';
import { initialAdamW } from '../../../../src/engine/train/adamw.ts';
import type { Critic, CriticBatch, CriticMessage } from '../../../../src/session/critics/critic.ts';
import {
  batchOf,
  criticOn,
  documentWith,
  gradientOf,
  HEADS,
  KINDS,
  LEVELS,
  message,
  MESSAGES,
  noise,
  scattered,
  tiny,
  type Variant,
  VARIANTS,
} from '../../support/critics.ts';
import { long } from '../../../support/long.ts';
import { createExecutor } from '../../support/executors.ts';

let engine: Engine;
let batch: CriticBatch;
beforeAll(async () => {
  engine = new LocalEngine(await createExecutor('wasm'));
  engine.setParameters(tiny.weights);
  batch = await batchOf(engine, MESSAGES);
});
afterAll(() => engine.dispose());

/** A critic with parameters of its own, not the first ones. */
function grown(variant: Variant, training: Parameters<typeof documentWith>[1] = {}): Critic {
  const critic = criticOn(engine, documentWith(variant, training));
  critic.restore(scattered(critic.parameters), initialAdamW());
  return critic;
}

const prompts = (messages: readonly CriticMessage[]) => messages.map(({ record, agent }) => ({ ids: record.prompt_ids, agent }));
const datas = ({ parameters }: Critic) => [...parameters.values()].map(({ data }) => data);
/** Index of each message's first decision. */
const firsts = MESSAGES.map((_, index) => MESSAGES.slice(0, index).reduce((sum, { record }) => sum + record.response_ids.length, 0));

describe.each(VARIANTS)('$kind, $head, by $level', (variant) => {
  const decisions = variant.level === 'token' ? 12 : MESSAGES.length;

  it('starts with zero everywhere, and moves from there', async () => {
    const critic = criticOn(engine, documentWith(variant));
    const zeros = new Float32Array(decisions);
    expect(await critic.values(batch)).toEqual(zeros);
    expect(await critic.bootstrapValues(prompts(MESSAGES))).toEqual(new Float32Array(MESSAGES.length));
    await critic.train(
      batch,
      zeros,
      zeros.map(() => 1),
    );
    expect((await critic.values(batch)).every((value) => value > 0)).toBe(true);
  });

  it('gives a message the same values whoever is beside it, bit for bit', async () => {
    const critic = grown(variant);
    const together = [...(await critic.values(batch))];
    const alone: number[] = [];
    for (const one of MESSAGES) alone.push(...(await critic.values(await batchOf(engine, [one]))));
    expect(alone).toEqual(together);
    expect(new Set(together.map((value) => value.toFixed(6))).size).toBe(decisions);
  });

  it('holds no more after many steps than after one', async () => {
    const critic = grown({ ...variant, steps: 2 });
    const step = async () => critic.train(batch, await critic.values(batch), noise(3, decisions));
    await step();
    const { tensors, bytes } = engine.memory();
    for (let i = 0; i < 20; i += 1) await step();
    expect(engine.memory()).toMatchObject({ tensors, bytes });
    engine.removeParameters(critic.parameters.keys());
  });
});

describe.each(KINDS)('levels of %s', (kind) => {
  it('a message has the value of its first token, which is that of its open prompt: nothing behind the prompt is read', async () => {
    const [byToken, byMessage] = LEVELS.map((level) => grown({ kind, level }));
    const tokens = (await byToken?.values(batch)) ?? new Float32Array();
    const values = (await byMessage?.values(batch)) ?? new Float32Array();
    expect([...values]).toEqual(firsts.map((first) => tokens[first]));
    expect(await byMessage?.bootstrapValues(prompts(MESSAGES))).toEqual(values);
    const others = MESSAGES.map(({ record, agent }) => message(agent, record.prompt_ids, [3, 1]));
    expect(await byMessage?.values(await batchOf(engine, others))).toEqual(values);
  });
});

describe('kinds', () => {
  it.each(HEADS)('one output per agent, with one agent, is the shared critic (%s)', async (head) => {
    const own = await batchOf(
      engine,
      [MESSAGES[0], MESSAGES[3]].flatMap((one) => one ?? []),
    );
    const trained = await Promise.all(
      (['shared', 'multi_head'] as const).map(async (kind) => {
        const critic = criticOn(engine, documentWith({ kind, head, steps: 3 }), [0]);
        const metrics = await critic.train(own, new Float32Array(5), noise(4, 5));
        return { metrics, values: await critic.values(own), parameters: datas(critic) };
      }),
    );
    expect(trained[1]).toEqual(trained[0]);
  });

  it.each(HEADS)('adapters that change nothing, with equal heads, are the shared critic (%s)', async (head) => {
    const shared = grown({ kind: 'shared', head });
    const adapted = criticOn(engine, documentWith({ kind: 'lora', head }));
    const parameters = new Map(
      [...adapted.parameters].map(([name, tensor]) => [name, shared.parameters.get(name.replace(/^critic\/[^/]+\//, 'critic/')) ?? tensor]),
    );
    adapted.restore(parameters, initialAdamW());
    expect(await adapted.values(batch)).toEqual(await shared.values(batch));
    expect(await adapted.bootstrapValues(prompts(MESSAGES))).toEqual(await shared.bootstrapValues(prompts(MESSAGES)));
  });

  it('each agent of a LoRA critic begins with noise of its own, by its place and not by its name', () => {
    const document = documentWith({ kind: 'lora' });
    const renamed = {
      ...document,
      team: { ...document.team, agents: document.team.agents.map((agent) => ({ ...agent, role: `${agent.role}2` })) },
    };
    expect(datas(criticOn(engine, renamed))).toEqual(datas(criticOn(engine, document)));
    const [first, second] = [...criticOn(engine, document).parameters].filter(([name]) => name.endsWith('0.self_attn.q_proj.lora_A'));
    expect(first?.[0]).toBe('critic/planner/model.layers.0.self_attn.q_proj.lora_A');
    expect(second?.[1].data).not.toEqual(first?.[1].data);
    expect(datas(criticOn(engine, document, [1]))).toEqual(
      datas(criticOn(engine, document)).slice(datas(criticOn(engine, document)).length / 2),
    );
  });

  it('an agent that does not speak keeps its part', async () => {
    const own = await batchOf(
      engine,
      MESSAGES.filter(({ agent }) => agent === 1),
    );
    for (const kind of ['multi_head', 'lora'] as const) {
      const critic = grown({ kind, level: 'message' });
      const before = await critic.values(batch);
      const elsewhere = new Map(critic.parameters);
      await critic.train(own, [0, 0], [4, 4]);
      const after = await critic.values(batch);
      expect(after[1]).not.toBe(before[1]);
      if (kind === 'lora')
        for (const [name, tensor] of critic.parameters) if (name.includes('/planner/')) expect(tensor).toEqual(elsewhere.get(name));
    }
  });

  it.for(VARIANTS)('$kind, $head, by $level learns a simple target', async (variant, context) => {
    if (VARIANTS.find(({ kind }) => kind === variant.kind) !== variant) long(context);
    // The same prompts and answers for both agents: which of them speaks cannot be seen from the features.
    const twins = MESSAGES.flatMap(({ record }) => [0, 1].map((agent) => message(agent, record.prompt_ids, record.response_ids)));
    const twinBatch = await batchOf(engine, twins);
    const targets = twins.flatMap(({ agent, record }) => (variant.level === 'token' ? record.response_ids : [0]).map(() => 2 * agent - 1));
    const learnt = async (returns: readonly number[]) => {
      const critic = criticOn(
        engine,
        documentWith({ ...variant, learningRate: 0.02 }, { optimizer: { beta1: 0.9, beta2: 0.999, epsilon: 1e-5, weightDecay: 0 } }),
      );
      const zeros = returns.map(() => 0);
      let last = await critic.train(twinBatch, zeros, returns);
      for (let step = 0; step < 150; step += 1) last = await critic.train(twinBatch, zeros, returns);
      return last.vf_loss;
    };
    expect(await learnt(targets.map(() => 1))).toBeLessThan(0.02);
    if (variant.kind === 'shared') expect(await learnt(targets)).toBeGreaterThan(0.49);
    else expect(await learnt(targets)).toBeLessThan(0.1);
  });
});

describe('settings', () => {
  const one = (variant: Variant, training = {}) => gradientsOf(grown(variant, training), noise(6, 12));
  const gradientsOf = (critic: Critic, returns: Float32Array) =>
    gradientOf(critic, critic.parameters, batch, new Float32Array(12), returns);

  it('the weight scales the gradient and its norm, not the loss that is reported', async () => {
    const plain = await one({});
    const weighted = await one({ coef: 4 });
    expect(weighted.loss).toBe(plain.loss);
    for (const [name, gradient] of plain.gradients)
      gradient.forEach((slope, i) => expect(weighted.gradients.get(name)?.[i]).toBeCloseTo(4 * slope, 4));
    const critic = grown({ coef: 4 });
    const { grad_norm } = await critic.train(batch, new Float32Array(12), noise(6, 12));
    const norm = Math.hypot(...[...weighted.gradients.values()].flatMap((gradient) => [...gradient]));
    expect(grad_norm).toBeCloseTo(norm, 3);
  });

  it('a norm above the limit is scaled down to it', async () => {
    const critic = grown({}, { maxGradNorm: 0.01 });
    const { grad_norm } = await critic.train(batch, new Float32Array(12), noise(6, 12));
    expect(grad_norm).toBeGreaterThan(0.01);
    expect(Math.hypot(...[...critic.optimizer.m.values()].flatMap((gradient) => [...gradient]))).toBeCloseTo(0.01, 5);
  });

  it('values that left the clip are counted and pull no more', async () => {
    const critic = grown({ valueClip: 1e-6 });
    const values = await critic.values(batch);
    // Further from the old value than the clip allows, and nearer to the return: clipped.
    const { vf_clipfrac, grad_norm } = await critic.train(
      batch,
      values.map((value) => value - 1),
      values.map((value) => value + 1),
    );
    expect(vf_clipfrac).toBeCloseTo(1, 6);
    expect(grad_norm).toBe(0);
  });

  it('r1_huber_sign: errors below −δ are not learnt from', async () => {
    const low = new Float32Array(12).fill(-50);
    const right = grown({ huberDelta: 1 });
    expect((await gradientsOf(right, low)).loss).toBeGreaterThan(40);
    const wrong = grown({ huberDelta: 1 }, { compat: ['r1_huber_sign'] });
    expect((await gradientsOf(wrong, low)).loss).toBe(0);
  });

  it('r3_unstitched_first_tokens: a message’s first decision has value 0 and is never trained, in a LoRA critic alone', async () => {
    const compat = { compat: ['r3_unstitched_first_tokens'] };
    const whole = await grown({ kind: 'lora' }).values(batch);
    const critic = grown({ kind: 'lora' }, compat as Parameters<typeof documentWith>[1]);
    expect([...(await critic.values(batch))]).toEqual([...whole].map((value, index) => (firsts.includes(index) ? 0 : value)));
    const returns = noise(6, 12);
    const other = returns.map((value, index) => (firsts.includes(index) ? 9 : value));
    const parameters = new Map(critic.parameters);
    const { gradients } = await gradientOf(critic, parameters, batch, new Float32Array(12), returns);
    const taken = new Map([...gradients].map(([name, gradient]) => [name, gradient.slice()]));
    expect((await gradientOf(critic, parameters, batch, new Float32Array(12), other)).gradients).toEqual(taken);
    const shared = grown({ kind: 'shared' }, compat as Parameters<typeof documentWith>[1]);
    expect(await shared.values(batch)).toEqual(await grown({ kind: 'shared' }).values(batch));
  });
});

describe('faults', () => {
  it.each(KINDS)('%s: a gradient that is not finite ends training and changes nothing', async (kind) => {
    const critic = grown({ kind });
    await critic.train(batch, new Float32Array(12), noise(6, 12));
    const kept = ({ parameters, optimizer: { step, m, v } }: Critic) => structuredClone({ parameters, step, m, v });
    const before = kept(critic);
    const { tensors, bytes } = engine.memory();
    const returns = new Float32Array(12).fill(Number.POSITIVE_INFINITY);
    await expect(critic.train(batch, new Float32Array(12), returns)).rejects.toThrow(/Training diverged: the gradient of the critic/);
    expect(kept(critic)).toEqual(before);
    expect(engine.memory()).toMatchObject({ tensors, bytes });
  });

  it.each(KINDS)('%s: no messages, no step', async (kind) => {
    const critic = grown({ kind });
    const nothing = { messages: [], hidden: new Float32Array() };
    expect(await critic.values(nothing)).toEqual(new Float32Array());
    expect(await critic.bootstrapValues([])).toEqual(new Float32Array());
    expect(await critic.train(nothing, [], [])).toEqual({ vf_loss: 0, vf_clipfrac: 0, grad_norm: 0 });
    expect(critic.optimizer.step).toBe(0);
  });

  it('arrays of other lengths and agents of another base are refused', async () => {
    await expect(grown({ level: 'message' }).train(batch, new Float32Array(12), new Float32Array(12))).rejects.toThrow(
      '4 decisions have 12',
    );
    await expect(grown({}).values({ ...batch, hidden: batch.hidden.subarray(1) })).rejects.toThrow('features of 12 tokens');
    const first = criticOn(engine, documentWith({ kind: 'lora' }), [0]);
    await expect(first.values(batch)).rejects.toThrow('agent 1 is not among');
  });
});

it('workers change no byte of a LoRA critic’s values and steps', async () => {
  // More tokens than one shard takes.
  const many = Array.from({ length: 30 }, (_, row) =>
    message(
      row % 2,
      Array.from({ length: 30 + (row % 3) }, (_, t) => (row * 5 + t * 3) % 33),
      [row, 2, 3, 4],
    ),
  );
  const learnt = async (on: Engine) => {
    const critic = criticOn(on, documentWith({ kind: 'lora', steps: 2 }));
    const pass = { messages: many, hidden: new Float32Array() };
    const metrics = await critic.train(pass, new Float32Array(120), noise(8, 120));
    return { metrics, values: await critic.values(pass), parameters: datas(critic) };
  };
  const alone = await learnt(engine);
  const pool = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
  pool.setParameters(tiny.weights);
  expect(await learnt(pool)).toEqual(alone);
  pool.dispose();
});
