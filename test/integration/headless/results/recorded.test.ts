/** The tables of docs/results.md say what the rows in docs/results say, but for what a clock said. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../headless/kit/folders.ts';
import { type EnvironmentRow, environmentsMarkdown, idOf, SEEDS, SHOWN } from '../../../../headless/results/environments.ts';
import { FITTED_CRITICS } from '../../../../src/core/counterfactual/criticErrors.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { pairedDifference } from '../../../../src/core/statistics/paired.ts';
import {
  type AnyCritic,
  CREDITED,
  CREDITED_SEEDS,
  creditedMarkdown,
  type CreditedRow,
} from '../../../../headless/results/estimators/report.ts';
import { ROLLBACK_SEEDS, ROLLBACK_STUDIES, rollbackId, rollbackMarkdown, type RollbackRow } from '../../../../headless/results/rollback.ts';
import { EVALUATED, PLANS, resultsMarkdown, type SeedResult, STUDY_SEEDS } from '../../../../headless/results/report.ts';
import { CASES, challengesMarkdown } from '../../../../headless/results/challenges/report.ts';
import { CHALLENGES } from '../../../../src/core/challenges/challenges.ts';
import type { ChallengeRow } from '../../../../src/core/challenges/recorded.ts';
import { BLAMED, blamedId, type BlameRow, blameMarkdown, CHUNKS, PLANTED } from '../../../../headless/results/blame.ts';
import {
  blamedIn,
  TURNED,
  TURNED_SAMPLE,
  TURNED_SEEDS,
  turnedId,
  turnedMarkdown,
  type TurnedRow,
} from '../../../../headless/results/turned/report.ts';
import { PARTS, recorded, recordOf, recordText } from '../../../../headless/results/recorded.ts';

const unclocked = (text: string) => text.replaceAll(/\(\d+\.\d s\)/g, '(s)').replaceAll(/\| \d+ s \|/g, '| s |');
const document = unclocked(readFileSync(join(projectRoot, 'docs', 'results.md'), 'utf8'));
const rows = recorded<EnvironmentRow>('environments');

describe('of the shipped projects', () => {
  it('all are recorded, with each of their seeds', () => {
    expect([...rows.keys()]).toEqual(SHOWN.map(idOf));
    for (const [id, of] of rows)
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(SEEDS);
  });

  it.each(SHOWN.filter((shown) => rows.has(idOf(shown))).map((shown) => [idOf(shown), shown] as const))('%s', (id, shown) => {
    const own = (rows.get(id) ?? []).map((row) => ({ ...row, secondsAt: row.curve.map(() => 0) }));
    const said = unclocked(environmentsMarkdown(new Map([[shown, own]]), '')).split('\n');
    const lines = said.filter((line) => line.startsWith('| `') && !line.includes('npm run'));
    expect(lines, 'the first seed, and what it shows').toHaveLength(2);
    const first = said.indexOf(lines[0] ?? '');
    // Its seeds and their mean, which do not name it, stand below it.
    expect(document).toContain(`\n${said.slice(first, first + SEEDS.length + 1).join('\n')}\n`);
    expect(document).toContain(`\n${lines[1]}\n`);
  });
});

describe('of the presets that are met first', () => {
  const studies = recorded<SeedResult>('presets');

  it('all are recorded, with each of their seeds', () => {
    expect([...studies.keys()]).toEqual(PLANS.map(({ preset }) => preset));
    for (const [preset, of] of studies)
      expect(
        of.map(({ seed }) => seed),
        preset,
      ).toEqual(STUDY_SEEDS);
  });

  it.each(PLANS)('$preset', ({ preset, title }) => {
    const results = (studies.get(preset) ?? []).map((row) => ({ ...row, seconds: 0, secondsAt: row.curve.map(() => 0) }));
    const { iterations, episodes } = PRESETS[preset].project({ file: '', source: '' }).training;
    const study = { preset, title, results, iterations, episodes, curves: `results-${preset}.svg` };
    const said = unclocked(resultsMarkdown({ studies: [study], evaluated: EVALUATED, machine: '' }));
    const section = said.slice(said.indexOf(`## ${title}`));
    expect(section).toContain('| **mean** |');
    expect(document).toContain(section);
  });
});

describe('of rollback', () => {
  const studied = recorded<RollbackRow>('rollback');

  it('every project is recorded, and the ruined rate, with each of their seeds', () => {
    expect([...studied.keys()]).toEqual(ROLLBACK_STUDIES.map(rollbackId));
    for (const [id, of] of studied)
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(ROLLBACK_SEEDS);
  });

  it('the tables say what the rows say', () => {
    const machine = /^Seeds .* one worker \((.*)\)\. A misfire/m.exec(document)![1]!;
    const said = rollbackMarkdown(new Map(ROLLBACK_STUDIES.map((study) => [study, studied.get(rollbackId(study)) ?? []])), machine);
    expect(said).toContain(`\n${5 * (ROLLBACK_STUDIES.length - 1)} runs: `);
    expect(document).toContain(said);
  });
});

describe('of planted faults', () => {
  const planted = recorded<TurnedRow>('turned');

  it('every case is recorded, with each of its seeds and all of their episodes', () => {
    expect([...planted.keys()]).toEqual(TURNED.map(turnedId));
    for (const [id, of] of planted) {
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(TURNED_SEEDS);
      for (const { episodes } of of) expect(episodes, id).toHaveLength(TURNED_SAMPLE);
    }
  });

  it('the tables say what the rows say', () => {
    expect(document).toContain(turnedMarkdown(planted));
  });

  it('the faulty agent is blamed in nine of ten at least, an innocent one in one of twenty at most, where it errs less often than not', () => {
    for (const one of TURNED.filter(({ rate }) => rate < 0.5)) {
      const { lost, right, innocent } = blamedIn(planted.get(turnedId(one)) ?? []);
      expect(lost, turnedId(one)).toBeGreaterThan(50);
      expect(right / lost, turnedId(one)).toBeGreaterThanOrEqual(0.9);
      expect(innocent / lost, turnedId(one)).toBeLessThanOrEqual(0.05);
    }
  });

  it('one that errs more often than not is blamed where it is asked as it was, and rarely where it is asked as it is', () => {
    const share = (standIn: 'own' | 'before'): number => {
      const cases = TURNED.filter((one) => one.rate > 0.5 && one.standIn === standIn);
      const { lost, right, innocent } = blamedIn(cases.flatMap((one) => planted.get(turnedId(one)) ?? []));
      expect(innocent / lost).toBeLessThanOrEqual(0.05);
      return right / lost;
    };
    expect(share('before')).toBeGreaterThanOrEqual(0.9);
    expect(share('own')).toBeLessThan(0.25);
  });
});

describe('of the challenges', () => {
  const played = recorded<ChallengeRow>('challenges');

  it('every challenge is recorded, with each of its cases', () => {
    expect([...played.keys()]).toEqual(CHALLENGES.map(({ id }) => id));
    for (const [id, of] of played)
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(CASES);
  });

  it('the table says what the rows say', () => {
    expect(document).toContain(challengesMarkdown(played));
  });

  it('who asks every message finds the culprit in nine cases of ten at least', () => {
    for (const [id, of] of played)
      for (const strategy of ['again', 'value'])
        expect(of.filter(({ strategies }) => strategies[strategy]?.right).length / of.length, `${id} ${strategy}`).toBeGreaterThanOrEqual(
          0.9,
        );
  });
});

describe('of estimators and critics', () => {
  const credited = recorded<CreditedRow>('estimators');

  it('every project is recorded, with each of its seeds', () => {
    expect([...credited.keys()]).toEqual(CREDITED);
    for (const [id, of] of credited)
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(CREDITED_SEEDS);
  });

  it('the tables say what the rows say', () => {
    expect(document).toContain(creditedMarkdown(credited));
  });

  // What docs/credit.md says of them.
  it.each(CREDITED)('of %s C3 tells more than GAE and COMA less, and no fitted critic is told apart', (project) => {
    const of = credited.get(project) ?? [];
    const fidelity = (id: 'c3' | 'coma' | 'gae_token') => of.map(({ seed, fidelity: own }) => ({ seed, value: own[id]! }));
    expect(pairedDifference(fidelity('c3'), fidelity('gae_token'))!.verdict).toBe('higher');
    expect(pairedDifference(fidelity('coma'), fidelity('gae_token'))!.verdict).toBe('lower');
    const squared = (id: AnyCritic) => of.flatMap(({ seed, critics }) => (critics[id] ? [{ seed, value: critics[id].squared }] : []));
    for (const id of FITTED_CRITICS.filter((one) => one !== 'own' && squared(one).length > 0))
      expect(pairedDifference(squared(id), squared('own'))!.verdict, id).toBe('alike');
  });
});

describe('of planted errors', () => {
  const planted = recorded<BlameRow>('blame');

  it('every team is recorded, with each of its measurements, in equal numbers', () => {
    expect([...planted.keys()]).toEqual(BLAMED.map(blamedId));
    for (const [id, of] of planted) {
      expect(
        of.map(({ seed }) => seed),
        id,
      ).toEqual(CHUNKS);
      for (const { episodes } of of) expect(episodes, id).toHaveLength(PLANTED);
    }
  });

  it('the tables say what the rows say', () => {
    expect(document).toContain(blameMarkdown(planted));
  });

  it('of the trained teams the planted message is named in nine of ten at least, and another in one of twenty at most', () => {
    for (const team of BLAMED.filter(({ after }) => after === undefined)) {
      const episodes = (planted.get(blamedId(team)) ?? []).flatMap((row) => row.episodes);
      const share = (is: (named: number | null, planted: number) => boolean) =>
        episodes.filter((episode) => is(episode.named, episode.planted)).length / episodes.length;
      expect(
        share((named, wrong) => named === wrong),
        blamedId(team),
      ).toBeGreaterThanOrEqual(0.9);
      expect(
        share((named, wrong) => named !== null && named !== wrong),
        blamedId(team),
      ).toBeLessThanOrEqual(0.05);
    }
  });
});

it('a record names no folder of the machine it was made on', () => {
  for (const part of PARTS) if (existsSync(recordOf(part))) expect(readFileSync(recordOf(part), 'utf8')).not.toMatch(/"\/|[A-Z]:\\/);
});

it('a record holds no times, so that it is the same wherever it was made', () => {
  const text = recordText(new Map([['micro', [{ seed: 1, curve: [0.5], seconds: 3, secondsAt: [1, 2] }, { seed: 2 }]]]));
  expect(text).toBe('{"micro":[\n{"seed":1,"curve":[0.5]},\n{"seed":2}]}\n');
});

it('every script that the measurements run is there', () => {
  const source = readFileSync(join(projectRoot, 'headless/commands/upkeep/results.ts'), 'utf8');
  const scripts = [...source.matchAll(/(?:runScript\(|script: )'([^']+)'/g)].map(([, script]) => script ?? '');
  expect(scripts).toHaveLength(8);
  for (const script of scripts) expect(existsSync(join(projectRoot, 'headless', script)), script).toBe(true);
});
