/**
 * A kept run made large: one iteration of ten thousand episodes, and one whose first episode has two thousand sampled tokens. It
 * is the shipped recording over and over, its numbers varied, in the folder the page keeps runs in.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedEpisodes } from '../headless/kit/run/recorded.ts';
import { keyFor, STREAMS, uniformAt } from '../src/core/random/streams.ts';
import type { EpisodeRecord, MessageRecord } from '../src/core/episode/records.ts';
import { CARD, cardJson, NO_LABELS, type StoredCard } from '../src/core/formats/runs/card.ts';
import { RUN_PATHS, rolloutLines } from '../src/core/formats/runs/rundir.ts';
import { parseDocument } from '../src/core/document/parse.ts';

const RECORDED = join(import.meta.dirname, '../public/recorded/planner-solver');

export interface Large {
  readonly id: string;
  readonly name: string;
  /** Texts by path within the run's folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The iteration with many episodes, the newest, and the one with a long episode. */
  readonly manyAt: number;
  readonly longAt: number;
}

interface Wanted {
  readonly episodes: number;
  /** Sampled tokens of the long episode. */
  readonly tokens: number;
}

export async function largeRun({ episodes, tokens }: Wanted): Promise<Large> {
  const read = (path: string) => readFile(join(RECORDED, path), 'utf8');
  const document = parseDocument(await read(RUN_PATHS.project));
  const [manyAt, longAt] = [40, 20];
  const recorded = recordedEpisodes('planner-solver', manyAt);
  const short = recordedEpisodes('planner-solver', longAt);
  const many = Array.from({ length: episodes }, (_, episode) => varied(recorded[episode % recorded.length] as EpisodeRecord, episode));
  const [first, ...others] = short;
  if (!first) throw new Error('the recording has no episode to make long');
  const id = 'bench-large';
  const name = 'Large';
  const metrics = await read(RUN_PATHS.metrics);
  const last = JSON.parse(metrics.trimEnd().split('\n').at(-1) ?? '{}') as Record<string, number>;
  const card: StoredCard = {
    ...NO_LABELS,
    id,
    name,
    project: document.name,
    began: Date.UTC(2026, 0, 1),
    phase: 'finished',
    iteration: document.training.iterations,
    iterations: document.training.iterations,
    seed: document.training.seed,
    last,
    first: null,
    checkpoints: [],
    bytes: 0,
    removed: null,
    every: 1,
  };
  const files = {
    [RUN_PATHS.project]: await read(RUN_PATHS.project),
    [RUN_PATHS.run]: await read(RUN_PATHS.run),
    [RUN_PATHS.metrics]: metrics,
    [RUN_PATHS.timing]: await read(RUN_PATHS.timing),
    'vocabulary.json': await read('vocabulary.json'),
    [RUN_PATHS.rollout(longAt)]: rolloutLines([lengthened(first, tokens), ...others]),
    [RUN_PATHS.rollout(manyAt)]: rolloutLines(many),
    [CARD]: new TextDecoder().decode(cardJson(card)),
  };
  return { id, name, files, manyAt, longAt };
}

/** The same episode with rewards and advantages of its own. */
function varied(record: EpisodeRecord, episode: number): EpisodeRecord {
  const reward = episode % 3 === 0 ? 0 : 1;
  const scale = 0.5 + (episode % 97) / 97;
  return {
    ...record,
    episode,
    group: episode,
    problem_index: episode,
    problem: `${record.problem} (${episode})`,
    reward,
    messages: record.messages.map((message) => ({ ...message, advantages: message.advantages.map((value) => value * scale) })),
  };
}

/** The same episode with `tokens` sampled tokens, shared by its messages. */
function lengthened(record: EpisodeRecord, tokens: number): EpisodeRecord {
  const each = Math.floor(tokens / record.messages.length);
  return { ...record, messages: record.messages.map((message, index) => longMessage(message, each, index)) };
}

const PER_TOKEN = ['logprobs', 'ref_logprobs', 'values', 'entropies', 'token_rewards', 'advantages', 'returns'] as const;

function longMessage(message: MessageRecord, tokens: number, index: number): MessageRecord {
  const key = keyFor(7, STREAMS.pretraining, index);
  const indices = Array.from({ length: tokens }, (_, token) => token % message.response_ids.length);
  const repeated = (values: readonly number[]) => indices.map((index, token) => (values[index] ?? 0) + 0.1 * (uniformAt(key, token) - 0.5));
  return {
    ...message,
    response_ids: indices.map((index) => message.response_ids[index] ?? 0),
    segments: message.segments.map((segment) => (segment.kind === 'sampled' ? { ...segment, end: segment.start + tokens } : segment)),
    finish_reason: 'length',
    ...Object.fromEntries(PER_TOKEN.map((name) => [name, repeated(message[name])])),
  };
}
