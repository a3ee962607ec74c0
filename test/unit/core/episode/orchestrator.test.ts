/** Episodes in which one agent calls the others: properties over random teams, and the protocol word by word. */
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { GenerationRequest } from '../../../../src/core/episode/machine.ts';
import { long } from '../../../support/long.ts';
import { checkMasks, expectedSees, HORIZON, marker, mayShow, nameOf, play, profileText, promptText } from './episodes.ts';
import type { Writable } from './episodes.ts';
import { Cases, randomEdges, shown, teamOf } from './support.ts';

/** A team of up to five in which one agent calls the others. */
function routedTeam(seed: number): TeamSettings {
  const cases = new Cases(seed + 9000);
  const roles = Array.from({ length: cases.integer(2, 5) }, (_, index) => `a${index}`);
  const lead = roles[cases.integer(0, roles.length - 1)]!;
  const context = (['ancestors', 'parents', 'prefix'] as const)[seed % 3]!;
  const edges = context === 'prefix' ? [] : randomEdges(seed, roles.length).filter(({ to }) => to !== lead);
  const team = structuredClone(
    teamOf(
      roles,
      edges.map(({ from, to }) => [from, to]),
      context,
    ),
  ) as Writable<TeamSettings>;
  team.orchestration = 'dynamic';
  team.orchestrator = { role: lead, maxSteps: cases.integer(1, 4) };
  team.anonymous = cases.uniform() < 0.3;
  team.history = (['all', 'visible', 'own'] as const)[cases.integer(0, 2)]!;
  for (const agent of team.agents) {
    agent.prompt = `profile of ${agent.role}`;
    agent.observes = cases.uniform() < 0.8;
    if (agent.role !== lead && cases.integer(0, 4) === 0) agent.speaks = { from: 1, every: 2 };
  }
  return team;
}

describe('300 random teams with an orchestrator', () => {
  it('end every turn within the limit whatever it says, and count what became of it', () => {
    const total = { unknown_role: 0, no_tag: 0, limit: 0, done: 0 };
    for (let seed = 0; seed < 300; seed++) {
      const team = routedTeam(seed);
      const lead = team.orchestrator.role;
      const cases = new Cases(seed);
      const say = (request: GenerationRequest): string => {
        if (request.role !== lead) return marker(request);
        const someone = nameOf(team, `a${cases.integer(0, team.agents.length - 1)}`);
        const what = ['<done/>', '<call>nobody</call>', 'hm', '<call>', `<CALL> ${someone}\n</call>`][Math.min(4, cases.integer(0, 14))]!;
        return `${marker(request)}${what}`;
      };
      const record = play(team, { text: say });
      expect(JSON.parse(JSON.stringify(record))).toEqual(record);

      const routing = { orchestrator_calls: 0, specialist_calls: 0, unknown_role: 0, no_tag: 0, limit: 0 };
      for (let turn = 0; turn < HORIZON; turn++) {
        const said = record.messages.filter((message) => message.turn === turn);
        const led = said.filter(({ role }) => role === lead).length;
        // They take turns, the orchestrator first.
        said.forEach(({ role }, index) => expect(role === lead).toBe(index % 2 === 0));
        expect(led).toBeGreaterThan(0);
        expect(led).toBeLessThanOrEqual(team.orchestrator.maxSteps);
        routing.orchestrator_calls += led;
        routing.specialist_calls += said.length - led;
        said.forEach((message, index) => {
          if (message.role !== lead) return;
          const called = /<call>\s*([\w-]+)\s*<\/call>/i.exec(message.text)?.[1];
          const agent = team.agents.find(({ role }) => role !== lead && nameOf(team, role) === called);
          const onDuty = agent && turn >= agent.speaks.from && (turn - agent.speaks.from) % agent.speaks.every === 0;
          const next = said[index + 1];
          if (message.text.includes('<done/>')) total.done++;
          else if (called === undefined) routing.no_tag++;
          else if (!onDuty) routing.unknown_role++;
          else {
            expect(next?.role).toBe(agent.role);
            return;
          }
          expect(next).toBeUndefined();
        });
        if (said.at(-1)!.role !== lead) {
          routing.limit++;
          expect(led).toBe(team.orchestrator.maxSteps);
        }
      }
      expect(record.routing).toEqual(routing);
      for (const key of ['unknown_role', 'no_tag', 'limit'] as const) total[key] += routing[key];
    }
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(50);
  });

  it('show a called agent what 𝒟 allows and its own words, the orchestrator everything of the turn', (test) => {
    long(test);
    for (let seed = 0; seed < 300; seed++) {
      const team = routedTeam(seed);
      const lead = team.orchestrator.role;
      const cases = new Cases(seed);
      const record = play(team, {
        text: (request) =>
          request.role === lead
            ? `${marker(request)}<call>${nameOf(team, `a${cases.integer(0, team.agents.length - 1)}`)}</call>`
            : marker(request),
      });
      record.messages.forEach((message, index) => {
        const now = record.messages.flatMap((other, at) => {
          if (other.turn !== message.turn || at >= index) return [];
          const all = message.role === lead || team.context === 'prefix' || other.role === message.role;
          return all || mayShow(team, message.turn, other.role, message.role) ? [at] : [];
        });
        expect(message.sees.filter((seen) => record.messages[seen]!.turn === message.turn)).toEqual(now);
        const before = message.sees.filter((seen) => record.messages[seen]!.turn < message.turn);
        expect(before).toEqual(expectedSees(team, record, message).filter((seen) => record.messages[seen]!.turn < message.turn));
        checkMasks(message);
        const text = shown(message.prompt_ids);
        if (!(team.anonymous && message.role === lead))
          expect(text).toBe(promptText(team, record, message, profileText(team, message.role)));
        expect(record.messages.flatMap((other, at) => (text.includes(marker(other)) ? [at] : []))).toEqual(message.sees);
      });
    }
  });
});

