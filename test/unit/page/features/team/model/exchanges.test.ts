/** What agents saw of one another in an episode, and their small curves. */
import { describe, expect, it } from 'vitest';
import { callsIn, chosenEpisode, exchangeOf, newestEpisode, seenIn } from '../../../../../../src/page/features/team/model/exchanges.ts';
import { agentSparks, SPARK, sparkline } from '../../../../../../src/page/features/team/model/sparklines.ts';
import type { RunsState } from '../../../../../../src/page/state/runs/runs.ts';
import { episode, message, run } from '../../../../core/episode/records.ts';

/** Two turns: the solver hears the planner in both, and remembers the first. */
const twoTurns = episode(3, 1, {
  messages: [
    message('planner', 2, { text: 'plan' }),
    message('solver', 3, { text: 'first', sees: [0] }),
    message('planner', 2, { turn: 1, call: 1, text: 'again', sees: [0, 1] }),
    message('solver', 1, { turn: 1, call: 1, text: ' second ', sees: [0, 1, 2] }),
  ],
});

describe('what was seen', () => {
  it('in a turn is what others said in it, and in earlier ones that are remembered', () => {
    expect(seenIn(twoTurns, 0)).toEqual([{ turn: 0, from: 'planner', to: 'solver', text: 'plan', tokens: 2 }]);
    expect(seenIn(twoTurns, 1)).toEqual([
      { turn: 0, from: 'solver', to: 'planner', text: 'first', tokens: 3 },
      { turn: 0, from: 'planner', to: 'solver', text: 'plan', tokens: 2 },
      { turn: 1, from: 'planner', to: 'solver', text: 'again', tokens: 2 },
    ]);
    expect(seenIn(twoTurns, 2)).toEqual([]);
  });

  it('by one who speaks twice in a turn is told once', () => {
    const twice = episode(1, 0, {
      messages: [message('planner'), message('solver', 1, { sees: [0] }), message('solver', 1, { call: 1, sees: [0, 1] })],
    });
    expect(seenIn(twice, 0)).toHaveLength(1);
  });

  it('by an agent is its prompt, word for word where its tokens are known', () => {
    const vocabulary = ['', 'ann', '<|im_start|>', 'has', 'one', ' nut', '.'];
    const known = run({ episodes: { 3: [twoTurns] }, vocabularies: { micro: vocabulary } });
    expect(exchangeOf(known, twoTurns, 'solver')).toEqual({
      iteration: 3,
      episode: 1,
      turn: 1,
      saw: [{ source: 'observation', role: null, text: 'ann nut.' }],
      said: 'second',
      tokens: 1,
    });
    expect(exchangeOf(known, twoTurns, 'solver', 0)?.said).toBe('first');
    expect(exchangeOf(known, twoTurns, 'nobody')).toBeNull();
  });

  it('is told from the record where the tokens are not known', () => {
    const heard = message('solver', 1, {
      sees: [0],
      segments: [{ kind: 'scaffold', source: 'message', role: 'planner', start: 0, end: 3 }],
    });
    const record = episode(1, 0, { messages: [message('planner', 2, { text: 'plan' }), heard] });
    expect(exchangeOf(run(), record, 'solver')?.saw).toEqual([{ source: 'message', role: 'planner', text: 'plan' }]);
    expect(exchangeOf(run(), record, 'planner')?.saw).toEqual([{ source: 'observation', role: null, text: 'Problem 0' }]);
  });

  it('belongs to the episode a person chose, or to the newest', () => {
    const held = run({ episodes: { 2: [episode(2, 0)], 10: [episode(10, 0), episode(10, 1)] } });
    const state = { runs: { [held.id]: held }, current: held.id } as unknown as RunsState;
    expect(newestEpisode(held)).toMatchObject({ iteration: 10, episode: 1 });
    expect(newestEpisode(run())).toBeNull();
    expect(chosenEpisode(state, { iteration: 2, episode: 0 })).toMatchObject({ iteration: 2 });
    expect(chosenEpisode(state, { iteration: null, episode: 0 })).toBeNull();
    expect(chosenEpisode(state, { iteration: 2, episode: 9 })).toBeNull();
  });
});

