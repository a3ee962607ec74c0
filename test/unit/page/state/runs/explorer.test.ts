import { describe, expect, it } from 'vitest';
import {
  isOpen,
  lastWords,
  NO_FILTER,
  rowOf,
  sameProblem,
  selecting,
  selectRows,
  USUAL_SORT,
  type ExplorerFilter,
  type ExplorerSort,
} from '../../../../../src/page/state/runs/explorer.ts';
import { inSlices } from '../../../../../src/page/state/storage/slices.ts';
import { episode, message } from '../../../core/episode/records.ts';

const says = (planner: string, solver: string) => [message('planner', 2, { text: planner }), message('solver', 3, { text: solver })];
const records = [
  episode(1, 0, { reward: 0, problem: 'Two and two', messages: says('Add', 'five') }),
  episode(1, 1, { reward: 1, problem: 'One and one', messages: says('add', 'two') }),
  episode(5, 0, {
    reward: 0.5,
    problem: 'Two and two',
    messages: [...says('Think', 'four'), message('solver', 4, { text: 'FOUR!', turn: 1 })],
  }),
  episode(5, 1, { reward: 0, problem: 'Nothing', messages: [message('planner', 1, { text: 'two' })] }),
];

const listed = (filter: Partial<ExplorerFilter>, sort: ExplorerSort = USUAL_SORT): string[] =>
  selectRows(records, { ...NO_FILTER, ...filter }, sort).rows.map((row) => `${row.iteration}.${row.episode}`);

describe('a row', () => {
  it('tells length, who spoke, and the first answer', () => {
    const [, , row] = records.map(rowOf);
    expect(row).toMatchObject({ tokens: 9, spoke: ['planner', 'solver'], words: 'four', right: true });
    expect(records[2] && rowOf(records[2]), 'written once').toBe(row);
  });
});

it('a text whose tokens another trainer did not write down has an unknown number of them, which no range takes', () => {
  const unknown = episode(7, 0, { messages: [message('planner', 2), message('solver', 0, { text: 'four', response_ids: [] })] });
  const silent = episode(7, 1, { messages: [message('planner', 2), message('solver', 0, { text: '', response_ids: [] })] });
  expect([rowOf(unknown).tokens, rowOf(silent).tokens]).toEqual([Number.NaN, 2]);
  const { rows, lengths } = selectRows([unknown, silent], { ...NO_FILTER, tokens: { least: 0, most: null } }, USUAL_SORT);
  expect([rows.map((row) => row.episode), lengths]).toEqual([[1], { least: 2, most: 2 }]);
});

it('tells the mean of the advantages that are recorded, of tokens with loss; it is unknown where none is, and sorts last', () => {
  const of = (number: number, ...known: Parameters<typeof message>[2][]) =>
    episode(8, number, { messages: known.map((each) => message('solver', 2, each)) });
  const told = [
    of(0, { advantages: [1, 2] }, { advantages: [6, Number.NaN] }),
    of(1, { advantages: [1, 50], response_mask: [true, false] }),
    // An advantage of a message whose tokens nobody knows.
    of(2, { advantages: [-0.5], response_ids: [] }, { advantages: [0], response_ids: [] }),
    of(3, { advantages: [] }),
  ];
  expect(told.map((record) => rowOf(record).advantage)).toEqual([3, 1, -0.25, Number.NaN]);
  const sorted = (descending: boolean) => selectRows(told, NO_FILTER, { column: 'advantage', descending }).rows.map((row) => row.episode);
  expect([sorted(true), sorted(false)]).toEqual([
    [0, 1, 2, 3],
    [2, 1, 0, 3],
  ]);
});

it('calls nothing right of another trainer’s run that does not say it: all pass, and none is counted', () => {
  const theirs = (number: number, reward: number, info = {}) => episode(9, number, { seed: Number.NaN, reward, info });
  const shaped = [theirs(0, 0.4), theirs(1, -2)];
  const asked = { ...NO_FILTER, verdict: 'right' } as const;
  expect(selectRows(shaped, asked, USUAL_SORT)).toMatchObject({ anyJudged: false, judged: 0, right: 0, meanReward: -0.8 });
  expect(selectRows(shaped, asked, USUAL_SORT).rows.map((row) => row.right)).toEqual([null, null]);
  const said = selectRows([...shaped, theirs(2, 0, { correct: true })], NO_FILTER, USUAL_SORT);
  expect(said).toMatchObject({ anyJudged: true, judged: 1, right: 1 });
  expect(selectRows([...shaped, theirs(2, 0, { correct: true })], asked, USUAL_SORT).rows.map((row) => row.episode)).toEqual([2]);
});

