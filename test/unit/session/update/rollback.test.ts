/** Which team counts as the best, what is suspected of one that played, and when it goes back. */
import { describe, expect, it } from 'vitest';
import { trainingSchema } from '../../../../src/core/document/schema.ts';
import type { PolicyAdapter } from '../../../../src/session/policy/policyAdapter.ts';
import { Rollback } from '../../../../src/session/update/rollback.ts';

/** Rewards of 256 problems of which so many are solved; which ones is the same for everybody. */
const solved = (count: number): number[] => Array.from({ length: 256 }, (_, problem) => (problem < count ? 1 : 0));

/** A rollback over one adapter whose parameters say after which iteration it has them. */
function rollback(settings: object) {
  let now = 0;
  const restored: string[] = [];
  let onEngine = 'after 0';
  const plays: string[] = [];
  const adapter = {
    name: 'a',
    parameters: 'after 0',
    snapshot: () => Promise.resolve({ parameters: adapter.parameters }),
    isAt: (to: { parameters: string }) => to.parameters === adapter.parameters,
    restore: (to: { parameters: string }) => Promise.resolve(void restored.push(to.parameters)),
    speakAs: (to: { parameters: string } | null) => Promise.resolve(void (onEngine = to?.parameters ?? adapter.parameters)),
  };
  const { rollback: parsed } = trainingSchema.parse({ rollback: { enabled: true, maxKl: 0, ...settings } });
  const guard = new Rollback(parsed, [adapter as unknown as PolicyAdapter]);
  /** One iteration whose rollout earned `reward`; afterwards a team solves so many of the 256 problems, by its parameters. */
  const iterate = async (reward: number, { klRef = 0, solves = (_: string): number => 128 } = {}) => {
    await guard.played(reward, now);
    now += 1;
    onEngine = adapter.parameters = `after ${now}`;
    const check = await guard.check({ planner: 0.1, solver: klRef }, () => {
      plays.push(onEngine);
      return Promise.resolve(solved(solves(onEngine)));
    });
    expect(onEngine).toBe(adapter.parameters);
    return check;
  };
  return { guard, iterate, restored, plays };
}

describe('rollback', () => {
  it('goes back when the mean of the window has fallen and the present team earns less than the best on the same problems', async () => {
    const { iterate, restored, guard, plays } = rollback({ drop: 0.2, window: 2 });
    for (const reward of [0.5, 0.7, 0.7, 0.5]) expect(await iterate(reward)).toBeNull();
    const check = await iterate(0.3, { solves: (team) => (team === 'after 5' ? 90 : 180) });
    expect(check).toEqual({
      back: true,
      suspected: { of: 'reward', window: 2, mean: '0.40', drop: 0.2, best: '0.70' },
      problems: 256,
      earned: '0.35',
      best: '0.70',
    });
    // The team that played the third rollout, after two updates, ended the best window.
    expect(plays).toEqual(['after 5', 'after 2']);
    expect(restored).toEqual(['after 2']);
    expect(guard.state).toMatchObject({ best: 0.7, iteration: 2, recent: [], rateFactor: 0.5 });
  });

  it('stays where a fall of the reward was luck: it is looked at, nothing is changed', async () => {
    const { iterate, restored, guard, plays } = rollback({ drop: 0.2, window: 2 });
    for (const reward of [0.5, 0.7, 0.7, 0.5]) await iterate(reward);
    const check = await iterate(0.3, { solves: (team) => (team === 'after 5' ? 176 : 180) });
    expect(check?.back).toBe(false);
    expect(restored).toEqual([]);
    expect(guard.state).toMatchObject({ best: 0.7, rateFactor: 1 });
    // The best team is played once; the next look has what it earned.
    await iterate(0.3, { solves: () => 180 });
    expect(plays).toEqual(['after 5', 'after 2', 'after 6']);
  });

  it('suspects one agent that is far from the base, though the others are near it', async () => {
    const { iterate, restored } = rollback({ drop: 10, maxKl: 0.9 });
    const worse = (team: string) => (team === 'after 0' ? 128 : 60);
    expect(await iterate(0.5, { klRef: 0.89, solves: worse })).toBeNull();
    expect((await iterate(0.5, { klRef: 1.18 }))?.back).toBe(false);
    const check = await iterate(0.5, { klRef: 1.18, solves: worse });
    expect(check?.suspected).toEqual({ of: 'kl', role: 'solver', kl: 1.2, limit: 0.9 });
    expect(restored).toEqual(['after 0']);
  });

  it('one lucky rollout behind a rollback is no better mean of the window', async () => {
    const { iterate, restored, guard } = rollback({ drop: 0.2, window: 3 });
    const solves = (team: string) => (team === 'after 5' ? 20 : 128);
    for (const reward of [0.5, 0.5, 0.5, 0.1, 0.1]) await iterate(reward, { solves });
    expect(restored).toEqual(['after 0']);
    expect(await iterate(0.8)).toBeNull();
    expect(guard.state.best).toBe(0.5);
    // Back at its usual reward, the same team is not taken for a fallen one.
    for (const reward of [0.4, 0.5]) expect(await iterate(reward)).toBeNull();
    expect(restored).toHaveLength(1);
  });
});
