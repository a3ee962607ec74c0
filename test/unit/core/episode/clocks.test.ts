import { describe, expect, it } from 'vitest';
import { type ClockSettings, clockSchema, type TeamSettings } from '../../../../src/core/document/schema.ts';
import type { Episode, GenerationRequest } from '../../../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { begin, HORIZON, play } from './episodes.ts';
import { Cases, messageFor, randomTeam, shown, teamOf } from './support.ts';

const timed = (team: TeamSettings, clockOf: (agent: number) => Partial<ClockSettings>): TeamSettings => ({
  ...team,
  agents: team.agents.map((agent, index) => ({ ...agent, clock: clockSchema.parse(clockOf(index)) })),
});
const duo = teamOf(['expert', 'guesser'], [['expert', 'guesser']]);
const slow = { timeToFirstToken: 1, timePerOutputToken: 0.5 };

/** What is said of an agent's message, by turn; cut off where it may say no more. */
const word = ({ role, turn }: GenerationRequest) => role.repeat(1 + ((turn + role.length) % 3));
function answer(request: GenerationRequest) {
  const whole = messageFor(request, word(request));
  const most = request.sampling.maxNewTokens;
  if (whole.responseIds.length <= most) return whole;
  const text = shown(whole.responseIds.slice(0, most));
  return { ...messageFor(request, text, 'length') };
}

/** Plays an episode of several turns; where `given` is, the first messages are those of a record. */
function playOut(episode: Episode, given: EpisodeRecord['messages'] = []): EpisodeRecord {
  while (!episode.finished) {
    for (let wave = episode.ready(); wave.length > 0; wave = episode.ready())
      for (const request of wave.toReversed()) {
        const known = given[request.index];
        const message = known ? { ...messageFor(request, known.text, 'length'), finishReason: known.finish_reason! } : answer(request);
        episode.deliver(
          request,
          known ? { ...message, responseIds: known.response_ids, ...numbersOf(known.response_ids.length) } : message,
        );
      }
    if (!episode.toStep()) throw new Error('neither speaks nor steps');
    episode.stepped({ state: 0, observation: 'more', reward: 1, terminated: false, truncated: false }, '');
  }
  return episode.record();
}
const numbersOf = (length: number) => ({ logprobs: Array.from({ length }, () => -0.5), entropies: Array.from({ length }, () => 0.7) });
const timesIn = ({ messages }: EpisodeRecord) =>
  messages.map(({ role, started, arrived, sees, text }) => ({ role, started, arrived, sees, text }));

describe('a team without clocks', () => {
  it('is recorded as ever, also where agents have timeouts', () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const team = randomTeam(seed);
      const impatient = timed(team, () => ({ timeout: 0, interrupts: true, jitter: 1 }));
      expect(JSON.stringify(play(impatient))).toBe(JSON.stringify(play(team)));
    }
    expect(play(duo).messages[0]).not.toHaveProperty('arrived');
  });

  it('says the same with clocks that show as good as nothing, at other times', () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const team = randomTeam(seed);
      // So little that it is lost beside any other number, and all start at once.
      const instant = timed(team, () => ({ timePerOutputToken: Number.MIN_VALUE }));
      const heard = ({ messages }: EpisodeRecord) =>
        messages.map(({ role, turn, sees }) => `${role} ${turn}: ${sees.length}`).toSorted((a, b) => a.localeCompare(b));
      expect(heard(play(instant))).toEqual(heard(play(team)));
    }
  });
});

