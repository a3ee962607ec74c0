import { expect, it } from 'vitest';
import { chooseProject } from '../../../../../headless/kit/project.ts';
import { type ReportParts, reportOf } from '../../../../../src/page/features/report/report.ts';

/** A project whose every text that a person can write has the word in it. */
const secretive = () => {
  const project = chooseProject({ preset: 'trio' });
  const agents = project.team.agents.map((agent) => ({
    ...agent,
    role: `secret${agent.role}`,
    label: 'secret',
    prompt: 'a secret ```` kept',
  }));
  const environment = { ...project.environment, file: 'secret.ts', source: '// secret' };
  return { ...project, name: 'secret', team: { ...project.team, agents }, environment };
};
const parts: ReportParts = {
  page: { version: '1.2.3', commit: null },
  browser: { agent: 'A browser' },
  engine: { backend: 'wasm' },
  kept: { runs: 2 },
  log: [
    { at: 1200, what: 'run running' },
    { at: 2345, what: 'E_ENV_THROW', said: 'Line 3 threw “secret”.\nsecret stack' },
  ],
  document: secretive(),
};

it('says what is known, and that the rest is not', () => {
  const report = reportOf(parts, { sentences: false, project: false });
  expect(report).toContain('- version: 1.2.3\n- commit: unknown');
  expect(report).toContain('- agents: 3');
  expect(report).toContain('- 1.2 run running\n- 2.3 E_ENV_THROW');
});

it('has nothing in it that a person wrote, but what was ticked', () => {
  expect(reportOf(parts, { sentences: false, project: false })).not.toMatch(/secret/i);
  const sentences = reportOf(parts, { sentences: true, project: false });
  expect(sentences).toContain('      Line 3 threw “secret”.\n      secret stack');
  expect(sentences).not.toContain('// secret');
  const project = reportOf(parts, { sentences: false, project: true });
  expect(project).not.toContain('threw');
  // The whole document, within a fence longer than any it holds.
  const [, fence = '', json = ''] = /\n(`+)json\n([\s\S]*)\n\1$/.exec(project) ?? [];
  expect(fence).toHaveLength(5);
  expect(JSON.parse(json)).toEqual(parts.document);
});
