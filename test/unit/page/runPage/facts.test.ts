/** What a run's HTML file says of itself. */
import { expect, it } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { type ImportInfo, KnownCount } from '../../../../src/core/formats/imports/run/info.ts';
import { importedProject } from '../../../../src/core/formats/imports/run/project.ts';
import { factsOf, projectTextOf } from '../../../../src/page/runPage/facts.ts';

const metrics = [{ iteration: 1 }, { iteration: 3 }];

it('tells of a run of our own its seed, its bases and its whole project', () => {
  const document = PRESETS.micro.project({ source: 'export default {}' });
  expect(factsOf({ document, info: {}, metrics })).toBe(`3 iterations · seed ${document.training.seed} · on micro`);
  expect(projectTextOf({ document, info: {} })).toEqual({ json: `${JSON.stringify(document, null, 2)}\n`, whole: true });
});

it('tells of one that was trained elsewhere no setting that was filled in', () => {
  const cast = [{ role: 'planner', label: '', prompt: 'Plan.', key: 'planner', foundBy: 'name' as const }];
  const document = importedProject('completions', { agents: cast }, [], 3);
  const told: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: [], edges: 'guessed' };
  const info = { imported: JSON.parse(JSON.stringify(told)) };
  const facts = factsOf({ document, info, metrics });
  expect(facts).toContain('to step 3, from TRL');
  expect(facts).not.toContain(`seed ${document.training.seed}`);
  const { json, whole } = projectTextOf({ document, info });
  expect(whole).toBe(false);
  expect(JSON.parse(json)).toEqual({ name: 'completions', team: { agents: [{ role: 'planner', prompt: 'Plan.' }], edges: [] } });
});
