/** C3, difference rewards and COMA train: repeatably, with credit that is recorded in full, and a critic where one is asked. */
import { afterAll, describe, expect, it } from 'vitest';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { outcomeOf } from '../../../headless/perturb/perturb.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject, openTeamOn } from '../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

describe.each(['c3', 'difference', 'coma'] as const)('%s', (algorithm) => {
  const project = microProject({ algorithm, alternatives: 2, continuations: 2, episodes: 4, iterations: 3, evaluateEvery: 0 });

  it('gives the same team twice, and credits each message by what is recorded of it', async () => {
    const once = await openTeamOn(project, engine);
    // A critic begins at 0 for everything, so that COMA tells nothing apart before it has seen a reward.
    for (let before = 0; before < 2; before += 1) await once.iterate();
    const { episodes, metrics } = await once.iterate();
    const { team } = await outcomeOf(once);
    // One after the other: on one engine they have the same names.
    once.dispose();
    const again = await openTeamOn(project, engine);
    for (let before = 0; before < 2; before += 1) await again.iterate();
    const second = await again.iterate();
    expect(second.episodes).toEqual(episodes);
    expect(metrics['credit/violations']).toBe(0);
    expect((await outcomeOf(again)).team === team).toBe(true);
    // Two messages an episode: two continuations behind each and each in its place, but for the recorded one; COMA plays none.
    const sides = { c3: 3, difference: 2, coma: 0 }[algorithm];
    const said = episodes.flatMap(({ messages }) => messages);
    expect(metrics['rollout/replayed_episodes']).toBe(sides === 0 ? 0 : said.length * (sides * 2 - 1));
    const sampled = said.flatMap(({ prompt_ids: prompt, counterfactual }) =>
      algorithm === 'difference' ? [] : counterfactual!.others.map(({ response_ids: ids }) => prompt.length + ids.length),
    );
    const others = sampled.reduce((sum, tokens) => sum + tokens, 0);
    if (algorithm === 'coma') expect(metrics['rollout/replayed_tokens']).toBe(others);
    else expect(metrics['rollout/replayed_tokens']).toBeGreaterThan(others);
    let apart = 0;
    for (const { messages } of episodes)
      for (const { role, response_ids: ids, advantages, values, counterfactual } of messages) {
        const { worth, others } = counterfactual!;
        expect(others).toHaveLength(algorithm === 'difference' ? 1 : 2);
        const mean = others.reduce((sum, other) => sum + other.worth[role]!, 0) / others.length;
        for (const advantage of advantages) expect(advantage).toBeCloseTo(worth[role]! - mean, 12);
        if (algorithm === 'coma') {
          expect(values).toHaveLength(ids.length);
          expect(worth[role]).toBe(values.at(-1));
          // The same words have the same value, whoever said them when.
          for (const other of others) if (other.response_ids.join() === ids.join()) expect(other.worth[role]).toBeCloseTo(worth[role]!, 5);
        }
        if (advantages[0] !== 0) apart += 1;
      }
    expect(apart).toBeGreaterThan(0);
    again.dispose();
  });
});
