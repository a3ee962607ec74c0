import { describe, expect, it } from 'vitest';
import { guessMapping, mappingOf } from '../../../../../../src/core/formats/imports/rows/guessMapping.ts';
import { firstRows, previewRows, unknownRowsReader } from '../../../../../../src/core/formats/imports/rows/unknownRows.ts';
import { faultOf, given, golden, goldenLines, headOf, readAll } from '../read.ts';

const TEAM = {
  completion: 'response',
  prompt: 'messages',
  agent: 'agent_name',
  step: 'meta.global_step',
  episode: 'traj_id',
  group: 'problem_id',
  reward: 'score',
  advantage: 'adv',
  logprobs: 'old_log_probs',
  token_ids: 'response_ids',
};

describe('rows of an unknown source', () => {
  it('are put together as episodes by the mapping of a person', async () => {
    const { episodes } = await readAll(unknownRowsReader, [golden('rows/team.jsonl')], TEAM);
    const rows = goldenLines('rows/team.jsonl');
    const ids = [...new Set(rows.map((row) => row.traj_id))];
    expect(episodes).toMatchObject(
      ids.map((id) => {
        const own = rows.filter((row) => row.traj_id === id);
        return {
          id,
          step: own[0].meta.global_step,
          group: String(own[0].problem_id),
          problem: own[0].messages[0].content,
          // Both rows of an episode have the team's reward.
          reward: own[0].score,
          rewards: {},
          messages: own.map((row) => ({
            agent: row.agent_name,
            text: row.response,
            prompt: [{ role: 'user', text: row.messages[0].content }],
            reward: null,
            responseIds: row.response_ids,
            logprobs: row.old_log_probs,
            advantages: row.response_ids.map(() => row.adv),
            values: null,
            entropies: null,
            finish: null,
          })),
        };
      }),
    );
  });

  it('of one episode may lie anywhere, and be paid each for itself', async () => {
    const lines = [
      { e: 'x', who: 'a', said: 'one', r: 1 },
      { e: 'y', who: 'a', said: 'two', r: 0.5 },
      { e: 'x', who: 'b', said: 'three', r: 0.25 },
      { e: 'x', who: 'a', said: 'four', r: 2 },
    ];
    const file = given('f.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const { episodes } = await readAll(unknownRowsReader, [file], { completion: 'said', agent: 'who', reward: 'r', episode: 'e' });
    expect(episodes.map(({ id, reward, rewards }) => ({ id, reward, rewards }))).toEqual([
      { id: 'x', reward: null, rewards: { a: 3, b: 0.25 } },
      { id: 'y', reward: 0.5, rewards: {} },
    ]);
    expect(episodes[0]?.messages.map(({ text, reward }) => [text, reward])).toEqual([
      ['one', 1],
      ['three', 0.25],
      ['four', 2],
    ]);
  });

  it('come from tables too, a row an episode where no column says otherwise; what is not there is unknown', async () => {
    const { episodes } = await readAll(unknownRowsReader, [golden('rows/plain.csv')], { completion: 'model said', reward: 'points' });
    expect(episodes.map(({ reward, step, id, group, problem }) => [reward, step, id, group, problem])).toEqual(
      [0, 1, 0, 1].map((reward) => [reward, null, null, null, null]),
    );
    expect(episodes[0]?.messages).toMatchObject([
      { text: 'The answer, after "some" thought, is 42.', prompt: null, agent: null, logprobs: null },
    ]);
  });

  it('take a completion of several messages for what was read and the last that was said', async () => {
    const chat = [
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'f', arguments: '{"x":1}' } }] },
      { role: 'tool', content: '2' },
      { role: 'assistant', content: 'It is 2.' },
    ];
    const { episodes } = await readAll(unknownRowsReader, [given('f.json', JSON.stringify([{ c: chat, p: 'Ask' }]))], {
      completion: 'c',
      prompt: 'p',
    });
    expect(episodes[0]?.messages[0]).toMatchObject({
      text: 'It is 2.',
      prompt: [
        { role: 'user', text: 'Ask' },
        { role: 'assistant', text: '<tool_call>{"name":"f","arguments":{"x":1}}</tool_call>' },
        { role: 'tool', text: '2' },
      ],
    });
  });

  it('are refused without a mapping, and with one that names what is not there or is of another type', async () => {
    const file = () => golden('rows/team.jsonl');
    expect(await faultOf(unknownRowsReader, [file()])).toMatchObject({ code: 'E_ROWS_MAPPING', params: { named: null } });
    expect(await faultOf(unknownRowsReader, [file()], { ...TEAM, advantage: 'nowhere.at' })).toMatchObject({
      params: { named: 'nowhere.at' },
    });
    for (const [field, column] of [
      ['reward', 'response'],
      ['step', 'adv'],
      ['token_ids', 'old_log_probs'],
      ['logprobs', 'response'],
      ['agent', 'messages'],
      ['completion', 'meta'],
    ])
      expect(await faultOf(unknownRowsReader, [file()], { ...TEAM, [field!]: column })).toMatchObject({
        code: 'E_ROWS_CELL',
        place: { line: 1 },
        params: { named: column, field },
      });
    const uneven = given('f.jsonl', '{"c":"a","i":[1,2],"l":[-1]}\n');
    expect(await faultOf(unknownRowsReader, [uneven], { completion: 'c', token_ids: 'i', logprobs: 'l' })).toMatchObject({
      params: { expected: 'as_many' },
    });
  });

  it('that are hostile end as faults', async () => {
    const mapping = { completion: 'c' };
    expect(await faultOf(unknownRowsReader, [given('f.csv', 'c,d\n"a,b\n')], mapping)).toMatchObject({
      code: 'E_ROWS_CSV',
      params: { line: 2 },
    });
    expect(await faultOf(unknownRowsReader, [given('f.csv', 'c,d\n')], mapping)).toMatchObject({ code: 'E_ROWS_NONE' });
    expect(await faultOf(unknownRowsReader, [given('f.jsonl', '{"c":\n{"c":\n')], mapping)).toMatchObject({
      code: 'E_IMPORT_LINE',
      place: { line: 1 },
    });
    const latin = Uint8Array.from([...new TextEncoder().encode('c,d\n'), 0xe9, 0x2c, 0x31, 0x0a]);
    expect(await faultOf(unknownRowsReader, [given('f.csv', latin)], mapping)).toMatchObject({ code: 'E_IMPORT_TEXT' });
    const wide = `${Array.from({ length: 10_001 }, (_, index) => `c${index}`).join(',')}\n`;
    expect(await faultOf(unknownRowsReader, [given('f.csv', wide)], mapping)).toMatchObject({ code: 'E_TRACE_MANY' });
    expect(await faultOf(unknownRowsReader, [given('f.jsonl', '{"__proto__":{"c":"x"}}\n')], mapping)).toMatchObject({
      code: 'E_ROWS_MAPPING',
    });
  });

  it('are known by being rows', async () => {
    for (const path of ['rows/team.jsonl', 'rows/plain.csv']) expect(unknownRowsReader.claims(await headOf(golden(path)))).toBe(true);
    for (const path of ['trackio/team.db', 'wandb/run-offline.wandb'])
      expect(unknownRowsReader.claims(await headOf(golden(path)))).toBe(false);
    expect(unknownRowsReader.claims(await headOf(given('a.txt', 'Dear all,\n\nno table.')))).toBe(false);
    expect(unknownRowsReader.claims(await headOf(given('a.txt', 'One sentence.\n')))).toBe(false);
  });
});

