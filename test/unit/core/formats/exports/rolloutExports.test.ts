/** Read back by a reader that knows nothing of the writers: lines, JSON, and arithmetic of its own. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import type { EpisodeRecord, MessageReceipt } from '../../../../../src/core/episode/records.ts';
import { type ImportInfo, KnownCount } from '../../../../../src/core/formats/imports/run/info.ts';
import { decoderOf, rolloutPath, rolloutText, rolloutTexts, toldTexts } from '../../../../../src/core/formats/exports/rolloutExports.ts';
import { rolloutLines } from '../../../../../src/core/formats/runs/rundir.ts';
import { ROLLOUT_FORMATS, type RolloutFormat } from '../../../../../src/core/formats/exports/rolloutFormats.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { document, episode, message } from '../../episode/records.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const tokenizer = TextTokenizer.fromFiles(read('public/models/micro/tokenizer.json'), read('public/models/micro/tokenizer_config.json'));
const decode = decoderOf(document, new Map([['micro', tokenizer]]));

/** The values of a file's lines, each of which must be JSON on its own. */
function linesOf(text: string): Record<string, unknown>[] {
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const numbers = (value: unknown): number[] => value as number[];

const [start, end] = [tokenizer.special.start!, tokenizer.special.end];
const said = (text: string) => [...tokenizer.encode(text), end];
const asked = (text: string) => [start, ...tokenizer.encode(text), end];
const flat = (count: number, value: number) => Array.from({ length: count }, () => value);

/** A message whose arrays fit the ids of its text. */
function speaks(role: string, prompt: string, answer: string, updatedBy?: number) {
  const ids = said(answer);
  const logprobs = ids.map((_, at) => -0.2 * (at + 1));
  return message(role, ids.length, {
    prompt_ids: asked(prompt),
    response_ids: ids,
    text: answer,
    logprobs,
    ...(updatedBy === undefined
      ? {}
      : {
          receipt: {
            updated_logprobs: logprobs.map((logprob) => logprob + updatedBy),
            push: flat(ids.length, 0),
            clipped: flat(ids.length, 0),
            normalized_advantages: flat(ids.length, 1),
          },
        }),
  });
}

const planner = speaks('planner', 'amy has 9 apples', '9-4', 0.1);
const solver = speaks('solver', '9-4', '5');
const played = [
  episode(7, 0, { rewards: { planner: 0.25, solver: 1 }, messages: [planner, solver] }),
  episode(7, 1, { group: 0, reward: -1, rewards: { planner: -1, solver: -1 } }),
];

describe('prime-rl’s token export', () => {
  const lines = linesOf(rolloutText('prime-rl', document, played, decode));

  it('has a line per message, and in it one number per token', () => {
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const { length } = numbers(line['token_ids']);
      for (const name of ['position_ids', 'loss_mask', 'temperatures', 'rewards', 'inference_logprobs', 'advantages', 'entropy'])
        expect(numbers(line[name]), name).toHaveLength(length);
    }
    const first = lines[0]!;
    expect(first['token_ids']).toEqual([...planner.prompt_ids, ...planner.response_ids]);
    expect(numbers(first['inference_logprobs']).slice(-planner.response_ids.length)).toEqual(planner.logprobs);
    expect(numbers(first['entropy']).slice(-planner.response_ids.length)).toEqual(planner.entropies);
    expect(numbers(first['position_ids']).at(-1)).toBe(numbers(first['token_ids']).length - 1);
    expect(numbers(first['advantages']).slice(-planner.response_ids.length)).toEqual(planner.advantages);
    expect(numbers(first['advantages']).slice(0, planner.prompt_ids.length)).toEqual(flat(planner.prompt_ids.length, 0));
    expect(lines.map(({ step, episode: of, message: at, role, rewards }) => [step, of, at, role, numbers(rewards)[0]])).toEqual([
      [7, 0, 0, 'planner', 0.25],
      [7, 0, 1, 'solver', 1],
      [7, 1, 0, 'planner', -1],
      [7, 1, 1, 'solver', -1],
    ]);
  });

  it('masks what nobody sampled, and what nobody learnt from', () => {
    const masked = (line: Record<string, unknown>) => (line['loss_mask'] as boolean[]).filter(Boolean).length;
    // Only the first message has a receipt, so only it was learnt from.
    expect(lines.map(masked)).toEqual([planner.response_ids.length, 0, 0, 0]);
    const agents = document.team.agents.map((agent) =>
      agent.role === 'solver' ? { ...agent, adapter: { ...agent.adapter, frozen: true } } : agent,
    );
    const partly = linesOf(rolloutText('prime-rl', { ...document, team: { ...document.team, agents } }, [episode(1, 0)], decode));
    expect(partly.map((line) => line['loss_mask'])).toEqual([
      [false, false, false, true, true],
      [false, false, false, false, false, false],
    ]);
  });

  const receiptWith = (rest: Partial<MessageReceipt>) => ({ ...planner, receipt: { ...planner.receipt!, ...rest } });
  const maskOf = (of: ProjectDocument, record: EpisodeRecord) =>
    linesOf(rolloutText('prime-rl', of, [record], decode)).map((line) => (line['loss_mask'] as boolean[]).some(Boolean));

  it('masks messages no step was taken with: refused by the gate, or in no minibatch', () => {
    const masks = (rest: Partial<MessageReceipt>) => maskOf(document, episode(7, 0, { messages: [receiptWith(rest)] }));
    const pushed = planner.response_ids.map((_, at) => (at === 0 ? 0.5 : 0));
    expect(masks({})).toEqual([true]);
    expect(masks({ gated: 2 })).toEqual([false]);
    expect(masks({ gated: 2, push: pushed })).toEqual([true]);
    expect(masks({ gated: 2, clipped: pushed })).toEqual([true]);
    expect(masks({ left_out: true })).toEqual([false]);
  });

  it('masks all of the critic’s warm-up, and R3’s orchestrator that does not learn', () => {
    const { training, team } = document;
    const warm = { ...document, training: { ...training, algorithm: 'tppo' as const, critic: { ...training.critic, warmup: 3 } } };
    expect(maskOf(warm, episode(3, 0))).toEqual([false, false]);
    expect(maskOf(warm, episode(4, 0))).toEqual([true, true]);
    // Without a critic there is nothing to warm up.
    expect(maskOf({ ...warm, training: { ...warm.training, algorithm: 'grpo' } }, episode(3, 0))).toEqual([true, true]);
    const routed: ProjectDocument = {
      ...document,
      training: { ...training, compat: ['r3_untrained_orchestrator'] },
      team: { ...team, orchestration: 'dynamic', orchestrator: { ...team.orchestrator, role: 'planner' } },
    };
    expect(maskOf(routed, episode(4, 0))).toEqual([false, true]);
  });

  it('tells of no policy where the steps were taken back', () => {
    for (const undone of ['kl_gate', 'rollback'] as const) {
      const [line] = linesOf(rolloutText('prime-rl', document, [episode(7, 0, { messages: [receiptWith({ undone })] })], decode));
      for (const name of ['trainer_logprobs', 'log_importance_ratio', 'importance_ratio', 'mismatch_kl', 'prob_delta'])
        expect(line, name).not.toHaveProperty(name);
      expect((line!['loss_mask'] as boolean[]).some(Boolean)).toBe(true);
    }
  });

  it('compares the policy after the update with the one that sampled, where that was recorded', () => {
    const first = lines[0]!;
    const prompt = planner.prompt_ids.length;
    for (let at = prompt; at < prompt + planner.response_ids.length; at += 1) {
      const [after, before] = [numbers(first['trainer_logprobs'])[at]!, numbers(first['inference_logprobs'])[at]!];
      const ratio = numbers(first['importance_ratio'])[at]!;
      expect(ratio).toBeCloseTo(Math.exp(after) / Math.exp(before), 12);
      expect(ratio).toBeCloseTo(Math.exp(0.1), 12);
      expect(numbers(first['log_importance_ratio'])[at]).toBeCloseTo(0.1, 12);
      expect(numbers(first['mismatch_kl'])[at]).toBeCloseTo(ratio - 1 - Math.log(ratio), 12);
      expect(numbers(first['prob_delta'])[at]).toBeCloseTo(Math.exp(after) - Math.exp(before), 12);
    }
    expect(numbers(first['importance_ratio']).slice(0, prompt)).toEqual(flat(prompt, 1));
    for (const name of ['trainer_logprobs', 'log_importance_ratio', 'importance_ratio', 'mismatch_kl', 'prob_delta']) {
      expect(numbers(first[name]), name).toHaveLength(numbers(first['token_ids']).length);
      expect(lines[1], name).not.toHaveProperty(name);
    }
  });
});

