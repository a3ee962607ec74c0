import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINIATURE_ROWS } from '../../../../headless/evidence/miniature.ts';
import { MUSEUM_ROWS } from '../../../../headless/evidence/museum.ts';
import { rowDocument } from '../../../../headless/evidence/row.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { miniatureText, museumText } from '../../../../src/words/words.ts';
import { shownNumber } from '../../../../src/page/features/museum/shownNumber.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { COMPAT } from '../../../../src/core/document/trainingSchema.ts';
import { claimFault, unclaimed } from '../../../../src/core/lessons/claims.ts';
import type { Evidence } from '../../../../src/core/lessons/evidence.ts';
import { differenceText, evidenceNumber, parseEvidenceLink } from '../../../../src/core/lessons/evidenceNumbers.ts';
import { effectOf } from '../../../../src/core/museum/effect.ts';
import { changed, evidenceOf, EXHIBITS, exhibitChanges, exhibitVariants } from '../../../../src/core/museum/exhibits.ts';
import { dependencies, layersOf } from '../../../../src/core/team/graph.ts';
import { CELLS, MINIATURE_CHANGES, MINIATURE_PRESET, MINIATURE_TEAMS } from '../../../../src/core/museum/miniature.ts';
import { cellsOf, teamProject } from '../../../../src/core/museum/miniatureProject.ts';
import { museumNumbers } from '../../../../src/core/museum/numbers.ts';
import { exhibitCells, exhibitProject, RUN_SEEDS, runsOf } from '../../../../src/core/museum/sweeps.ts';
import { MINIATURE_CLAIMS, MUSEUM_CLAIMS } from './claims.ts';

