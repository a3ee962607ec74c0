/** What the compat switches of prompts do, and what stands for the rest of a truncated episode. */
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { Compat } from '../../../../src/core/document/trainingSchema.ts';
import { begin, play } from './episodes.ts';
import { messageFor, shown, teamOf } from './support.ts';

describe('compat', () => {
  const diamond = teamOf(
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ],
    'parents',
  );
  const team: TeamSettings = {
    ...diamond,
    agents: diamond.agents.map((agent) => ({ ...agent, prompt: `I am ${agent.role}.\nsecret of ${agent.role}` })),
    history: 'own',
  };

  it('r3_linear_transcript: a missing edge hides nothing', () => {
    const { messages } = play(team, { compat: ['r3_linear_transcript'] });
    messages.forEach(({ sees }, index) => expect(sees).toEqual(Array.from({ length: index }, (_, at) => at)));
    expect(play(team).messages[3]!.sees).toEqual([1, 2]);
  });
  it('r3_linear_training: siblings do not read one another, but are trained as though they had', () => {
    const { messages } = play(team, { compat: ['r3_linear_training'] });
    const plain = play(team).messages;
    const untrained = messages.map(({ training_prompt_ids: _, ...message }) => message);
    expect(untrained, 'what is sampled is as without the switch').toEqual(plain);
    const trained = messages.slice(0, 4).map(({ training_prompt_ids: ids }) => (ids ? shown(ids) : null));
    expect(trained.slice(0, 2)).toEqual([null, null]);
    expect(shown(messages[2]!.prompt_ids)).not.toContain('<b:');
    expect(trained[2]).toBe('<system: I am c.\nsecret of c>\n<problem: for c 0>\n<a: [a.0.0]>\n<b: [b.0.0]>\n<c: ');
    // d has not been shown a's message; R3 can hide none.
    expect(trained[3]).toBe('<system: I am d.\nsecret of d>\n<problem: for d 0>\n<a: [a.0.0]>\n<b: [b.0.0]>\n<c: [c.0.0]>\n<d: ');
    // Of earlier turns it is shown what its own prompt shows.
    expect(shown(messages[6]!.training_prompt_ids!)).toBe(
      '<system: I am c.\nsecret of c>\n<problem: for c 0>\n<c: [c.0.0]>\n<judge: after 0>\n<problem: for c 1>\n<a: [a.1.1]>\n<b: [b.1.1]>\n<c: ',
    );
  });
  it('r3_linear_training never adds anything to an evaluation', () => {
    const episode = begin({ team, compat: ['r3_linear_training'], evaluation: true });
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) for (const r of wave) episode.deliver(r, messageFor(r));
    for (const message of episode.record().messages) expect(message).not.toHaveProperty('training_prompt_ids');
  });
  it('with both, as in R3: one transcript, to which a layer adds at the same time', () => {
    const wide = teamOf(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      'parents',
    );
    const { messages } = play(wide, { compat: ['r3_linear_transcript', 'r3_linear_training'] });
    expect(messages.slice(0, 4).map(({ role, sees }) => [role, sees])).toEqual([
      ['a', []],
      ['c', []],
      ['b', [0, 1]],
      ['d', [0, 1]],
    ]);
    expect(messages.slice(0, 4).map(({ training_prompt_ids: ids }) => ids && shown(ids).match(/<[abcd](?=: \[)/g))).toEqual([
      undefined,
      ['<a'],
      undefined,
      ['<a', '<c', '<b'],
    ]);
    expect(messages[7]!.sees).toEqual([0, 1, 2, 3, 4, 5]);
  });
  it('r3_first_system_prompt: of the others one line is known', () => {
    const { messages } = play(team, { compat: ['r3_first_system_prompt'] });
    expect(shown(messages[2]!.prompt_ids)).toBe(
      "<system: I am a.\nsecret of a>\n<problem: for c 0>\n<a: [a.0.0]>\n<system: Now it is c's turn. I am c.>\n<c: ",
    );
    expect(shown(messages[3]!.prompt_ids)).toContain("<system: Now it is b's turn. I am b.>\n<b: [b.0.0]>\n");
    for (const { prompt_ids } of messages) expect(shown(prompt_ids)).not.toMatch(/secret of [bcd]/);
  });
  it('r1_raw_bootstrap: the bare problem state, all that was said', () => {
    const end = (compat: Compat[]) => {
      const episode = begin({
        team,
        compat,
      });
      for (let wave = episode.ready(); wave.length > 0; wave = episode.ready())
        for (const r of wave) episode.deliver(r, messageFor(r, r.role));
      episode.toStep();
      episode.stepped({ state: 1, observation: 'next', reward: 0, terminated: false, truncated: false }, 'wrong');
      return episode.bootstrap()!;
    };
    const raw = end(['r1_raw_bootstrap']);
    expect(shown(raw.prompt.ids)).toBe('<problem: first>\n<a: a>\n<b: b>\n<c: c>\n<d: d>\n<judge: wrong>\n<problem: next>\n');
    expect(raw.agent).toBe(0);
    const plain = end([]);
    expect(shown(plain.prompt.ids)).toBe('<system: I am a.\nsecret of a>\n<problem: first>\n<a: a>\n<judge: wrong>\n<problem: next>\n<a: ');
  });
  it('the bootstrap is read by who is on duty next', () => {
    const [first, ...rest] = team.agents;
    const episode = begin({
      team: { ...team, agents: [{ ...first!, speaks: { from: 0, every: 2 } }, ...rest] },
    });
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) for (const r of wave) episode.deliver(r, messageFor(r));
    episode.toStep();
    episode.stepped({ state: 1, observation: 'next', reward: 0, terminated: false, truncated: false }, '');
    expect(episode.bootstrap()).toMatchObject({ agent: 1, apart: false });
    expect(shown(episode.bootstrapPrompt()!.ids)).toMatch(/<b: $/);
  });
});