/** Fields of numbers that a reader like Arrow would take for whole ones, of all lines. */
function wholeFields(text: string): string[] {
  const fields = [...text.matchAll(/"(\w+)":(?:\[([^\]]*)\]|(-?[\d.e+-]+))/g)];
  return [
    ...new Set(fields.flatMap(([, name = '', list, one]) => ((list ?? one ?? '').split(',').some((n) => /^-?\d+$/.test(n)) ? [name] : []))),
  ];
}

it('counts, ids and places are whole numbers in every format, and nothing else is', () => {
  const whole = [...['step', 'episode', 'message', 'group', 'turn', 'token_ids', 'position_ids'], 'request_id'];
  const listed = [
    'schema_version',
    'rank',
    'micro_step',
    'micro_sequence_idx',
    'export_sequence_idx',
    't',
    'tokens',
    'adapter_version',
    'messages',
  ];
  for (const format of ROLLOUT_FORMATS)
    for (const name of wholeFields(rolloutText(format, document, played, decode))) expect([...whole, ...listed], format).toContain(name);
  const kept = wholeFields(rolloutLines(played));
  expect(kept).toEqual(expect.arrayContaining(['iteration', 'prompt_ids', 'response_ids', 'sees']));
  for (const name of ['reward', 'rewards', 'values', 'advantages', 'temperature', 'token_rewards', 'clipped', 'bootstrap'])
    expect(kept).not.toContain(name);
});

