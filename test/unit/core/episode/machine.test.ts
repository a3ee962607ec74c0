import { describe, expect, it } from 'vitest';
import type { PerRole, StepResult } from '../../../../src/core/environment/contract.ts';
import { Episode } from '../../../../src/core/episode/machine.ts';
import type { EpisodeSettings, GenerationRequest } from '../../../../src/core/episode/machine.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import { dependencies, layersOf, speakingOrder } from '../../../../src/core/team/graph.ts';
import { Cases, messageFor, randomTeam, shown, teamOf, tokens } from './support.ts';

const duo = teamOf(['planner', 'solver'], [['planner', 'solver']]);
const start = (changes: Partial<EpisodeSettings> = {}) =>
  new Episode({
    iteration: 3,
    episode: 5,
    split: 'train',
    problemIndex: 11,
    group: 5,
    team: duo,
    seed: 1,
    tokensOf: () => tokens,
    horizon: 1,
    first: { state: { n: 0 }, observation: '1+1' },
    ...changes,
  });
const result = (changes: Partial<StepResult> = {}): StepResult => ({
  state: { n: 1 },
  observation: 'next',
  reward: 1,
  terminated: true,
  truncated: false,
  ...changes,
});
const say = (episode: Episode, request: GenerationRequest, text?: string) => episode.deliver(request, messageFor(request, text));

/** Delivers every ready request, in an order chosen by `pick`, until all agents spoke. */
function speak(episode: Episode, pick: (waiting: number) => number = () => 0): GenerationRequest[][] {
  const waves: GenerationRequest[][] = [];
  const waiting: GenerationRequest[] = [];
  for (;;) {
    const wave = episode.ready();
    if (wave.length > 0) waves.push(wave);
    waiting.push(...wave);
    const [next] = waiting.splice(pick(waiting.length), 1);
    if (!next) return waves;
    say(episode, next);
  }
}

describe('whom agents wait for', () => {
  it('in a diamond is who has not spoken of those they see', () => {
    const diamond = teamOf(
      ['top', 'left', 'right', 'end'],
      [
        ['top', 'left'],
        ['top', 'right'],
        ['left', 'end'],
        ['right', 'end'],
      ],
    );
    const episode = start({ team: { ...diamond, context: 'parents' } });
    const [top] = episode.ready();
    expect(episode.waits()).toEqual([[], [0], [0], [1, 2]]);
    say(episode, top!);
    const [left, right] = episode.ready();
    expect(episode.waits()).toEqual([[], [], [], [1, 2]]);
    say(episode, right!);
    expect(episode.waits()).toEqual([[], [], [], [1]]);
    say(episode, left!);
    episode.ready();
    expect(episode.waits()).toEqual([[], [], [], []]);
  });

  it('with an orchestrator is that one, who waits for whom it called', () => {
    const team = teamOf(['desk', 'baker', 'smith'], []);
    const episode = start({ team: { ...team, orchestration: 'dynamic', orchestrator: { role: 'desk', maxSteps: 3 } } });
    const [desk] = episode.ready();
    expect(episode.waits()).toEqual([[], [0], [0]]);
    say(episode, desk!, '<call>smith</call>');
    const [smith] = episode.ready();
    expect(episode.waits()).toEqual([[2], [0], []]);
    say(episode, smith!);
    const [again] = episode.ready();
    say(episode, again!, '<done/>');
    expect(episode.toStep()).not.toBeNull();
    episode.stepped(result(), '');
    expect(episode.waits()).toEqual([[], [], []]);
  });
});