describe('a guessed mapping', () => {
  const guessed = async (path: string) => guessMapping((await firstRows(golden(path), 100)).map(({ row }) => row));

  it('finds the columns of a team by their names and what they hold', async () => {
    const guesses = await guessed('rows/team.jsonl');
    expect(mappingOf(guesses)).toEqual(TEAM);
    expect(new Set(guesses.map(({ reason }) => reason))).toEqual(new Set(['name']));
    const told = await unknownRowsReader.columns?.([golden('rows/plain.csv')]);
    expect(told).toMatchObject({
      columns: ['question', 'model said', 'points', 'note'],
      reasons: { completion: 'longest_text', prompt: 'name' },
    });
  });

  it('finds by contents what names do not say, and says why', async () => {
    expect(await guessed('rows/plain.csv')).toEqual([
      { field: 'prompt', column: 'question', reason: 'name' },
      { field: 'completion', column: 'model said', reason: 'longest_text' },
      { field: 'group', column: 'question', reason: 'repeated_prompt' },
    ]);
    const rows = [0, 1].map((index) => ({
      a: [{ role: 'user', content: `q${index}` }],
      b: `a text of some length ${index}`,
      c: [-0.5, -1.25],
      d: [3, 4],
    }));
    expect(guessMapping(rows)).toEqual([
      { field: 'prompt', column: 'a', reason: 'chat' },
      { field: 'completion', column: 'b', reason: 'longest_text' },
      { field: 'logprobs', column: 'c', reason: 'log_probabilities' },
      { field: 'token_ids', column: 'd', reason: 'token_ids' },
    ]);
  });

  it('proposes no column by a name whose contents are something else, and none twice', () => {
    const rows = [{ reward: 'good', completion: 5, response: 'yes', step: 'first', advantages: 'none' }];
    expect(guessMapping(rows)).toEqual([{ field: 'completion', column: 'response', reason: 'name' }]);
    expect(guessMapping([{ a: 'short', n: 1 }])).toEqual([{ field: 'completion', column: 'a', reason: 'longest_text' }]);
    expect(guessMapping([])).toEqual([]);
    const uneven = { response: 'yes', logprobs: [-1], response_ids: [1, 2] };
    expect(mappingOf(guessMapping([uneven]))).toEqual({ completion: 'response', token_ids: 'response_ids' });
  });

  it('is shown on the first rows, with what cannot be read of them', async () => {
    const rows = await firstRows(golden('rows/team.jsonl'), 4);
    const good = previewRows(rows, TEAM, 4);
    expect(good.problems).toEqual([]);
    expect(good.episodes.map(({ id, messages }) => [id, messages.length])).toEqual([
      ['0-0-0', 2],
      ['0-0-1', 2],
    ]);
    const bad = previewRows(rows, { ...TEAM, reward: 'response' }, 3);
    expect(bad.problems).toEqual([1, 2, 3].map((line) => ({ line, column: 'response', field: 'reward', expected: 'number' })));
    expect(bad.episodes[0]?.reward).toBeNull();
  });
});
