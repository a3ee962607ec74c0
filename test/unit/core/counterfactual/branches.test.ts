/** The tree of branches: its order, how a continuation came about, and which pinned messages are stale. */
import { describe, expect, it } from 'vitest';
import {
  type Branch,
  changedPrompts,
  firstAnew,
  nearestVersion,
  originOf,
  branchTree,
  spokeAfter,
  stalePins,
  withDescendants,
} from '../../../../src/core/counterfactual/branches.ts';
import type { Change } from '../../../../src/core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';

const say = (message: number): Change => ({ kind: 'message', message, text: 'x' });
const prompt = (message: number, role: string): Change => ({ kind: 'prompt', message, role, prompt: 'y' });
const branch = (id: string, parent: string | null, made: number, change: Change = say(0), continuation = 1, episode = 1): Branch => ({
  id,
  parent: parent === null ? null : { id: parent, continuation },
  iteration: 2,
  episode,
  change,
  pinned: [],
  team: 1,
  backend: 'wasm',
  made,
  answer: { original: [], edited: [], difference: 0, interval: null },
});

describe('the tree', () => {
  const all = [
    branch('a', null, 1),
    branch('b', null, 2),
    branch('c', 'a', 3),
    branch('d', 'c', 4),
    branch('e', 'b', 5),
    branch('z', null, 6, say(0), 1, 7),
  ];

  it('stands each branch behind its parent, and shows those of one episode', () => {
    const order = branchTree(all.toReversed(), { iteration: 2, episode: 1 }).map(({ branch: { id }, depth }) => `${id}${depth}`);
    expect(order).toEqual(['a0', 'c1', 'd2', 'b0', 'e1']);
    expect(branchTree(all, { iteration: 3, episode: 1 })).toEqual([]);
  });

  it('leaves out what lost its parent', () => {
    const rest = all.filter(({ id }) => id !== 'a');
    expect(branchTree(rest, { iteration: 2, episode: 1 }).map(({ branch: { id } }) => id)).toEqual(['b', 'e']);
  });

  it('takes with a branch all that hang below it', () => {
    expect(withDescendants(all, 'a').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
  });
});

describe('how a continuation came about', () => {
  it('a text is the branch’s own up to it, any other change from it', () => {
    expect(firstAnew(say(3))).toBe(4);
    expect(firstAnew(prompt(3, 'a'))).toBe(3);
  });

  it('is the forks on its way, of which a later one takes the place of those behind it; changed agents stay so', () => {
    const all = [
      branch('late', null, 1, say(4)),
      branch('later', 'late', 2, prompt(6, 'b'), 3),
      branch('early', 'later', 3, say(1), 5),
      branch('last', 'early', 4, prompt(3, 'a'), 2),
    ];
    expect(originOf(all, 'late', 3)).toEqual({ forks: [{ from: 5, branch: 3 }], standing: [] });
    expect(originOf(all, 'later', 5)).toEqual({
      forks: [
        { from: 5, branch: 3 },
        { from: 6, branch: 5 },
      ],
      standing: [prompt(6, 'b')],
    });
    expect(originOf(all, 'early', 2).forks).toEqual([{ from: 2, branch: 2 }]);
    expect(originOf(all, 'last', 9)).toEqual({
      forks: [
        { from: 2, branch: 2 },
        { from: 3, branch: 9 },
      ],
      standing: [prompt(6, 'b'), prompt(3, 'a')],
    });
  });
});

describe('versions', () => {
  it('tells which team spoke, and the nearest that is kept', () => {
    expect([spokeAfter(1, 0), spokeAfter(5, 0), spokeAfter(5, 2), spokeAfter(2, 3)]).toEqual([0, 4, 2, 0]);
    expect(nearestVersion([0, 3, 7], 4)).toBe(3);
    expect(nearestVersion([0, 3, 7], 5)).toBe(3);
    expect(nearestVersion([0, 3, 7], 6)).toBe(7);
    expect(nearestVersion([], 6)).toBeNull();
  });
});

describe('pinned messages', () => {
  // Two turns of planner → solver → critic, in which the critic sees the solver alone, and everybody the own turn alone.
  const team = [0, 1].flatMap((turn) => [
    { role: 'planner', turn, sees: [] },
    { role: 'solver', turn, sees: [3 * turn] },
    { role: 'critic', turn, sees: [3 * turn + 1] },
  ]);

  it('go stale when a message they see is another one or is said anew', () => {
    expect(stalePins(team, say(0), [1])).toEqual(new Map([[1, { messages: [0], self: false, turn: false }]]));
    expect(stalePins(team, say(0), [2])).toEqual(new Map([[2, { messages: [1], self: false, turn: false }]]));
  });

  it('do not where all that they see is pinned with them: the words are the same', () => {
    expect([...stalePins(team, say(0), [1, 2]).keys()]).toEqual([1]);
  });

  it('do not go stale by what comes behind them, or by another agent’s prompt', () => {
    expect(stalePins(team, say(1), [0])).toEqual(new Map());
    expect([...stalePins(team, prompt(1, 'planner'), [2]).entries()]).toEqual([[2, { messages: [1], self: false, turn: false }]]);
    expect(stalePins(team.slice(0, 3), prompt(0, 'planner'), [1]).get(1)).toEqual({ messages: [0], self: false, turn: false });
  });

  it('go stale with their own prompt, and with a turn before theirs', () => {
    expect(stalePins(team, prompt(1, 'critic'), [2]).get(2)).toEqual({ messages: [1], self: true, turn: false });
    expect(stalePins(team, say(2), [3, 4, 5]).get(3)).toEqual({ messages: [], self: false, turn: true });
  });

  it('of prompts as they were played, those that differ are counted', () => {
    const episode = (ids: number[]) => ({ messages: [{ prompt_ids: ids }] }) as unknown as EpisodeRecord;
    const none = { messages: [] } as unknown as EpisodeRecord;
    expect(changedPrompts(episode([1, 2]), [episode([1, 2]), episode([1, 3]), episode([1]), none], 0)).toEqual({ changed: 2, of: 3 });
  });
});