function evidenceFile(id: string): Evidence {
  const file = new URL(`../../../../public/evidence/${id}.json`, import.meta.url);
  if (!existsSync(file)) throw new Error(`There is no evidence “${id}”: npm run evidence -- --only ${id}.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Evidence;
}

/** Every evidence link of a text, wherever it stands in a catalogue. */
const linksIn = (catalogue: unknown): string[] =>
  JSON.stringify(catalogue, (_, value: unknown) => (typeof value === 'function' ? undefined : value)).match(/evidence:[^)\\"]+/g) ?? [];

/** Without what changes nothing that is learnt. */
const bare = ({ seed: _seed, evaluateEvery: _every, klEstimator: _kl, turned: _turned, ...training }: ProjectDocument['training']) =>
  training;

describe('the exhibits', () => {
  it('are all the switches, each with words', () => {
    expect(EXHIBITS.map(({ id }) => id)).toEqual([...COMPAT]);
    expect(Object.keys(museumText.exhibits).toSorted()).toEqual([...COMPAT].toSorted());
  });
  it.each(EXHIBITS)('$id: right and wrong can be trained, and differ in the switch alone', (exhibit) => {
    const preset = chooseProject({ preset: exhibit.preset });
    const [right, bug] = [false, true].map((on) => exhibitProject(preset, exhibit, on)) as [ProjectDocument, ProjectDocument];
    expect(documentFaults(right)).toEqual([]);
    expect(documentFaults(bug)).toEqual([]);
    expect(bug).toEqual({ ...right, training: { ...right.training, compat: [exhibit.id] } });
    for (const { changes } of exhibitVariants(exhibit))
      expect(documentFaults(changed(preset, { ...exhibitChanges(exhibit), ...changes }))).toEqual([]);
    // What the page queues are these two, with every seed.
    const runs = runsOf(right, exhibitCells(exhibit), RUN_SEEDS);
    expect(runs).toHaveLength(10);
    expect(runs.slice(0, 2).map(({ base, values }) => changed(base, values))).toEqual([right, bug]);
  });
  it('the linear transcript hides nothing in a chain without a skip-edge, where R3’s agents do hear each other', () => {
    const exhibit = EXHIBITS.find(({ id }) => id === 'r3_linear_transcript')!;
    const { team } = exhibitProject(chooseProject({ preset: exhibit.preset }), exhibit, true);
    // With two agents and no edge both lie in one layer, and R3 lets siblings speak from the same snapshot.
    expect(layersOf(team).every((layer) => layer.length === 1)).toBe(true);
    expect(dependencies(team)[2], 'the last does not hear the first').toEqual([1]);
    expect(effectOf(evidenceFile(evidenceOf(exhibit.id)))?.verdict, 'learns what it should not be able to').toBe('higher');
  });
  it.each(EXHIBITS)('$id: its small case differs, and every row has a name', ({ id }) => {
    const rows = museumNumbers(id);
    expect(rows.map((row) => row.id).toSorted()).toEqual(Object.keys(museumText.exhibits[id].rows).toSorted());
    expect(rows.some(({ right, bug }) => JSON.stringify(right) !== JSON.stringify(bug))).toBe(true);
  });
  it.each(EXHIBITS)('$id: was measured as it stands here', (exhibit) => {
    const evidence = evidenceFile(evidenceOf(exhibit.id));
    expect(evidence).toMatchObject({ preset: exhibit.preset, settings: exhibitChanges(exhibit), iterations: exhibit.iterations });
    expect(evidence.variants.map(({ id, changes }) => ({ id, changes }))).toEqual(
      exhibitVariants(exhibit).map(({ id, changes }) => ({ id, changes })),
    );
    for (const { seeds } of evidence.variants) expect(seeds.map(({ seed }) => seed)).toEqual([...RUN_SEEDS]);
    expect(effectOf(evidence)).not.toBeNull();
    for (const name of exhibit.series) expect(Object.keys(evidence.variants[1]?.seeds[0]?.series ?? {})).toContain(name);
  });
});

describe('known numbers', () => {
  const row = (id: (typeof COMPAT)[number], name: string) => museumNumbers(id).find((one) => one.id === name);
  it('V9: half precision loses the square of 1e-3, and its step is a hundred times too long', () => {
    expect(row('r1_half_precision_adam', 'smallMoment')?.bug).toBe(0);
    expect(row('r1_half_precision_adam', 'smallStep')?.bug).toBeCloseTo(100, -1);
  });
  it('V8: a group of four, one right: ±1.5 and 0.5 deviations; alone 1e5', () => {
    expect(row('r3_lone_group', 'episode0')?.right).toBeCloseTo(1.5, 3);
    expect(row('r3_lone_group', 'episode0')?.bug).toBeCloseTo(1e5, 0);
  });
  it('the mask of the previous turn leaves A = −V at the hand-over', () => {
    expect(row('r1_previous_turn_mask', 'token1')?.bug).toBe(-0.5);
  });
  it('three digits, a minus that is one, and no long zeros', () => {
    expect([0.542462, -0.375, 1e-9, 99999.9999, 0].map(shownNumber)).toEqual(['0.542', '−0.375', '1.0e−9', '100000', '0']);
    expect(differenceText({ mean: -0.384, half: 0.041 }, 'share')).toBe('−38 ± 4 points');
  });
});

describe('the paper in miniature', () => {
  it('the page trains what was recorded', () => {
    const [row] = MINIATURE_ROWS;
    if (!row) throw new Error('no row');
    for (const cell of CELLS) {
      const variant = row.variants.find(({ id }) => id === cell.id);
      if (!variant) throw new Error(cell.id);
      const recorded = rowDocument(row, variant, 1);
      const own = changed(teamProject(chooseProject({ preset: MINIATURE_PRESET }), cell.team), cell.changes);
      expect(own.team).toEqual(recorded.team);
      expect(bare(own.training)).toEqual(bare(recorded.training));
      expect(documentFaults(own)).toEqual([]);
    }
    expect(MINIATURE_TEAMS.flatMap(cellsOf)).toEqual(CELLS);
  });
  it('was recorded with five seeds in every cell', () => {
    const evidence = evidenceFile('miniature');
    expect(evidence).toMatchObject({ preset: MINIATURE_PRESET, settings: MINIATURE_CHANGES });
    expect(evidence.variants.map(({ id }) => id)).toEqual(CELLS.map(({ id }) => id));
    for (const { seeds } of evidence.variants) expect(seeds.map(({ seed }) => seed)).toEqual([...RUN_SEEDS]);
  });
});

describe('what the texts claim', () => {
  const held = Object.entries(MUSEUM_CLAIMS).map(([id, claims]) => ({ id: id as keyof typeof MUSEUM_CLAIMS, claims }));
  it.each(held)('of $id is so in its file, seed by seed, and every sentence that compares has a claim', ({ id, claims }) => {
    const { effect } = museumText.exhibits[id];
    expect(claims.flatMap((claim) => claimFault(effect, evidenceFile(evidenceOf(id)), claim) ?? [])).toEqual([]);
    expect(unclaimed(effect, claims)).toEqual([]);
  });
  it('of the miniature is so in its file', () => {
    const { read } = miniatureText;
    expect(MINIATURE_CLAIMS.flatMap((claim) => claimFault(read, evidenceFile('miniature'), claim) ?? [])).toEqual([]);
    expect(unclaimed(read, MINIATURE_CLAIMS)).toEqual([]);
  });
});

describe('texts', () => {
  it.each([...new Set([...linksIn(museumText), ...linksIn(miniatureText)])])('%s is a recorded number', (link) => {
    const parsed = parseEvidenceLink(link);
    if (!parsed) throw new Error(link);
    expect(evidenceNumber(evidenceFile(parsed.id), parsed)).not.toBeNull();
  });
  it('no effect stands in them as a typed number', () => {
    for (const { effect } of Object.values(museumText.exhibits))
      expect(effect.replaceAll(/\[\]\([^)]*\)/g, '')).not.toMatch(/\d+(\.\d+)? ?%|± ?\d/);
  });
  it('each row of the evidence is of an exhibit', () => {
    expect(MUSEUM_ROWS.map(({ id }) => id)).toEqual(EXHIBITS.map(({ id }) => evidenceOf(id)));
  });
});
