/** Files that LangGraph, AutoGen and PyYAML wrote or read, against what their own objects hold (`test/golden/makers/make_teams.py`). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTeams } from '../../../../../src/core/formats/teams/read.ts';
import type { ForeignTeam } from '../../../../../src/core/formats/teams/team.ts';
import { crewFiles, teamFile } from './teamFiles.ts';

interface Expected {
  readonly nodes: Readonly<Record<string, string | null>>;
  readonly links: readonly (readonly [string, string, boolean, string | null])[];
}

const EXPECTED = JSON.parse(readFileSync('test/golden/teams/expected.json', 'utf8')) as Readonly<Record<string, Expected>>;

const linksOf = ({ links }: ForeignTeam) =>
  links.map(({ from, to, conditional, label }) => JSON.stringify([from, to, conditional, label])).sort();

test('there are ten examples, from three projects', () => {
  const names = new Set(Object.keys(EXPECTED).map((name) => name.replace(/\..*$/, '')));
  expect(names.size).toBe(10);
});

test.each(Object.entries(EXPECTED))('%s has these nodes, links and prompts', (name, { nodes, links }) => {
  const [team, ...others] = readTeams(name.startsWith('crewai') ? crewFiles(name) : [teamFile(name)]);
  expect(others).toEqual([]);
  if (!team) throw new Error('no team');
  // What selects speakers is no participant there.
  const own = team.nodes.filter(({ id }) => !(team.source === 'autogen' && id === team.orchestrator));
  expect(own.map(({ id }) => id).sort()).toEqual(Object.keys(nodes).sort());
  for (const { id, prompt } of own) expect(prompt, id).toBe(nodes[id] ?? '');
  expect(linksOf(team)).toEqual(links.map((link) => JSON.stringify(link)).sort());
});

test.each(['langgraph-tool-chat', 'langgraph-retrieval', 'langgraph-supervisor', 'langgraph-essay'])(
  '%s is the same graph without styles',
  (name) => {
    const [plain] = readTeams([teamFile(`${name}.plain.mmd`)]);
    const [drawn] = readTeams([teamFile(`${name}.mmd`)]);
    if (!plain || !drawn) throw new Error('no team');
    // Without labels nothing tells where the number of a letter ends, so it stays.
    expect(linksOf(plain).map((link) => link.replaceAll('\\\\5b9a', '定'))).toEqual(linksOf(drawn));
  },
);