describe('an orchestrator’s path', () => {
  it('is its calls in their order; what was not followed by anybody is none', () => {
    const record = episode(1, 0, {
      messages: [
        message('desk', 1, { text: 'I ask <call>smith</call>' }),
        message('smith', 1, { text: ' 4 ' }),
        message('desk', 1, { text: '<call>baker</call>' }),
        message('baker', 1, { text: '3' }),
        message('desk', 1, { text: '<call>smith</call>' }),
        message('smith', 1, { text: '5' }),
        message('desk', 1, { text: '<call>nobody</call>' }),
        message('desk', 1, { turn: 1, text: '<done/>' }),
      ],
    });
    expect(callsIn(record, 0, 'desk').map(({ number, to, answered }) => `${number} ${to} ${answered}`)).toEqual([
      '1 smith 4',
      '2 baker 3',
      '3 smith 5',
    ]);
    expect(callsIn(record, 1, 'desk')).toEqual([]);
  });
});

describe('a small curve', () => {
  const rows = (values: readonly (number | undefined)[], metric = 'reward/mean') =>
    values.map((value, iteration) => (value === undefined ? { iteration } : { iteration, [metric]: value }));

  it('fills its box, whatever the scale, and ends at the last value', () => {
    const spark = sparkline(rows([0, 0, 10, 10, 5]), 'reward/mean')!;
    expect(spark).toMatchObject({ last: 5, least: 0, most: 10, count: 5 });
    const [low, high, middle] = [SPARK.height - 1, 1, SPARK.height / 2];
    const quarter = SPARK.width / 4;
    expect(spark.path).toBe(`M0 ${low}L${quarter} ${low}L${2 * quarter} ${high}L${3 * quarter} ${high}L${SPARK.width} ${middle}`);
    expect(spark.end).toEqual({ x: SPARK.width, y: SPARK.height / 2 });
  });

  it('begins where measuring did, and breaks where it was not measured', () => {
    const spark = sparkline(rows([undefined, 1, undefined, 2, 3, 3, 4]), 'reward/mean')!;
    expect(spark.path.match(/M/g)).toHaveLength(2);
    expect(spark.path.startsWith('M0 ')).toBe(true);
    expect(sparkline(rows([undefined]), 'reward/mean')).toBeNull();
    expect(sparkline(rows([2, 2, 2, 2, 2]), 'reward/mean')?.end).toEqual({ x: SPARK.width, y: SPARK.height / 2 });
  });

  it('is not drawn of four points or fewer, which would fill the box whatever they are', () => {
    expect(sparkline(rows([0.5, 0.501]), 'reward/mean')).toBeNull();
    expect(sparkline(rows([1, undefined, 2, 3, 4]), 'reward/mean')).toBeNull();
    expect(sparkline(rows([1, 2, 3, 4, 5]), 'reward/mean')).not.toBeNull();
  });

  it('of a long run has few points, its peak among them', () => {
    const values = Array.from({ length: 5000 }, (_, index) => (index === 3333 ? 99 : index % 7));
    const spark = sparkline(rows(values), 'reward/mean')!;
    expect(spark.path.split(/[ML]/).length - 1).toBeLessThanOrEqual(SPARK.points);
    expect(spark.path).toMatch(/[ML][\d.]+ 1(L|$)/);
  });

  it('shows an agent’s own reward where the environment pays it apart, and is computed once for the same rows', () => {
    const team = rows([0.5, 0.6, 0.6, 0.7, 0.7]).map((row) => ({
      ...row,
      'reward/solver/mean': 'reward/mean' in row ? Number(row['reward/mean']) : 0,
      'actor/solver/kl_ref': 0.1,
    }));
    const sparks = agentSparks(team, 'solver');
    expect(sparks).toMatchObject({ ownReward: false, reward: { metric: 'reward/mean' }, kl: { last: 0.1 }, entropy: null });
    expect(agentSparks(team, 'solver')).toBe(sparks);
    const own = team.map((row) => ({ ...row, 'reward/solver/mean': 0.9 }));
    expect(agentSparks(own, 'solver')).toMatchObject({ ownReward: true, reward: { last: 0.9 } });
  });

  it('draws no KL at 0 of an agent that no update changed', () => {
    const measured = rows([0.5, 0.6, 0.6, 0.7, 0.7]).map((row) => ({ ...row, 'actor/planner/kl_ref': 0, 'actor/solver/kl_ref': 0.1 }));
    const trained = measured.map((row, at) => (at === 0 ? row : { ...row, 'actor/solver/lr': 1e-3 }));
    expect(agentSparks(trained, 'planner')).toMatchObject({ kl: null, neverTrained: true, reward: { last: 0.7 } });
    expect(agentSparks(trained, 'solver')).toMatchObject({ kl: { last: 0.1 }, neverTrained: false });
    // Where nothing says what was trained, as before the first update and in runs of others, nothing is denied.
    expect(agentSparks(measured, 'planner')).toMatchObject({ kl: { last: 0 }, neverTrained: false });
  });
});