it('prime-rl’s own fields that its viewer’s filters read are in every line', () => {
  const lines = linesOf(rolloutText('prime-rl', document, played, decode));
  lines.forEach((line, at) =>
    expect(line).toMatchObject({
      schema_version: 1,
      rank: 0,
      step: 7,
      export_sequence_idx: at,
      env_name: document.environment.file.slice(0, -3),
    }),
  );
  expect(lines.map(({ micro_step, micro_sequence_idx }) => [micro_step, micro_sequence_idx])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
});

describe('verl’s rollouts', () => {
  it('has a line per message with its texts, its score and a name of its own', () => {
    const lines = linesOf(rolloutText('verl', document, played.slice(0, 1), decode));
    expect(lines).toEqual([
      {
        input: 'amy has 9 apples',
        output: '9-4',
        gts: null,
        score: 0.25,
        step: 7,
        request_id: '7-0-0',
        role: 'planner',
        turn: 0,
        episode: 0,
        group: 0,
        token_reward: 1,
      },
      expect.objectContaining({ input: '9-4', output: '5', score: 1, request_id: '7-0-1', role: 'solver' }),
    ]);
    const all = linesOf(rolloutText('verl', document, played, decode));
    expect(new Set(all.map((line) => line['request_id'])).size).toBe(4);
  });
});

describe('TRL’s completions', () => {
  it('has TRL’s columns in every row, and one advantage per completion', () => {
    const rows = linesOf(rolloutText('trl', document, played, decode));
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining(['step', 'prompt', 'completion', 'reward', 'advantage']));
      expect(Object.keys(row)).toEqual(Object.keys(rows[0]!)); // a table
    }
    expect(rows[0]).toMatchObject({ step: 7, prompt: 'amy has 9 apples', completion: '9-4', reward: 0.25, role: 'planner' });
    const mean = planner.advantages.reduce((sum, advantage) => sum + advantage) / planner.advantages.length;
    expect(rows[0]?.['advantage']).toBeCloseTo(mean, 12);
  });
});

