import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import { escapePrompt, expandPrompt, findPlaceholders, nearestPlaceholder, PLACEHOLDERS } from '../../../../src/core/team/placeholders.ts';
import { placeholderValues, presentTeam } from '../../../../src/core/team/presentation.ts';
import { Cases, randomTeam, teamOf } from '../episode/support.ts';

const ALL = PLACEHOLDERS.map((name) => `{${name}}`).join(' | ');
const prompted = (team: TeamSettings, prompt = ALL): TeamSettings => ({
  ...team,
  agents: team.agents.map((agent) => ({ ...agent, prompt, label: `The ${agent.role}` })),
});
const diamond = teamOf(
  ['d', 'b', 'c', 'a'],
  [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'd'],
    ['c', 'd'],
  ],
);

describe('a prompt with placeholders', () => {
  it('says of each agent what is true of it', () => {
    expect(presentTeam(prompted(diamond)).profiles).toEqual([
      'd | The d | 4 | 4 | a, b, c, d | a, b, c | nobody',
      'b | The b | 2 | 4 | a, b, c, d | a | d',
      'c | The c | 3 | 4 | a, b, c, d | a | d',
      'a | The a | 1 | 4 | a, b, c, d | nobody | b, c, d',
    ]);
    expect(presentTeam(prompted({ ...diamond, context: 'parents' }, '{sees}')).profiles[0]).toBe('b, c');
    expect(presentTeam(prompted(diamond, '{sees}'), ['r3_linear_transcript']).profiles).toEqual(['a, b, c', 'a', 'a, b', 'nobody']);
    expect(presentTeam(prompted(diamond, '{sees}'), ['r3_linear_transcript', 'r3_linear_training']).profiles).toEqual([
      'a, b, c',
      'a',
      'a',
      'nobody',
    ]);
  });
  it('knows that an orchestrator hears everybody, and is heard by whom the graph says', () => {
    const team: TeamSettings = {
      ...teamOf(['lead', 'x', 'y'], [['x', 'y']]),
      orchestration: 'dynamic',
      orchestrator: { role: 'lead', maxSteps: 4 },
    };
    expect(presentTeam(prompted(team, '{sees} / {heard_by} / {position}')).profiles).toEqual([
      'x, y / nobody / 1',
      'nobody / lead, y / 2',
      'x / lead / 3',
    ]);
    expect(presentTeam(prompted({ ...team, context: 'prefix' }, '{sees}')).profiles[1]).toBe('lead, y');
  });
  it('names nobody in an anonymous team', () => {
    const team = { ...prompted(diamond), anonymous: true };
    for (const index of diamond.agents.keys()) {
      const valueOf = placeholderValues(team, index);
      for (const name of PLACEHOLDERS) expect(valueOf(name), name).toMatch(/^(agent_\d(, agent_\d)*|\d|nobody)$/);
    }
    for (const profile of presentTeam(team).profiles) expect(profile).toMatch(/^You are the \d\w\w agent of a team of 4\.$/);
  });
  it('is filled in where an orchestrator’s list or R3’s introduction quotes it', () => {
    const team = prompted(diamond, 'I am {role}.\nMore.');
    expect(presentTeam(team, ['r3_first_system_prompt']).introductions[1]).toBe("Now it is b's turn. I am b.");
  });
  it('counts and hears as the graph does, whatever the graph', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const team = randomTeam(seed);
      for (const [index, agent] of team.agents.entries()) {
        const valueOf = placeholderValues(team, index);
        expect(valueOf('role')).toBe(agent.role);
        for (const other of team.agents) {
          const hears = valueOf('sees').split(', ').includes(other.role);
          const heard = placeholderValues(team, team.agents.indexOf(other))('heard_by').split(', ').includes(agent.role);
          expect(hears).toBe(heard);
        }
      }
    }
  });
});

describe('a prompt without them', () => {
  const untouched = [
    '{"role": "user", "content": [{"type": "text"}]}',
    'Answer as {x}, {{y}} or {Role }.',
    String.raw`Put it into \boxed{answer} or \frac{a}{b}, x^{n}_{role2}.`,
    'function f(a) { return { role }; }',
    '{ role }',
    '{}{{}}',
  ];
  it.each(untouched)('stays as it is: %s', (prompt) => {
    expect(expandPrompt(prompt, () => 'wrong')).toBe(prompt);
    expect(presentTeam(prompted(diamond, prompt)).profiles).toEqual(diamond.agents.map(() => prompt));
  });
  it('stays as it is, whatever it says', () => {
    const pieces = ['{', '}', '{{', '}}', 'role ', 'x', '"', ' sees', '\n', 'rol', 'teamsize'];
    const cases = new Cases(5);
    for (let n = 0; n < 500; n += 1) {
      const prompt = Array.from({ length: cases.integer(0, 12) }, () => pieces[cases.integer(0, pieces.length - 1)]).join('');
      if (PLACEHOLDERS.some((name) => prompt.includes(`{${name}}`))) continue;
      expect(expandPrompt(prompt, () => 'wrong')).toBe(prompt);
    }
  });
  it('is every prompt that ships', () => {
    for (const run of readdirSync('public/recorded')) {
      const { team } = JSON.parse(readFileSync(`public/recorded/${run}/project.json`, 'utf8')) as { team: TeamSettings };
      for (const { prompt } of team.agents) expect(findPlaceholders(prompt)).toEqual([]);
    }
  });
});

describe('escaping', () => {
  it('makes any text a prompt that reads as that text', () => {
    const cases = new Cases(9);
    const pieces = ['{role}', '{', '}', '{{sees}}', 'team', '{team}', '\\', ' '];
    for (let n = 0; n < 500; n += 1) {
      const text = Array.from({ length: cases.integer(0, 8) }, () => pieces[cases.integer(0, pieces.length - 1)]).join('');
      expect(
        expandPrompt(escapePrompt(text), () => 'wrong'),
        text,
      ).toBe(text);
    }
  });
});

describe('findPlaceholders', () => {
  it('tells those that are known from words in braces that are not', () => {
    const prompt = 'You are {role}; {{role}} is text, {rolle} and {Team Size} are not known, \\boxed{role2} is LaTeX.';
    expect(findPlaceholders(prompt).map(({ kind, start, end }) => [kind, prompt.slice(start, end)])).toEqual([
      ['known', '{role}'],
      ['escaped', '{{role}}'],
      ['unknown', '{rolle}'],
      ['unknown', '{Team Size}'],
    ]);
  });
  it('is silent about JSON and LaTeX', () => {
    expect(findPlaceholders('{"a": {"b": 1}} \\frac{a}{b} x^{n} {1} { }')).toEqual([]);
  });
});

describe('nearestPlaceholder', () => {
  it.each([
    ['rolle', 'role'],
    ['Role', 'role'],
    ['teamsize', 'team_size'],
    ['hears', 'sees'],
    ['heardby', 'heard_by'],
    ['n', 'team_size'],
    ['problem', null],
    ['x', null],
  ])('%s → %s', (name, near) => expect(nearestPlaceholder(name)).toBe(near));
});
