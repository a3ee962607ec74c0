/** What a critic of the whole team reads, and that no agent does. */
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import { CRITIC_READS, type CriticReads } from '../../../../src/core/document/trainingSchema.ts';
import { valuedPrompt } from '../../../../src/core/compat/linearTraining.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { parseEpisodes } from '../../../../src/core/formats/runs/rolloutFile.ts';
import { markTokens, messagesOf } from '../../../../headless/envHost/marks.ts';
import { begin, marker, play } from './episodes.ts';
import { messageFor, shown, teamOf } from './support.ts';

/** Two who hear nobody, and one who hears the second alone. */
const apart: TeamSettings = { ...teamOf(['a', 'b', 'c'], [['b', 'c']], 'parents'), history: 'own' };
const hidden = (turn: number) => `secret ${turn}`;

/** The record without what the critic alone read. */
function asAgentsSaw({ hidden_states: _states, messages, ...rest }: EpisodeRecord) {
  return { ...rest, messages: messages.map(({ critic_prompt_ids: _ids, ...message }) => message) };
}

/** The transcript in a second, plainer way: out of what is known of the team, not of its prompts. */
function expected({ messages }: EpisodeRecord, index: number, reads: CriticReads): string {
  const { role, turn } = messages[index]!;
  const turns = Array.from({ length: turn + 1 }, (_, at) => {
    const said = messages.slice(0, index).filter((message) => message.turn === at);
    return [
      ...(reads === 'state' && at === turn ? [`<state: ${hidden(at)}>\n`] : []),
      `<problem: ${apart.agents.map((agent) => `${agent.role}: for ${agent.role} ${at}`).join('\n')}>\n`,
      ...said.map((message) => `<${message.role}: ${marker(message)}>\n`),
      ...(at < turn ? [`<judge: after ${at}>\n`] : []),
    ].join('');
  });
  const profile = apart.agents.find((agent) => agent.role === role)!.prompt;
  return `${profile === '' ? '' : `<system: ${profile}>\n`}${turns.join('')}<${role}: `;
}

describe('the joint transcript', () => {
  it.each(['transcript', 'state'] as const)('with %s is all that was told and said before the message, in serialised order', (reads) => {
    const record = play(apart, { criticReads: reads, hidden });
    record.messages.forEach((message, index) => expect(shown(valuedPrompt(message)), `${index}`).toBe(expected(record, index, reads)));
  });

  it('never changes what an agent reads', () => {
    const plain = play(apart);
    for (const criticReads of CRITIC_READS) {
      const record = play(apart, { criticReads, hidden });
      expect(asAgentsSaw(record)).toEqual(plain);
      for (const { prompt_ids } of record.messages) expect(shown(prompt_ids)).not.toContain('secret');
    }
  });

  it('is the prompt itself, and not recorded, where the speaker is shown everything', () => {
    const team: TeamSettings = { ...apart, context: 'prefix', history: 'all' };
    const episode = begin({ team, criticReads: 'transcript' });
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) for (const r of wave) episode.deliver(r, messageFor(r));
    const { messages } = episode.record();
    expect(messages).toHaveLength(3);
    for (const message of messages) {
      expect(message).not.toHaveProperty('critic_prompt_ids');
      expect(valuedPrompt(message)).toEqual(message.prompt_ids);
    }
  });

  it('shows an observation to the critic that an agent does not read', () => {
    const team: TeamSettings = { ...apart, agents: apart.agents.map((agent) => ({ ...agent, observes: agent.role !== 'c' })) };
    const c = play(team, { criticReads: 'transcript' }).messages[2]!;
    expect(shown(c.prompt_ids)).not.toContain('problem');
    expect(shown(c.critic_prompt_ids!)).toContain('c: for c 0');
  });

  it('is not what messages are trained under', () => {
    const { messages } = play(apart, { criticReads: 'transcript', compat: ['r3_linear_training'] });
    const plain = play(apart, { compat: ['r3_linear_training'] }).messages;
    expect(messages.map((message) => message.training_prompt_ids)).toEqual(plain.map((message) => message.training_prompt_ids));
  });

  it('stands for the rest of an episode that was cut off, with the state behind it', () => {
    const episode = begin({ team: apart, criticReads: 'state', hidden: 'first secret' });
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) for (const r of wave) episode.deliver(r, messageFor(r));
    episode.toStep();
    episode.stepped({ state: 1, observation: 'next', reward: 0, terminated: false, truncated: true }, 'wrong', undefined, 'last secret');
    const prompt = shown(episode.bootstrap()!.prompt.ids);
    expect(prompt).toMatch(
      /^(<system: [^>]*>\n)?<problem: first>\n<a: .*<b: .*<c: .*<judge: wrong>\n<state: last secret>\n<problem: next>\n<a: $/s,
    );
    expect(prompt).not.toContain('first secret');
    expect(episode.record().hidden_states).toEqual(['first secret', 'last secret']);
  });
});

it('under a chat template the hidden state is the first thing told in its turn, and to the critic alone', () => {
  const marks = markTokens(true);
  const record = play(apart, { tokensOf: () => marks, criticReads: 'state', hidden });
  const last = record.messages.at(-1)!;
  const told = messagesOf(last.critic_prompt_ids!).map(({ content }) => content);
  expect(told.join('\n')).toContain('secret 3\n\na: for a 3');
  expect(told.join('\n')).toContain(`a: ${marker(record.messages.at(-3)!)}`);
  expect(
    messagesOf(last.prompt_ids)
      .map(({ content }) => content)
      .join('\n'),
  ).not.toContain('secret');
});

describe('hidden states in the record', () => {
  it('are kept by turn, also in the file', () => {
    const record = play(apart, { criticReads: 'state', hidden });
    expect(record.hidden_states).toEqual([0, 1, 2, 3, 4].map(hidden));
    const [read] = parseEpisodes(`${JSON.stringify(record)}\n`, 'rollouts/1.jsonl');
    expect(read).toEqual(record);
  });

  it('leave out the one behind an end, in which nobody speaks and which nobody values', () => {
    const episode = begin({ team: teamOf(['a'], [], 'parents'), criticReads: 'state', hidden: 'secret' });
    for (const request of episode.ready()) episode.deliver(request, messageFor(request));
    episode.toStep();
    episode.stepped({ state: 1, observation: '', reward: 1, terminated: true, truncated: false }, '');
    expect(episode.record().hidden_states).toEqual(['secret']);
    expect(episode.bootstrap()).toBeNull();
  });

  it('are absent where there are none, where the critic does not read them, and in evaluations nothing is read at all', () => {
    expect(play(apart, { criticReads: 'state' })).not.toHaveProperty('hidden_states');
    expect(play(apart, { criticReads: 'transcript', hidden })).not.toHaveProperty('hidden_states');
    const episode = begin({ team: apart, criticReads: 'transcript', evaluation: true });
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready()) for (const r of wave) episode.deliver(r, messageFor(r));
    for (const message of episode.record().messages) expect(message).not.toHaveProperty('critic_prompt_ids');
  });
});
