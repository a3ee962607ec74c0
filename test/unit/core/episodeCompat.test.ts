/** What the compat switches of prompts do, and what stands for the rest of a truncated episode. */
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../src/core/document/schema.ts';
import type { Compat } from '../../../src/core/document/trainingSchema.ts';
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
    expect(episode.bootstrap()).toMatchObject({ agent: 1 });
    expect(shown(episode.bootstrapPrompt()!.ids)).toMatch(/<b: $/);
  });
});
