/** MAPPING.md has a row for every setting of the schema, and its α and rank are right. */
import { describe, expect, it } from 'vitest';
import { documentSchema, type ProjectDocument } from '../../../../../../src/core/document/schema.ts';
import { fault } from '../../../../../../src/core/faults.ts';
import { mappedSettings, mappingFile, rankOfSameScale } from '../../../../../../src/core/formats/exports/cluster/mapping.ts';
import { remoteFaults } from '../../../../../../src/words/words.ts';
import { job, MICRO } from './input.ts';

/** A project in which nothing is left out. */
const WHOLE: ProjectDocument = documentSchema.parse({
  ...MICRO,
  environment: { ...MICRO.environment, dataset: { name: 'rows.csv', digest: 'a'.repeat(64), rows: 3 } },
});

/** The paths of every value, agents by their role; what is a free record or a list is one setting. */
function pathsOf(value: unknown, path = ''): string[] {
  if (path === 'team.agents')
    return (value as ProjectDocument['team']['agents']).flatMap((agent) => pathsOf(agent, `${path}.${agent.role}`));
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isGroup || /(?:^view\.(?:positions|colors)|\.columns)$/.test(path)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path === '' ? key : `${path}.${key}`));
}

describe('the table of settings', () => {
  it('has every setting of the document once, with its value', () => {
    const rows = mappedSettings(WHOLE);
    expect(rows.map(({ path }) => path).sort()).toEqual(pathsOf(WHOLE).sort());
    for (const { path, value } of rows) {
      const agent = WHOLE.team.agents.find(({ role }) => path.startsWith(`team.agents.${role}.`));
      const [of, keys] = agent ? [agent, path.slice(`team.agents.${agent.role}.`.length)] : [WHOLE, path];
      expect(value, path).toEqual(keys.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], of));
      expect(value, path).not.toBe(undefined);
    }
  });

  it('is one line a setting, whatever stands in it', () => {
    const [first, ...others] = WHOLE.team.agents;
    if (!first) throw new Error('micro has agents');
    const document = { ...WHOLE, team: { ...WHOLE.team, agents: [{ ...first, prompt: 'one | two\nthree `x`' }, ...others] } };
    const lines = mappingFile(job({ document }))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(lines).toHaveLength(mappedSettings(document).length);
    for (const line of lines) expect(line.replaceAll('\\|', '').match(/\|/g), line).toHaveLength(5);
  });

  it('says of a frozen agent that its rate reaches nothing', () => {
    const agents = MICRO.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, frozen: true } }));
    const rows = mappedSettings({ ...MICRO, team: { ...MICRO.team, agents } });
    expect(rows.find(({ path }) => path.endsWith('adapter.learningRate'))?.map).toEqual({ runs: 'nowhere', note: 'frozen' });
  });
});

describe('α and rank', () => {
  it.each([
    [8, 16, 32, 16],
    [16, 32, 32, 16],
    [3, 24, 32, 4],
    [8, 24, 32, null],
  ])('rank %i with α %i has the factor of α %i at rank %o', (rank, alpha, fixed, same) => {
    expect(rankOfSameScale({ rank, alpha }, fixed)).toBe(same);
    if (same !== null) expect(fixed / same).toBe(alpha / rank);
  });

  it('stand by agent and kind of server', () => {
    const [first] = MICRO.team.agents;
    if (!first) throw new Error('micro has agents');
    const agents = [{ ...first, adapter: { ...first.adapter, rank: 8, alpha: 16 } }];
    const row = mappingFile(job({ document: { ...MICRO, team: { ...MICRO.team, agents, edges: [] } } }))
      .split('\n')
      .find((line) => line.startsWith(`| ${first.role} |`));
    const fixed = 'α 32: the factor would be 4. Rank 16 has the same factor, with 2 times the numbers';
    expect(row).toBe(`| ${first.role} | 8 | 16 | 2 | ${fixed} | ${fixed} | as asked |`);
  });
});

it('refusals stand below the server, with what replaces what is refused', () => {
  const refused = [fault(remoteFaults, 'E_REMOTE_ENTROPY', {}, { place: { subject: 'training.entropyCoef' } })];
  const file = mappingFile(job({ servers: [{ kind: 'skyrl-jax', fixedAlpha: 32, refused }] }));
  expect(file).toContain(
    '### SkyRL with JAX\n\n- `training.entropyCoef`: A Tinker server returns no distributions: set the entropy bonus to 0. (E_REMOTE_ENTROPY)',
  );
});
