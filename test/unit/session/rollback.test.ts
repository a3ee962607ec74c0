/** Which team counts as the best, and when one goes back to it. */
import { describe, expect, it } from 'vitest';
import { trainingSchema } from '../../../src/core/document/schema.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { TrainedAdapter } from '../../../src/session/adapters.ts';
import { Rollback } from '../../../src/session/rollback.ts';

const engine = null as unknown as Engine;

/** A rollback over one adapter whose snapshot says after which iteration it was taken. */
function rollback(settings: object) {
  let now = 0;
  const restored: string[] = [];
  const adapter = { name: 'a', snapshot: () => Promise.resolve(`after ${now}`), restore: (_: Engine, to: string) => restored.push(to) };
  const { rollback: parsed } = trainingSchema.parse({ rollback: { enabled: true, maxKl: 0, ...settings } });
  const guard = new Rollback(parsed, [adapter as unknown as TrainedAdapter]);
  /** One iteration whose rollout earned `reward`. */
  const iterate = async (reward: number): Promise<string | null> => {
    await guard.played(reward, now);
    const why = guard.check(engine, 0);
    now += 1;
    return why;
  };
  return { guard, iterate, restored };
}

describe('rollback', () => {
  it('goes back when the mean of the window has fallen by more than was allowed, to the best team', async () => {
    const { iterate, restored, guard } = rollback({ drop: 0.2, window: 2 });
    for (const reward of [0.5, 0.7, 0.7, 0.5]) expect(await iterate(reward)).toBeNull();
    expect(await iterate(0.3)).toContain('0.40, was more than 0.2 below the best, 0.70');
    // The team that played the third rollout, after two updates, ended the best window.
    expect(restored).toEqual(['after 2']);
    expect(guard.state).toMatchObject({ best: 0.7, iteration: 2, recent: [], rateFactor: 0.5 });
  });

  it('one lucky rollout behind a rollback is no better mean of the window', async () => {
    const { iterate, restored, guard } = rollback({ drop: 0.2, window: 3 });
    for (const reward of [0.5, 0.5, 0.5, 0.1, 0.1]) await iterate(reward);
    expect(restored).toEqual(['after 0']);
    expect(await iterate(0.8)).toBeNull();
    expect(guard.state.best).toBe(0.5);
    // Back at its usual reward, the same team is not taken for a fallen one.
    for (const reward of [0.4, 0.5]) expect(await iterate(reward)).toBeNull();
    expect(restored).toHaveLength(1);
  });
});
