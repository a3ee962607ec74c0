/** What the shipped base is for: prompts steer it, reinforcement fine-tuning sharpens it, other bases run too. */
import { afterAll, describe, expect, it } from 'vitest';
import { MICRO } from '../../../headless/pretrain/recipe.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { type ModelConfig, readModelFolder, writeModelFolder } from '../../../src/core/formats/models/hf.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { initialWeights } from '../../../src/engine/model/initialize.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { long } from '../../support/long.ts';
import { microProject, openTeam } from '../support/team.ts';

const sessions: TrainingSession[] = [];
afterAll(() => {
  for (const session of sessions) session.dispose();
});

async function untrained(prompts: readonly [string, string]): Promise<number> {
  const project = microProject({ seed: 1 });
  const document: ProjectDocument = {
    ...project,
    team: { ...project.team, agents: project.team.agents.map((agent, index) => ({ ...agent, prompt: prompts[index] ?? '' })) },
  };
  const session = await openTeam(document);
  sessions.push(session);
  return (await session.evaluate({ split: 'train', episodes: 384, greedy: false })).reward;
}

describe('the micro base', () => {
  const [planner = '', solver = ''] = PRESETS.micro
    .project({ source: environmentSource('arithmetic') })
    .team.agents.map((agent) => agent.prompt);

  it('starts between 20 and 45 %, and a planner with the solver’s prompt costs at least 15 points', async () => {
    const own = await untrained([planner, solver]);
    expect(own).toBeGreaterThan(0.2);
    expect(own).toBeLessThan(0.45);
    expect(own - (await untrained([solver, solver]))).toBeGreaterThan(0.15);
  });

  it('learns within 15 iterations', async () => {
    const session = await openTeam(microProject({ seed: 4 }));
    sessions.push(session);
    const rewards: number[] = [];
    for (let i = 0; i < 15; i += 1) rewards.push((await session.iterate()).metrics['reward/mean'] ?? 0);
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(rewards.slice(10))).toBeGreaterThan(0.65);
    expect(mean(rewards.slice(10)) - mean(rewards.slice(0, 2))).toBeGreaterThan(0.3);
  });
});

const variants: readonly [string, Partial<ModelConfig>][] = [
  ['Llama with its own output matrix and grouped queries', { modelType: 'llama', tieWordEmbeddings: false, kvHeads: 2 }],
  ['Qwen2 with biases', { modelType: 'qwen2', attentionBias: true }],
  ['Qwen3 with query and key norms', { modelType: 'qwen3', qkNorm: true, headDim: 8 }],
];

it.for(variants)('another base trains: %s', async ([name, change], context) => {
  if (!name.startsWith('Qwen3')) long(context);
  const config: ModelConfig = { ...MICRO.config, layers: 1, ...change };
  const micro = readFolder(baseFolder('micro'));
  const { tokenizer } = readModelFolder(micro, 'micro');
  if (!tokenizer) throw new Error('the micro base has a tokenizer');
  const folder = writeModelFolder({
    config,
    tensors: initialWeights(config, 1, 0.25),
    tokenizer: { ...tokenizer, specialTokensMap: {} },
    card: '# other',
  });
  const project = microProject({ episodes: 4, entropyCoef: 0.01 });
  const session = await TrainingSession.create({
    document: project,
    bases: [{ ...loadBase('other', folder), name: 'micro' }],
    engine: new LocalEngine(await createTfjsExecutor('tfjs-wasm')),
    environment: createSandbox(),
  });
  sessions.push(session);
  const { metrics } = await session.iterate();
  expect(metrics['actor/planner/grad_norm']).toBeGreaterThan(0);
  expect(metrics['actor/solver/grad_norm']).toBeGreaterThan(0);
});