describe('what is heard', () => {
  const patience = (timeout: number | null, more: Partial<ClockSettings> = {}) =>
    timed(duo, (agent) => (agent === 0 ? slow : { timeout, ...more }));

  it('is what has arrived: the record, the prompt and the environment have the times', () => {
    const episode = begin({ team: patience(2) });
    const both = episode.ready();
    expect(both.map(({ role }) => role)).toEqual(['expert']);
    expect(episode.waits()).toEqual([[], [0]]);
    episode.deliver(both[0]!, messageFor(both[0]!, 'long'));
    const [guesser] = episode.ready();
    expect(shown(guesser!.promptIds)).toBe('<problem: first>\n<guesser: ');
    episode.deliver(guesser!, messageFor(guesser!, 'g'));
    expect(episode.toStep()?.messages).toEqual([
      { role: 'expert', text: 'long', turn: 0, started: 0, arrived: 3 },
      { role: 'guesser', text: 'g', turn: 0, started: 2, arrived: 2 },
    ]);
    episode.stepped({ state: 0, observation: '', reward: 1, terminated: true, truncated: false }, '');
    expect(episode.record().messages).toMatchObject([
      { role: 'expert', started: 0, arrived: 3, finish_reason: 'stop', sees: [] },
      { role: 'guesser', started: 2, arrived: 2, sees: [] },
    ]);
  });

  it('of a message that is interrupted is what was said by then', () => {
    const episode = begin({ team: patience(2, { interrupts: true }) });
    const [expert] = episode.ready();
    expect(expert!.sampling.maxNewTokens).toBe(3);
    episode.deliver(expert!, messageFor(expert!, 'lon', 'length'));
    const [guesser] = episode.ready();
    expect(shown(guesser!.promptIds)).toBe('<problem: first>\n<expert: lon>\n<guesser: ');
    episode.deliver(guesser!, messageFor(guesser!));
    expect(episode.record().messages[0]).toMatchObject({ finish_reason: 'interrupted', max_tokens: 16, tokens_in_time: 3, arrived: 2 });
    expect(episode.record().messages[1]).not.toHaveProperty('tokens_in_time');
  });

  it('a message that ends in time was not interrupted', () => {
    const episode = begin({ team: patience(2, { interrupts: true }) });
    const [expert] = episode.ready();
    episode.deliver(expert!, messageFor(expert!, 'lo'));
    expect(episode.record().messages[0]).toMatchObject({ finish_reason: 'stop', tokens_in_time: 3, arrived: 2 });
  });

  it('nothing, where nothing was said yet: the turn has one message', () => {
    const episode = begin({ team: patience(0.5, { interrupts: true }) });
    const [guesser, ...none] = episode.ready();
    expect([guesser!.role, guesser!.index, none]).toEqual(['guesser', 0, []]);
    episode.deliver(guesser!, messageFor(guesser!));
    expect(episode.toStep()?.messages).toHaveLength(1);
  });

  it('with no clocks of their own, in the order of the graph', () => {
    const record = play(patience(null));
    expect(record.messages.map(({ role }) => role)).toEqual(Array.from({ length: HORIZON }, () => ['expert', 'guesser']).flat());
  });
});

describe('a replay', () => {
  const random = (seed: number) => {
    const cases = new Cases(seed);
    return timed(randomTeam(seed), () => ({
      timeToFirstToken: cases.integer(0, 2) / 2,
      timePerOutputToken: cases.integer(1, 3) / 8,
      jitter: 0.4,
      timeout: cases.uniform() < 0.5 ? null : cases.integer(0, 6) / 2,
      interrupts: cases.uniform() < 0.5,
    }));
  };
  const open = (team: TeamSettings, of: Partial<Episode['settings']> = {}) => begin({ team, horizon: 3, ...of });

  it('has the arrivals of what it replays, whichever continuation it is; the recording’s own has all of them', () => {
    let others = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const team = random(seed);
      const record = playOut(open(team));
      for (let from = 0; from <= record.messages.length; from += 2) {
        const given = record.messages.slice(0, from);
        expect(timesIn(playOut(open(team, { branchFrom: from }), given)), `seed ${seed}`).toEqual(timesIn(record));
        const other = timesIn(playOut(open(team, { branchFrom: from, branch: 3 }), given));
        expect(other.slice(0, from)).toEqual(timesIn(record).slice(0, from));
        if (JSON.stringify(other) !== JSON.stringify(timesIn(record))) others += 1;
      }
    }
    expect(others, 'continuations at another pace').toBeGreaterThan(0);
  });

  it('says what stands in a message’s place at its pace, by the agent whose place it is', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const team = random(seed);
      const record = playOut(open(team));
      record.messages.forEach((message, index) => {
        const shorter = { ...message, response_ids: message.response_ids.slice(0, 1) };
        const replayed = playOut(open(team, { branch: 3, branchFrom: index + 1 }), [...record.messages.slice(0, index), shorter]);
        expect(replayed.messages[index]).toMatchObject({ role: message.role, turn: message.turn, started: message.started });
      });
    }
  });

  it('evaluations draw a pace of their own', () => {
    const team = timed(duo, () => ({ ...slow, jitter: 0.5 }));
    expect(timesIn(playOut(open(team, { evaluation: true })))).not.toEqual(timesIn(playOut(open(team))));
  });
});
