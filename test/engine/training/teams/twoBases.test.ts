/** A base and its twin, the same weights under another name: what a team on both must have in common with one on the first alone. */
import { afterEach, describe, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { documentSchema, type ProjectDocument, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { initialAdamW } from '../../../../src/engine/train/adamw.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { sequenceOf } from '../../../../src/session/play/batch.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { createExecutor } from '../../support/executors.ts';
import { micro, microProject } from '../../support/team.ts';

const twin = loadBase('twin', readFolder(baseFolder('micro')));
const opened: TrainingSession[] = [];
afterEach(() => {
  for (const session of opened.splice(0)) {
    session.dispose();
    session.engine.dispose();
  }
});

async function open(document: ProjectDocument): Promise<TrainingSession> {
  expect(documentFaults(document)).toEqual([]);
  const engine = new LocalEngine(await createExecutor('wasm'));
  const session = await TrainingSession.create({ document, bases: [micro, twin], engine, environment: createSandbox() });
  opened.push(session);
  return session;
}

/** Three agents of whom nobody hears another, so that no text has to be encoded anew; `bases` says what each stands on. */
function project(bases: readonly string[], training: Partial<TrainingSettings>): ProjectDocument {
  const base = microProject({ episodes: 6, seed: 7, klGate: 0, epochs: 1, ...training });
  const [planner, solver] = base.team.agents;
  const agents = [planner, solver, { ...solver, role: 'checker', label: '' }].map((agent, index) => ({
    ...agent,
    base: bases[index],
    // Hot, so that nobody says the same every time.
    sampling: { ...agent?.sampling, temperature: 2 },
  }));
  // Everybody is paid for the length of its words, so that messages differ in what they earn.
  const source = base.environment.source.replace(
    'said === state.answer ? 1 : 0',
    'messages.reduce((sum, { text }) => sum + text.length, 0) / 10',
  );
  return documentSchema.parse({ ...base, environment: { ...base.environment, source }, team: { ...base.team, agents, edges: [] } });
}

describe('the loss is one mean over all who learn, whatever they stand on', () => {
  it.for<[string, Partial<TrainingSettings>]>([
    ['GRPO by token', { algorithm: 'grpo', groupSize: 2 }],
    ['GRPO by message, in parts', { algorithm: 'grpo', groupSize: 2, ratioLevel: 'message', accumulation: 2 }],
    ['RLOO in minibatches, in parts', { algorithm: 'rloo', groupSize: 2, minibatches: 2, accumulation: 3 }],
    ['REINFORCE with a KL to the base in the loss', { algorithm: 'reinforce', klCoef: 0.1, klEstimator: 'k2', entropyCoef: 0.01 }],
  ])('%s', async ([name, training], context) => {
    if (!name.startsWith('GRPO by message')) long(context);
    const [one, two] = await Promise.all(
      [
        ['', '', ''],
        ['', 'twin', ''],
      ].map((bases) => open(project(bases, training))),
    );
    if (!one || !two) throw new Error('two sessions');
    const [alone, mixed] = [await one.iterate(), await two.iterate()];
    expect(mixed.episodes.map(({ messages }) => messages.map(({ response_ids }) => response_ids))).toEqual(
      alone.episodes.map(({ messages }) => messages.map(({ response_ids }) => response_ids)),
    );
    for (const role of one.roles) {
      const norm = alone.metrics[`actor/${role}/grad_norm`] ?? Number.NaN;
      expect(norm).toBeGreaterThan(1e-4);
      expect((mixed.metrics[`actor/${role}/grad_norm`] ?? Number.NaN) / norm).toBeCloseTo(1, 4);
      expect(mixed.metrics[`actor/${role}/pg_loss`]).toBeCloseTo(alone.metrics[`actor/${role}/pg_loss`] ?? Number.NaN, 5);
    }
  });
});

describe('a message has the values its own base’s critic gives to it alone', () => {
  const { critic } = microProject().training;
  it.for<[string, Partial<TrainingSettings>]>([
    ['TPPO, shared', { algorithm: 'tppo' }],
    ['APPO, a head each', { algorithm: 'appo', critic: { ...critic, kind: 'multi_head' } }],
    ['APPO, a LoRA each', { algorithm: 'appo', critic: { ...critic, kind: 'lora' } }],
  ])('%s', async ([name, training], context) => {
    if (name === 'APPO, a head each') long(context);
    const session = await open(project(['', 'twin', ''], { ...training, critic: { ...critic, ...training.critic, learningRate: 1e-30 } }));
    // Critics begin at 0; these say something else of everything.
    session.groups.forEach((group, base) => {
      const parameters = new Map(
        [...(group.critic?.parameters ?? [])].map(([name, { shape, data }], index) => [
          name,
          { shape, data: data.map((_value, i) => 0.2 * Math.sin(1 + base + 3 * index + i)) },
        ]),
      );
      group.critic?.restore(parameters, initialAdamW());
    });
    const { episodes } = await session.iterate();
    let returns = 0;
    for (const { messages } of episodes.slice(0, 2)) {
      for (const record of messages) {
        const policy = session.policies.find(({ role }) => role === record.role);
        if (!policy?.group.critic) throw new Error('a critic');
        const { hidden } = await scoreSequences(session.engine, policy.group.base.config, [], [sequenceOf(record, -1)], { hidden: true });
        const alone = await policy.group.critic.values({ messages: [{ record, agent: policy.index }], hidden });
        expect(alone).toHaveLength(record.values.length);
        alone.forEach((value, i) => expect(value).toBeCloseTo(record.values[i] ?? Number.NaN, 4));
        // Each return stands beside its own value.
        record.returns.forEach((value, i) => {
          returns += 1;
          expect(value).toBeCloseTo(
            (record.advantages[i] ?? Number.NaN) + (record.values[record.values.length === 1 ? 0 : i] ?? Number.NaN),
            5,
          );
        });
      }
      expect(new Set(messages.flatMap(({ values }) => values.map((value) => value.toFixed(5)))).size).toBeGreaterThan(2);
    }
    expect(returns).toBeGreaterThan(10);
  });
});

describe('learning rates', () => {
  it('are each agent’s own, times what the schedule and what rollbacks leave', async () => {
    const document = project(['', 'twin', ''], {
      iterations: 3,
      schedule: { kind: 'linear', warmup: 0, final: 0.2 },
      adaptiveLearningRate: { enabled: false, targetKl: 3e-3 },
    });
    const [planner] = document.team.agents;
    if (!planner) throw new Error('a planner');
    planner.adapter.learningRate = 1e-3;
    const session = await open(document);
    for (const share of [1, 0.6 * 0.5, 0.2 * 0.25]) {
      const { metrics } = await session.iterate();
      session.rollback.state.rateFactor /= 2;
      expect(metrics['actor/planner/lr']).toBeCloseTo(1e-3 * share, 12);
      expect(metrics['actor/solver/lr']).toBeCloseTo(3e-3 * share, 12);
    }
  });
});