describe('an orchestrator', () => {
  const team = (changes: Partial<TeamSettings> = {}): TeamSettings => {
    const base = teamOf(['boss', 'planner', 'solver'], [], 'prefix');
    const [boss, planner, solver] = base.agents;
    return {
      ...base,
      agents: [boss!, { ...planner!, prompt: '\n Plan first. \nThen wait.' }, { ...solver!, label: 'Solves it' }],
      orchestration: 'dynamic',
      orchestrator: { role: 'boss', maxSteps: 10 },
      ...changes,
    };
  };
  const script = (...lines: string[]) => {
    const left = [...lines];
    return ({ role, turn }: GenerationRequest) =>
      role === 'boss' && turn === 0 ? (left.shift() ?? '<done/>') : role === 'boss' ? '<done>' : role;
  };

  it('without a prompt is told whom it may call and how', () => {
    const record = play(team(), { text: script('<call>solver</call>', '<call>planner</call>', 'enough <DONE />') });
    expect(shown(record.messages[0]!.prompt_ids)).toBe(
      [
        '<system: You coordinate a team that solves the problem step by step. The members are:',
        '- planner: Plan first.',
        '- solver: Solves it',
        'In every step let one member speak by writing <call>name</call> with its name, or end the work by writing <done/>.>',
        '<problem: for boss 0>',
        '<boss: ',
      ].join('\n'),
    );
    expect(shown(record.messages[3]!.prompt_ids)).toBe(
      [
        '<system: \n Plan first. \nThen wait.>',
        '<problem: for planner 0>',
        '<boss: <call>solver</call>>',
        "<system: Now it is solver's turn.>",
        '<solver: solver>',
        '<system: Please decide the next step.>',
        '<boss: <call>planner</call>>',
        "<system: Now it is planner's turn.>",
        '<planner: ',
      ].join('\n'),
    );
    expect(record.messages.filter(({ turn }) => turn === 0).map(({ role, call }) => `${role} ${call}`)).toEqual([
      'boss 0',
      'solver 0',
      'boss 1',
      'planner 0',
      'boss 2',
    ]);
    expect(record.routing).toEqual({ orchestrator_calls: 6, specialist_calls: 2, unknown_role: 0, no_tag: 0, limit: 0 });
  });
  it('cannot call itself, a role in another case, or anybody beside <done>', () => {
    for (const [line, mistake] of [
      ['<call>boss</call>', 'unknown_role'],
      ['<call>Solver</call>', 'unknown_role'],
      ['<call>solver</call><done>', null],
    ] as const) {
      const { messages, routing } = play(team(), { text: script(line) });
      expect(messages.length).toBe(HORIZON);
      expect(routing).toMatchObject({ specialist_calls: 0, unknown_role: mistake === null ? 0 : 1, no_tag: 0, limit: 0 });
    }
  });
  it('has no word after the last agent it may call', () => {
    const { messages, routing } = play(team({ orchestrator: { role: 'boss', maxSteps: 1 } }), { text: script('<call>solver</call>') });
    expect(messages.slice(0, 3).map(({ role, turn }) => `${role} ${turn}`)).toEqual(['boss 0', 'solver 0', 'boss 1']);
    expect(routing).toMatchObject({ limit: 1 });
  });
  it('calls agents of an anonymous team by their numbers', () => {
    const { messages } = play(team({ anonymous: true }), { text: script('<call>agent_3</call>') });
    expect(messages[1]!.role).toBe('solver');
    const text = shown(messages[0]!.prompt_ids);
    expect(text).toContain('You are the 1st agent of a team of 3.\nYou coordinate');
    expect(text).toContain('- agent_2: The 2nd agent of the team.');
    for (const { prompt_ids } of messages) expect(shown(prompt_ids)).not.toMatch(/planner:|solver:|boss:|Plan first/);
  });
});

describe('an agent that may end the episode', () => {
  const led = structuredClone(teamOf(['lead', 'helper'], [], 'parents')) as Writable<TeamSettings>;
  led.orchestration = 'dynamic';
  led.orchestrator = { role: 'lead', maxSteps: 4 };
  const ends = (role: string): TeamSettings => ({
    ...led,
    agents: led.agents.map((agent) => ({ ...agent, stops: agent.role === role ? 'STOP' : '' })),
  });
  const say = ({ role }: GenerationRequest): string => (role === 'lead' ? '<call>helper</call>' : 'it is 7, STOP');

  const first = (team: TeamSettings, text = say): string[] =>
    play(team, { text }).messages.flatMap(({ role, turn }) => (turn === 0 ? role : []));

  it('is called, and nobody is called behind it', () => {
    expect(first(ends('helper'))).toEqual(['lead', 'helper']);
    expect(first(ends('lead'), ({ role }) => (role === 'lead' ? '<call>helper</call> STOP' : '7'))).toEqual(['lead']);
    // Nothing went wrong.
    expect(play(ends('helper'), { text: say }).routing).toMatchObject({ unknown_role: 0, no_tag: 0, limit: 0 });
  });

  it('may be called on where it has no such word', () => {
    expect(first(ends('lead'))).toHaveLength(8);
  });
});