describe('one turn of two agents', () => {
  it('asks, steps and records', () => {
    const episode = start();
    const [planner, ...none] = episode.ready();
    expect(none).toEqual([]);
    expect(episode.ready()).toEqual([]);
    expect(shown(planner!.promptIds)).toBe('<problem: 1+1>\n<planner: ');
    expect(episode.toStep()).toBeNull();
    say(episode, planner!, 'add');
    const [solver] = episode.ready();
    expect(shown(solver!.promptIds)).toBe('<problem: 1+1>\n<planner: add>\n<solver: ');
    expect(solver!.sees).toEqual([0]);
    say(episode, solver!, '2');
    expect(episode.toStep()).toMatchObject({
      state: { n: 0 },
      messages: [
        { role: 'planner', text: 'add', turn: 0 },
        { role: 'solver', text: '2', turn: 0 },
      ],
    });
    expect(episode.toStep()).toBeNull();
    episode.stepped(result({ skills: { plan: 1 } }), '');
    expect(episode.finished).toBe(true);
    expect(episode.ready()).toEqual([]);
    const record = episode.record();
    expect(record).toMatchObject({
      iteration: 3,
      episode: 5,
      problem_index: 11,
      problem: '1+1',
      reward: 1,
      rewards: { planner: 1, solver: 1 },
      turn_rewards: [1],
      terminated: true,
      truncated: false,
      skills: { plan: 1 },
    });
    expect(record.messages.map((m) => [m.role, m.text, m.call])).toEqual([
      ['planner', 'add', 0],
      ['solver', '2', 0],
    ]);
  });
  it('draws other randomness for another seed, iteration, episode, branch, agent, call or purpose', () => {
    const keys = [
      start(),
      start({ seed: 2 }),
      start({ iteration: 4 }),
      start({ episode: 6 }),
      start({ branch: 1 }),
      start({ evaluation: true }),
    ].map((e) => e.ready()[0]!.key.join());
    const episode = start({ horizon: 2 });
    speak(episode)
      .slice(1)
      .forEach((wave) => keys.push(wave[0]!.key.join()));
    episode.toStep();
    episode.stepped(result({ terminated: false }), '');
    keys.push(episode.ready()[0]!.key.join());
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('does not depend on the roles’ names', () => {
    const renamed = start({ team: teamOf(['x', 'y'], [['x', 'y']]) });
    expect(renamed.ready()[0]!.key).toEqual(start().ready()[0]!.key);
  });
  it('refuses messages and steps it does not wait for', () => {
    const episode = start();
    const [planner] = episode.ready();
    expect(() => episode.stepped(result(), '')).toThrow('did not wait');
    expect(() => say(episode, { ...planner!, agentIndex: 1 })).toThrow('did not wait');
    expect(() => episode.deliver(planner!, { ...messageFor(planner!), logprobs: [] })).toThrow('log-probabilities');
    say(episode, planner!);
    expect(() => say(episode, planner!)).toThrow('did not wait');
  });
});

describe('several turns', () => {
  it('shows earlier turns in full, with the transition, and ends at the horizon', () => {
    const episode = start({ horizon: 2 });
    speak(episode);
    episode.toStep();
    episode.stepped(result({ reward: 0.25, terminated: false, observation: 'again' }), 'wrong');
    const [planner] = episode.ready();
    expect(shown(planner!.promptIds)).toBe(
      '<problem: 1+1>\n<planner: planner0>\n<solver: solver0>\n<judge: wrong>\n<problem: again>\n<planner: ',
    );
    expect(planner!.sees).toEqual([0, 1]);
    say(episode, planner!);
    say(episode, episode.ready()[0]!);
    expect(episode.toStep()?.messages.map((m) => `${m.text} ${m.turn}`)).toEqual(['planner0 0', 'solver0 0', 'planner1 1', 'solver1 1']);
    episode.stepped(result({ reward: 0.5, terminated: false, observation: 'more' }), '');
    const record = episode.record();
    expect(record).toMatchObject({ reward: 0.75, turn_rewards: [0.25, 0.5], terminated: false, truncated: true });
    expect(record.messages.map((m) => m.call)).toEqual([0, 0, 1, 1]);
    expect(shown(episode.bootstrapPrompt()!.ids)).toMatch(/<problem: more>\n<planner: $/);
  });
  it('refuses an observation addressed to somebody who is not in the team', () => {
    const stranger = { state: null, observation: { planner: 'see', critic: 'this' } };
    expect(() => start({ first: stranger })).toThrow('gives “critic” an observation');
  });

  it('shows each role its own observation and pays each role its own reward', () => {
    const episode = start({ first: { state: null, observation: { planner: 'see', solver: '' } } });
    const [planner] = episode.ready();
    expect(shown(planner!.promptIds)).toContain('<problem: see>');
    say(episode, planner!);
    const [solver] = episode.ready();
    expect(shown(solver!.promptIds)).not.toContain('problem');
    say(episode, solver!);
    episode.toStep();
    episode.stepped(result({ reward: { planner: 1, solver: 0.5 } }), '');
    expect(episode.record()).toMatchObject({ reward: 0.75, rewards: { planner: 1, solver: 0.5 } });
    expect(episode.bootstrapPrompt()).toBeNull();
  });
  it.each<PerRole<number>>([Number.NaN, Number.POSITIVE_INFINITY, { planner: Number.NaN }, { ghost: 1 }])(
    'refuses the reward %j',
    (reward) => {
      const episode = start();
      speak(episode);
      episode.toStep();
      expect(() => episode.stepped(result({ reward }), '')).toThrow(FaultError);
    },
  );
  it('closes a message that ended by length in the next prompt only', () => {
    const episode = start();
    const [planner] = episode.ready();
    episode.deliver(planner!, messageFor(planner!, 'long', 'length'));
    expect(shown(episode.ready()[0]!.promptIds)).toContain('<planner: long>\n');
    expect(episode.record().messages[0]!.response_ids).not.toContain(tokens.end);
  });
});

describe('100 random teams', () => {
  it('every agent speaks exactly once a turn, whatever the order of delivery, and the record is the same', () => {
    for (let seed = 0; seed < 100; seed++) {
      const team = randomTeam(seed);
      const cases = new Cases(seed);
      const run = (pick?: (waiting: number) => number) => {
        const episode = start({ team, horizon: 2 });
        for (let turn = 0; turn < 2; turn++) {
          speak(episode, pick);
          expect(episode.toStep()).not.toBeNull();
          episode.stepped(result({ terminated: false }), 'go on');
        }
        return episode.record();
      };
      const record = run();
      expect(run((waiting) => cases.integer(0, Math.max(0, waiting - 1)))).toEqual(record);
      const order = speakingOrder(team).map((agent) => team.agents[agent]!.role);
      expect(record.messages.map((m) => m.role)).toEqual([...order, ...order]);

      const rows = dependencies(team);
      record.messages.forEach((message, index) => {
        const base = message.turn * order.length;
        const agent = team.agents.findIndex((a) => a.role === message.role);
        const seenNow = message.sees.filter((seen) => seen >= base).map((seen) => record.messages[seen]!.role);
        expect(seenNow).toEqual(rows[agent]!.map((seen) => team.agents[seen]!.role));
        expect(message.sees.filter((seen) => seen < base).length).toBe(base);
        expect(Math.max(-1, ...message.sees)).toBeLessThan(index);
        // Segments tile the whole sequence, and the messages in it are those the agent sees.
        let at = 0;
        for (const segment of message.segments) {
          expect(segment.start).toBe(at);
          expect(segment.end).toBeGreaterThan(segment.start);
          at = segment.end;
        }
        expect(at).toBe(message.prompt_ids.length + message.response_ids.length);
        expect(message.segments.filter((s) => s.source === 'message').map((s) => s.role)).toEqual(
          message.sees.map((seen) => record.messages[seen]!.role),
        );
      });
    }
  });
  it('agents of one layer come together', () => {
    for (let seed = 0; seed < 100; seed++) {
      const team = randomTeam(seed);
      const episode = start({ team });
      for (const layer of layersOf(team)) {
        const wave = episode.ready();
        expect(wave.map((request) => request.agentIndex).sort()).toEqual([...layer].sort());
        for (const request of wave) say(episode, request);
      }
      expect(episode.toStep()).not.toBeNull();
    }
  });
});