describe('selecting', () => {
  it('filters by verdict, reward, length and who spoke', () => {
    expect(listed({ verdict: 'wrong' })).toEqual(['5.1', '1.0']);
    expect(listed({ reward: { least: 0.5, most: null } })).toEqual(['5.0', '1.1']);
    expect(listed({ reward: { least: null, most: 0.5 } })).toEqual(['5.0', '5.1', '1.0']);
    expect(listed({ tokens: { least: 5, most: 5 } })).toEqual(['1.0', '1.1']);
    expect(listed({ agent: 'solver' })).toEqual(['5.0', '1.0', '1.1']);
  });

  it('searches problem and messages, or the messages of one agent alone', () => {
    expect(listed({ text: ' TWO ' })).toEqual(['5.0', '5.1', '1.0', '1.1']);
    expect(listed({ text: 'two', agent: 'solver' })).toEqual(['1.1']);
    expect(listed({ text: 'two', agent: 'planner' })).toEqual(['5.1']);
    expect(listed({ text: 'nowhere' })).toEqual([]);
  });

  it('shows the last words of the agent that is looked for', () => {
    const { rows } = selectRows(records, { ...NO_FILTER, agent: 'solver', verdict: 'right' }, USUAL_SORT);
    expect(rows.map((row) => row.words)).toEqual(['FOUR!', 'two']);
    expect(records[3] && lastWords(records[3], 'solver')).toBe('');
  });

  it('sorts by any column, equal ones newest first and then by number', () => {
    const by = (column: ExplorerSort['column'], descending = false) => listed({}, { column, descending });
    expect(by('iteration')).toEqual(['1.0', '1.1', '5.0', '5.1']);
    expect(by('episode')).toEqual(['5.0', '1.0', '5.1', '1.1']);
    expect(by('problem')).toEqual(['5.1', '1.1', '5.0', '1.0']);
    expect(by('reward', true)).toEqual(['1.1', '5.0', '5.1', '1.0']);
    expect(by('tokens')).toEqual(['5.1', '1.0', '1.1', '5.0']);
    expect(by('spoke')).toEqual(['5.1', '5.0', '1.0', '1.1']);
    expect(by('words')).toEqual(['1.0', '5.0', '5.1', '1.1']);
  });

  it('counts what passes, and knows the extent of all there are', () => {
    const selection = selectRows(records, { ...NO_FILTER, reward: { least: 0.4, most: null } }, USUAL_SORT);
    expect(selection).toMatchObject({ of: 4, right: 2, meanReward: 0.75, rewards: { least: 0, most: 1 }, lengths: { least: 1, most: 9 } });
    expect(selectRows([], NO_FILTER, USUAL_SORT)).toMatchObject({ rows: [], meanReward: null, rewards: { least: null, most: null } });
  });

  it('comes to the same in slices as at once, also of many', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => episode(index % 7, index, { reward: (index * 37) % 11 }));
    const sort = { column: 'reward', descending: true } as const;
    const sliced = await new Promise((resolve) => void inSlices(selecting(many, NO_FILTER, sort), resolve));
    expect(sliced).toEqual(selectRows(many, NO_FILTER, sort));
    expect([...selecting(many, NO_FILTER, sort)].length, 'it pauses every few hundred').toBeGreaterThan(10);
  });
});

it('knows when a filter lets everything through', () => {
  expect(isOpen(NO_FILTER)).toBe(true);
  expect(isOpen({ ...NO_FILTER, text: '  ' })).toBe(true);
  expect(isOpen({ ...NO_FILTER, tokens: { least: 0, most: null } })).toBe(false);
});

it('takes a problem for the same by its number, or where it reads the same', () => {
  const problem = (problem_index: number, text: string, split: 'train' | 'test' = 'train') =>
    episode(1, 0, { problem_index, problem: text, split });
  expect(sameProblem(problem(3, 'a'), problem(3, 'b'))).toBe(true);
  expect(sameProblem(problem(3, 'a'), problem(8, 'a'))).toBe(true);
  expect(sameProblem(problem(3, 'a'), problem(8, 'b'))).toBe(false);
  expect(sameProblem(problem(3, 'a'), problem(3, 'a', 'test'))).toBe(false);
  // Of episodes whose problem nobody knows, none is known to be the same.
  expect(sameProblem(problem(Number.NaN, ''), problem(Number.NaN, ''))).toBe(false);
});
