/** Critics of every kind on a tiny base, and messages for them. */
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { MessageRecord } from '../../../src/core/episode/records.ts';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { HostTensor } from '../../../src/engine/contracts/executor.ts';
import { initialAdamW } from '../../../src/engine/train/adamw.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { createCritic, type Critic, type CriticBatch, type CriticMessage } from '../../../src/session/critics/critic.ts';
import { loadGolden } from './golden.node.ts';
import { microProject } from './team.ts';

export const KINDS = ['shared', 'multi_head', 'lora'] as const;
export const HEADS = ['mlp', 'linear'] as const;
/** TPPO decides by tokens, APPO by messages. */
export const ALGORITHMS = { token: 'tppo', message: 'appo' } as const;
export type Level = keyof typeof ALGORITHMS;
export const LEVELS: readonly Level[] = ['token', 'message'];

export const VARIANTS = KINDS.flatMap((kind) => HEADS.flatMap((head) => LEVELS.map((level) => ({ kind, head, level }))));

export interface Variant extends Partial<ProjectDocument['training']['critic']> {
  readonly level?: Level;
}

export const tiny = loadGolden('llama-tied');

/** The default team of two with this critic; one plain step is its gradient (see {@link gradientOf}). */
export function documentWith(
  { level = 'token', ...critic }: Variant,
  training: Partial<ProjectDocument['training']> = {},
): ProjectDocument {
  const project = microProject();
  const settings = { ...project.training.critic, hidden: 10, rank: 3, steps: 1, ...critic };
  return microProject({
    algorithm: ALGORITHMS[level],
    maxGradNorm: 0,
    optimizer: { ...project.training.optimizer, beta1: 0 },
    ...training,
    critic: settings,
  });
}

export function message(agent: number, prompt: readonly number[], response: readonly number[]): CriticMessage {
  const zeros = response.map(() => 0);
  const record: MessageRecord = {
    role: '',
    turn: 0,
    call: 0,
    sees: [],
    adapter_version: 0,
    prompt_ids: prompt,
    segments: [],
    response_ids: response,
    finish_reason: 'stop',
    text: '',
    temperature: 1,
    logprobs: zeros,
    ref_logprobs: zeros,
    values: zeros,
    entropies: zeros,
    token_rewards: zeros,
    advantages: zeros,
    returns: zeros,
  };
  return { agent, record };
}

const ids = (count: number, from: number) => Array.from({ length: count }, (_, t) => (from * 7 + t * 5) % tiny.config.vocabularySize);

/** Messages of two agents, of different lengths. */
export const MESSAGES: readonly CriticMessage[] = [
  message(0, ids(5, 1), ids(3, 2)),
  message(1, ids(9, 3), ids(1, 4)),
  message(1, ids(4, 5), ids(6, 6)),
  message(0, ids(11, 7), ids(2, 8)),
];

/** With the features of the frozen base, which must be on the engine. */
export async function batchOf(engine: Engine, messages: readonly CriticMessage[]): Promise<CriticBatch> {
  const sequences = messages.map(({ record }) => ({
    ids: [...record.prompt_ids, ...record.response_ids],
    first: record.prompt_ids.length,
    slot: -1,
    temperature: 1,
  }));
  const { hidden } = await scoreSequences(engine, tiny.config, [], sequences, { hidden: true });
  return { messages, hidden };
}

export const criticOn = (engine: Engine, document: ProjectDocument, agents: readonly number[] = [0, 1]): Critic =>
  createCritic(engine, tiny.config, document, agents);

export const noise = (stream: number, count: number): Float32Array => normals(keyFor(5, stream), count);

/** Away from the zero start, where half of the gradients vanish. */
export function scattered(parameters: ReadonlyMap<string, HostTensor>, scale = 0.2): Map<string, HostTensor> {
  let stream = 50;
  return new Map(
    [...parameters].map(([name, { shape, data }]) => {
      stream += 1;
      return [name, { shape, data: noise(stream, data.length).map((value) => scale * value) }];
    }),
  );
}

/** The loss that one step reports, and the gradient it took: with β₁ = 0 the first moment. */
export async function gradientOf(
  critic: Critic,
  parameters: ReadonlyMap<string, HostTensor>,
  batch: CriticBatch,
  oldValues: ArrayLike<number>,
  returns: ArrayLike<number>,
): Promise<{ loss: number; gradients: ReadonlyMap<string, Float32Array> }> {
  critic.restore(parameters, initialAdamW());
  const { vf_loss } = await critic.train(batch, oldValues, returns);
  await critic.optimizer.fetch();
  return { loss: vf_loss, gradients: critic.optimizer.m };
}
