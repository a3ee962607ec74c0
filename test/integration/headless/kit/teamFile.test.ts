/** The terminal takes teams from files: of both MARFT code bases, of a crew's folder, one of several. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { chooseProject, projectFlags } from '../../../../headless/kit/project.ts';
import { withTeamOf } from '../../../../headless/kit/teamFile.ts';
import { program } from '../../../support/terminal.ts';

const BEFORE = chooseProject({ preset: 'micro' });
const GOLDEN = 'test/golden/teams';
const rolesOf = (paths: readonly string[], more: object = {}): string[] =>
  withTeamOf(BEFORE, { paths, ...more }).document.team.agents.map(({ role }) => role);

test('--profiles takes R1’s list and R3’s configuration', () => {
  const r1 = projectFlags({ profiles: 'test/golden/profiles/math_trio.json', iterations: '3' }, undefined);
  expect(r1.team.agents.map(({ role, withAnswer }) => [role, withAnswer])).toEqual([
    ['reasoner', false],
    ['actor', true],
    ['verifier', false],
  ]);
  expect(r1.training.iterations).toBe(3);
  const r3 = projectFlags({ profiles: `${GOLDEN}/sii-marft.yaml` }, undefined);
  expect(r3.team.agents.map(({ role }) => role)).toEqual(['plan', 'solve_a', 'solve_b', 'check']);
});

/** What PyYAML finds of the teams in configurations that SII-MARFT ships (test/golden/makers/make_profiles.py). */
const SII = JSON.parse(readFileSync('test/golden/profiles/sii.json', 'utf8')) as Record<
  string,
  { readonly roles: string[]; readonly prompts: string[]; readonly dynamic: boolean; readonly maxSteps: number | null }
>;

test.each(Object.keys(SII))('--profiles takes the team of %s, which the second code base ships', (name) => {
  const expected = SII[name]!;
  const { team } = projectFlags({ profiles: `test/golden/profiles/${name}` }, undefined);
  const own = team.agents.filter(({ role }) => !expected.dynamic || role !== team.orchestrator.role);
  expect(own.map(({ role }) => role)).toEqual(expected.roles);
  expect(own.map(({ prompt }) => prompt)).toEqual(expected.prompts);
  expect(team.orchestration).toBe(expected.dynamic ? 'dynamic' : 'static');
  if (expected.dynamic) expect(team.orchestrator).toEqual({ role: 'orchestrator', maxSteps: expected.maxSteps });
  else expect(team.edges).toEqual(expected.roles.slice(1).map((to, before) => ({ from: expected.roles[before], to })));
  expect(documentFaults({ ...BEFORE, team }).filter(({ code }) => code.startsWith('E_GRAPH'))).toEqual([]);
});

test('import-team takes the same by --profiles, and writes a project that train reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marft-profiles-'));
  try {
    const out = join(folder, 'project.json');
    const file = 'test/golden/profiles/sii_math_3agent.yaml';
    execFileSync('node', [program('importTeam'), '--profiles', file, '--preset', 'micro', '--out', out]);
    expect(chooseProject({ file: out }).team).toEqual(projectFlags({ profiles: file, preset: 'micro' }, undefined).team);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the folder of a crew, or its files, make one team', () => {
  const folder = rolesOf([`${GOLDEN}/crewai-posting`]);
  expect(folder).toEqual(['culture', 'role_needs', 'writer', 'reviewer']);
  expect(rolesOf([`${GOLDEN}/crewai-posting/tasks.yaml`, `${GOLDEN}/crewai-posting/agents.yaml`])).toEqual(folder);
  expect(rolesOf([`${GOLDEN}/crewai-json`])).toEqual(['classifier', 'responder']);
  expect(() => rolesOf([GOLDEN])).toThrow(/more than one crew/);
});

test('what was left behind and what was assumed is said', () => {
  const { said } = withTeamOf(BEFORE, { paths: [`${GOLDEN}/autogen-reflection.json`] });
  expect(said.slice(0, 3)).toEqual(['AutoGen: RoundRobinGroupChat', 'writer → critic', 'In the next turn: critic → writer.']);
  expect(said).toContain('Without a counterpart:');
  expect(said.some((line) => line.includes('critic → writer: A link back.'))).toBe(true);
});

test('nodes are left out by name, and of several teams one is named', () => {
  expect(rolesOf([`${GOLDEN}/langgraph-retrieval.json`], { leaveOut: ['retrieve'] })).toEqual([
    'ask_or_answer',
    'rewrite_question',
    'answer',
  ]);
  expect(() => rolesOf([`${GOLDEN}/langgraph-retrieval.json`], { leaveOut: ['retriever'] })).toThrow(
    /no such node.*ask_or_answer, retrieve/,
  );
  const team = (name: string) => ({
    provider: 'autogen_agentchat.teams.RoundRobinGroupChat',
    label: `Team ${name}`,
    config: { participants: [{ provider: 'autogen_agentchat.agents.AssistantAgent', config: { name } }] },
  });
  const folder = mkdtempSync(join(tmpdir(), 'marft-teams-'));
  try {
    const gallery = join(folder, 'gallery.json');
    writeFileSync(gallery, JSON.stringify({ components: { teams: [team('a'), team('b')] } }));
    expect(() => rolesOf([gallery])).toThrow(/has 2 teams. Say which with --team: Team a, Team b/);
    expect(rolesOf([gallery], { team: 'Team b' })).toEqual(['b']);
    expect(rolesOf([gallery], { team: '1' })).toEqual(['a']);
    expect(() => rolesOf([gallery], { team: '3' })).toThrow(/has 2 teams/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a path that leads nowhere', () => {
  expect(() => rolesOf(['nowhere.json'])).toThrow(/no file or folder nowhere.json/);
});
