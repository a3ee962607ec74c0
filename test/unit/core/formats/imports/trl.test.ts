import { describe, expect, it } from 'vitest';
import { trlLines } from '../../../../../src/core/formats/exports/trlCompletions.ts';
import { encodeJsonLines } from '../../../../../src/core/formats/jsonl.ts';
import { parquetTable } from '../../../../../src/core/formats/imports/parquet.ts';
import { trl } from '../../../../../src/core/formats/imports/sources/trl.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, givenFiles, goldenFiles, headOf, partsOf } from './given.ts';
import { ownEpisodes } from './ownEpisodes.ts';

type Row = Record<string, string | number | null>;

/** What pandas reads of the files that TRL wrote. */
const tables = new Map(
  ['trl', 'trl-text'].map((folder) => {
    const files = goldenFiles(folder);
    const parquet = new Map([...files].filter(([path]) => path.endsWith('.parquet')));
    const rows = [...files].flatMap(([path, bytes]) =>
      path.endsWith('.json') ? (JSON.parse(new TextDecoder().decode(bytes)) as Row[]) : [],
    );
    return [folder, { files: parquet, rows }] as const;
  }),
);
const table = (folder: string) => tables.get(folder) ?? { files: new Map<string, Uint8Array>(), rows: [] };

describe('completions that TRL logs', () => {
  it('are known by what they are made of', () => {
    for (const [path, bytes] of table('trl').files) expect(trl.claims(headOf(path, bytes))).toBe(true);
    expect(trl.claims(headOf('c.jsonl', '{"step":1,"prompt":"a","completion":"b","r":1,"advantage":0}\n'))).toBe(true);
    expect(trl.claims(headOf('c.jsonl', '{"prompt":"a","completion":"b"}\n'))).toBe(false);
  });

  it('have the texts, rewards by function, advantages and groups of their rows', async () => {
    const { files, rows } = table('trl');
    const episodes = await episodesOf(trl, givenFiles(files));
    expect(rows).toHaveLength(16);
    expect(episodes).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      const episode = episodes[index];
      const [, system, user] = /^system\n(.*)\nuser\n(.*)\nassistant\n$/.exec(String(row['prompt'])) ?? [];
      expect(system).toBe('You are brief.');
      expect(episode).toMatchObject({
        step: row['step'],
        problem: user,
        skills: { shortness: row['shortness'], vowels: row['vowels'] },
        info: { letters: row['letters'] },
      });
      // Both functions weigh 1 in TRL unless it is told otherwise, and the advantages say that they did.
      expect(episode?.reward).toBe(Number(row['shortness']) + Number(row['vowels']));
      expect(episode?.messages).toHaveLength(1);
      expect(episode?.messages[0]).toMatchObject({
        text: row['completion'],
        prompt: [
          { role: 'system', text: system },
          { role: 'user', text: user },
        ],
        advantages: [row['advantage']],
        agent: null,
        logprobs: null,
        responseIds: null,
      });
    }
    for (const [index, { group, step }] of episodes.entries()) {
      for (const [other, episode] of episodes.entries()) {
        const same = step === episode.step && rows[index]?.['prompt'] === rows[other]?.['prompt'];
        expect(group === episode.group).toBe(same);
      }
    }
  });

  it('of one reward function and plain prompts are read as they stand', async () => {
    const { files, rows } = table('trl-text');
    const episodes = await episodesOf(trl, givenFiles(files));
    expect(
      episodes.map(({ reward, skills, messages }) => ({ reward, skills, text: messages[0]?.text, prompt: messages[0]?.prompt })),
    ).toEqual(
      rows.map((row) => ({
        reward: row['shortness'],
        skills: { shortness: row['shortness'] },
        text: row['completion'],
        prompt: [{ role: 'prompt', text: row['prompt'] }],
      })),
    );
  });

  it('as lines are what they are as Parquet', async () => {
    const { files, rows } = table('trl-text');
    const lines = encodeJsonLines(rows);
    expect(await episodesOf(trl, [given('completions.jsonl', lines)])).toEqual(await episodesOf(trl, givenFiles(files)));
  });

  it('have no reward where several functions are weighed otherwise than their sum', async () => {
    const random = seededRandom(4);
    const rows = Array.from({ length: 24 }, (_, index) => ({
      step: 1,
      prompt: `p${index >> 2}`,
      completion: 'c',
      a: random(),
      b: index % 3 ? random() : null,
      advantage: 0,
    }));
    const of = async (weights: [number, number], scale: number) => {
      const rewards = rows.map(({ a, b }) => weights[0] * a + weights[1] * (b ?? 0));
      const told = rows.map((row, index) => {
        const group = rewards.slice(4 * (index >> 2), 4 * (index >> 2) + 4);
        return { ...row, advantage: Math.fround(scale * ((rewards[index] ?? 0) - group.reduce((sum, one) => sum + one, 0) / 4)) };
      });
      const parts = await partsOf(trl, [given('completions_00001.jsonl', encodeJsonLines(told))]);
      return {
        rewards: parts.flatMap((part) => (part.kind === 'episode' ? [part.episode.reward] : [])),
        notices: parts.flatMap((part) => (part.kind === 'notice' ? [part.message] : [])),
      };
    };
    const sums = rows.map(({ a, b }) => a + (b ?? 0));
    expect(await of([1, 1], 1)).toEqual({ rewards: sums, notices: [] });
    expect(await of([1, 1], 4 / 3)).toEqual({ rewards: sums, notices: [] });
    for (const weights of [
      [1, 2],
      [1, 0],
      [0.9, 1],
    ] as const) {
      const { rewards, notices } = await of([...weights], 1);
      expect(rewards.every((reward) => reward === null)).toBe(true);
      expect(notices).toEqual([expect.stringContaining('“a”, “b”')]);
    }
    expect((await of([-1, -1], 1)).rewards[0]).toBeNull();
  });

  it('of conversations have a message for each answer', async () => {
    const row = {
      step: 3,
      prompt: [
        { role: 'system', content: 'S' },
        { role: 'user', content: [{ type: 'text', text: 'U' }, { type: 'image' }] },
      ],
      completion: [
        { role: 'assistant', content: 'A', tool_calls: [{ type: 'function', function: { name: 'f', arguments: { x: 1 } } }] },
        { role: 'tool', name: 'f', content: '2' },
        { role: 'assistant', content: 'B', name: 'critic' },
      ],
      agent: 'solver',
      ok: 1,
      advantage: -0.5,
    };
    const [episode] = await episodesOf(trl, [given('c.jsonl', encodeJsonLines([row]))]);
    const prompt = [
      { role: 'system', text: 'S' },
      { role: 'user', text: 'U\n[image]' },
    ];
    const called = 'A\n<tool_call>{"name": "f", "arguments": {"x":1}}</tool_call>';
    expect(episode?.messages.map(({ agent, text, advantages, turn }) => ({ agent, text, advantages, turn }))).toEqual([
      { agent: 'solver', text: called, advantages: [-0.5], turn: 0 },
      { agent: 'critic', text: 'B', advantages: [-0.5], turn: 1 },
    ]);
    expect(episode?.messages[1]?.prompt?.map(({ role, text }) => ({ role, text }))).toEqual([
      ...prompt,
      { role: 'assistant', text: called },
      { role: 'tool', text: '2' },
    ]);
  });

  it('of our own export are the episodes they were made of', async () => {
    const own = ownEpisodes();
    const decode = (role: string, ids: readonly number[]) => `${role}:${ids.join(' ')}`;
    const back = await episodesOf(trl, [given('completions_3.jsonl', trlLines(own, decode))]);
    for (const [index, { messages, rewards }] of own.entries()) {
      expect(back[index]?.rewards).toEqual(rewards);
      expect(back[index]?.messages.map(({ agent, turn, text, advantages }) => ({ agent, turn, text, advantages }))).toEqual(
        messages.map(({ role, turn, response_ids, advantages }) => ({
          agent: role,
          turn,
          text: decode(role, response_ids),
          advantages: [advantages.reduce((sum, one) => sum + one, 0) / advantages.length],
        })),
      );
    }
  });

  it('that lie about their sizes are refused', async () => {
    const bytes = table('trl').files.get('completions_00001.parquet') ?? new Uint8Array();
    const refused = async (change: (copy: Uint8Array) => Uint8Array | void) => {
      const copy = bytes.slice();
      return await faultOf(trl, [given('completions_00001.parquet', change(copy) ?? copy)]);
    };
    expect(await refused((copy) => copy.slice(0, -20))).toMatchObject({
      code: 'E_IMPORT_PARQUET_CUT',
      place: { subject: 'completions_00001.parquet' },
    });
    expect(await refused((copy) => copy.fill(0xff, copy.length - 8, copy.length - 4))).toMatchObject({ code: 'E_IMPORT_PARQUET' });
    expect(await refused((copy) => copy.slice(0, 6))).toMatchObject({ code: 'E_IMPORT_PARQUET_CUT' });
    const lying = { ...given('x.parquet', bytes), size: bytes.length * 1000 };
    expect(await faultOf(trl, [lying])).toMatchObject({ code: 'E_IMPORT_PARQUET_CUT' });
    expect(await refused((copy) => copy.fill(0x7f, copy.length - 8, copy.length - 4))).toMatchObject({
      code: 'E_IMPORT_PARQUET',
      message: 'completions_00001.parquet is a damaged Parquet file: what it says of itself and what it holds do not fit together.',
      detail: expect.stringMatching(/^metadata of \d+ bytes$/),
    });
    expect(await faultOf(trl, [{ ...lying, size: 2 ** 40 }])).toMatchObject({ code: 'E_IMPORT_SIZE' });
  });

  it('that are no Parquet, or packed in a way that is not read, say so in words', async () => {
    const renamed = new TextEncoder().encode('PAR1 is how it begins, and no more');
    expect(await faultOf(trl, [given('x.parquet', renamed)])).toMatchObject({ code: 'E_IMPORT_PARQUET_CUT' });
    await expect(parquetTable(given('x.parquet', renamed.slice(1)))).rejects.toMatchObject({ fault: { code: 'E_IMPORT_NO_PARQUET' } });
    expect(await faultOf(trl, givenFiles(goldenFiles('trl-zstd')))).toMatchObject({
      code: 'E_IMPORT_PARQUET_PACKED',
      params: { codec: 'ZSTD' },
    });
  });

  it('changed in any way are read or refused, never an error of ours', async () => {
    const random = seededRandom(22);
    const bytes = table('trl').files.get('completions_00001.parquet') ?? new Uint8Array();
    const lines = new TextEncoder().encode(encodeJsonLines(table('trl').rows));
    for (let trial = 0; trial < 200; trial += 1) {
      const fault = await faultOf(trl, [given('completions_00001.jsonl', mutant(lines, random))]);
      if (fault) expect(fault.place?.subject).toBe('completions_00001.jsonl');
    }
    for (let trial = 0; trial < 200; trial += 1) {
      const copy = bytes.slice();
      for (let change = 0; change < 1 + Math.floor(random() * 3); change += 1) {
        // What is read first stands at the end.
        const at = random() < 0.6 ? copy.length - 1 - Math.floor(random() * 2500) : Math.floor(random() * copy.length);
        copy[at] = random() < 0.5 ? 0xff : Math.floor(random() * 256);
      }
      const fault = await faultOf(trl, [given('completions_00001.parquet', copy)]);
      if (fault) expect(fault.place?.subject).toBe('completions_00001.parquet');
    }
  });
});
