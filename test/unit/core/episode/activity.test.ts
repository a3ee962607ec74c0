/** What is told of a rollout under way: how far everybody is, whom they wait for, and the words of one episode. */
import { describe, expect, it } from 'vitest';
import type { AgentActivity } from '../../../../src/core/episode/activity.ts';
import { RolloutActivity } from '../../../../src/session/play/activity.ts';

const tokenizer = {
  special: { pad: 0, start: 1, end: 2 },
  decode: (ids: readonly number[]) => ids.map((id) => (id === 9 ? '\uFFFD' : String.fromCharCode(id))).join(''),
};

/** An episode of two agents, of which the second waits for the first until it is over. */
function fake(finished = false) {
  return { finished, waits: (): number[][] => (finished ? [[], []] : [[], [0]]) };
}

describe('the activity of a rollout', () => {
  it('counts over all episodes, and tells whom one of them waits for', () => {
    let last: readonly AgentActivity[] = [];
    const activity = new RolloutActivity(['planner', 'solver'], [fake(), fake()], (agents) => (last = agents));
    activity.asked(0);
    expect(last).toEqual([
      { role: 'planner', state: 'generating', done: 0, total: 2 },
      { role: 'solver', state: 'queued', done: 0, total: 2, waitsFor: ['planner'] },
    ]);
    activity.spoke(0);
    activity.asked(0);
    activity.spoke(0);
    expect(last[0]).toMatchObject({ state: 'done', done: 2 });
  });

  it('hears the words of one episode alone, without the mark that ends them or half a character', () => {
    let last: readonly AgentActivity[] = [];
    const episodes = [fake(), fake()];
    const activity = new RolloutActivity(['planner', 'solver'], episodes, (agents) => (last = agents));
    const watcher = activity.watcher(episodes[0]!, 0, tokenizer, [2]);
    expect(activity.watcher(episodes[1]!, 0, tokenizer, [2])).toBeUndefined();
    watcher?.([9, 51]);
    expect(last[0]?.says).toBe('3');
    watcher?.([51, 42, 53, 2]);
    expect(last[0]?.says).toBe('3*5');
    expect(last[1]).not.toHaveProperty('says');
  });

  it('goes on with the next episode when that one is over', () => {
    let last: readonly AgentActivity[] = [];
    const episodes = [fake(), fake()];
    const activity = new RolloutActivity(['planner', 'solver'], episodes, (agents) => (last = agents));
    activity.watcher(episodes[0]!, 0, tokenizer, [2])?.([51]);
    episodes[0] = Object.assign(episodes[0]!, fake(true));
    expect(activity.watcher(episodes[1]!, 1, tokenizer, [2])).toBeDefined();
    activity.asked(1);
    expect(last[0], 'its words are over').not.toHaveProperty('says');
  });

  it('is over when the episodes are, where nobody knows how often somebody speaks', () => {
    let last: readonly AgentActivity[] = [];
    const episodes = [fake()];
    const activity = new RolloutActivity(['planner', 'solver'], episodes, (agents) => (last = agents), 0);
    activity.asked(0);
    activity.spoke(0);
    expect(last[0]).toMatchObject({ state: 'queued', done: 1, total: 0 });
    Object.assign(episodes[0]!, fake(true));
    activity.ended();
    expect(last[0]).toMatchObject({ state: 'done', done: 1, total: 0 });
  });

  it('watches nobody when nobody asks', () => {
    const episode = fake();
    expect(new RolloutActivity(['planner'], [episode], undefined).watcher(episode, 0, tokenizer, [2])).toBeUndefined();
  });
});