describe('episodes of an imported run', () => {
  const known = new KnownCount();
  const told = (source: ImportInfo['source']): ImportInfo => ({ source, files: [], known, computed: [], agents: [], edges: 'guessed' });
  const nothing = {
    ...planner,
    prompt_ids: [],
    response_ids: [],
    logprobs: [],
    advantages: [],
    token_rewards: [],
    adapter_version: Number.NaN,
  };
  const parts = [
    { role: 'system', text: 'You plan.' },
    { role: 'user', text: 'Six bags of 23?' },
  ];
  const record = {
    ...episode(7, 0, {
      messages: [
        { ...nothing, text: '138', prompt_parts: parts },
        { ...nothing, text: '' },
      ],
    }),
    ...{ reward: Number.NaN, rewards: {}, skills: { solved: Number.NaN, length: 3 } },
  };
  const linesAs = (format: RolloutFormat) => linesOf(rolloutText(format, document, [record], toldTexts, undefined, told('trl')));

  it('leave with the texts that are known, and with null for what is not', () => {
    expect(linesAs('trl')).toMatchObject([
      { prompt: 'system\nYou plan.\nuser\nSix bags of 23?\nassistant\n', completion: '138', reward: null, advantage: null },
      { prompt: null, completion: null },
    ]);
    expect(linesAs('verl')).toMatchObject([
      { output: '138', score: null, token_reward: null },
      { input: null, output: null },
    ]);
  });

  it('are traces without the numbers and the settings that nobody told', () => {
    const [trace] = linesAs('orchestration');
    expect(trace).toMatchObject({ system: 'TRL', rewards: {}, costs: { messages: 2 }, metrics: { length: 3 } });
    expect(trace?.['costs']).not.toHaveProperty('tokens');
    expect(JSON.stringify(trace)).not.toMatch(/adapter_version|NaN|null|solved/);
  });

  it('are refused as token export, which has numbers for every token', () => {
    expect(() => linesAs('prime-rl')).toThrow(/of this run only what TRL wrote is known/);
  });
});

it('every format has a file per iteration, named so that its step can be read from it', () => {
  for (const format of ROLLOUT_FORMATS) {
    const paths = [1, 12, 123].map((iteration) => rolloutPath(format, iteration));
    expect(paths.map((path) => Number(/(\d+)(\/rank_0)?\.jsonl$/.exec(path)?.[1]))).toEqual([1, 12, 123]);
  }
  expect(rolloutPath('prime-rl', 12)).toBe('token_exports/step_12/rank_0.jsonl');
  expect(rolloutPath('trl', 12)).toBe('completions/completions_00012.jsonl');
  expect(rolloutPath('verl', 12)).toBe('rollouts/12.jsonl');
});

it('a role on a base of its own is decoded by that base’s tokenizer', () => {
  const mixed = { ...document, team: { ...document.team, agents: document.team.agents.map((agent) => ({ ...agent, base: 'other' })) } };
  expect(() => decoderOf(mixed, new Map([['micro', tokenizer]]))('planner', [5], null)).toThrow('no tokenizer for the role planner');
});

it('writes an iteration part by part as it does whole, whichever part the receipts are in', async () => {
  const many = [...played, episode(7, 2, { group: 3 }), episode(7, 3, { group: 3, messages: [planner, planner] }), episode(7, 4)];
  for (const iteration of [many, many.toReversed()])
    for (const format of ROLLOUT_FORMATS) {
      async function* read() {
        for (const first of [0, 2, 4]) yield { episodes: iteration.slice(first, first + 2), window: { first, of: iteration.length } };
      }
      const texts: string[] = [];
      for await (const text of rolloutTexts(format, document, read, decode, 10)) texts.push(text);
      expect(texts, format).toHaveLength(3);
      expect(texts.join(''), format).toBe(rolloutText(format, document, iteration, decode, 10));
    }
});
