/** Warnings: silent on every healthy run, loud on every measured collapse, and each rule on a curve made for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIVE_EPISODES, LIVE_WON, liveMetric } from '../../../../src/core/counterfactual/turned/liveShares.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { TRAINING_DEFAULTS } from '../../../../src/core/document/settingPaths.ts';
import { trainingSchema, type TrainingSettings } from '../../../../src/core/document/trainingSchema.ts';
import type { Row } from '../../../../src/core/health/course.ts';
import { RULES, warningsOf } from '../../../../src/core/health/health.ts';
import { LIMITS } from '../../../../src/core/health/limits.ts';
import { type HealthWarning, WARNING_CODES } from '../../../../src/core/health/types.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const RECORDED = join(ROOT, 'public/recorded');

/** A document as far as the rules read it. */
function documentOf(training: TrainingSettings, roles: readonly string[] = ['planner', 'solver']) {
  const project = PRESETS.micro.project({ file: 'x.ts', source: '' });
  const agents = roles.map((role) => ({ ...project.team.agents[0]!, role }));
  return { training, team: { ...project.team, agents } } satisfies Pick<ProjectDocument, 'training' | 'team'>;
}

interface KeptRun {
  readonly roles: readonly string[];
  readonly training: TrainingSettings;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}
const KEPT = JSON.parse(readFileSync(join(ROOT, 'test/golden/health/runs.json'), 'utf8')) as Readonly<Record<string, KeptRun>>;

function ofKept(name: string, until = Number.POSITIVE_INFINITY): readonly HealthWarning[] {
  const { roles, training, columns, rows } = KEPT[name]!;
  const whole = rows.map((row): Row => Object.fromEntries(columns.flatMap((column, at) => (row[at] == null ? [] : [[column, row[at]]]))));
  return warningsOf(whole.slice(0, until), documentOf(trainingSchema.parse(training), roles));
}

const codes = (warnings: readonly HealthWarning[]): string[] => [
  ...new Set(warnings.map(({ code, role }) => (role === undefined ? code : `${code} ${role}`))),
];

describe('healthy runs', () => {
  const folders = readdirSync(RECORDED);
  it('there are as many recorded ones as projects', () => {
    expect(folders.length).toBeGreaterThanOrEqual(13);
  });
  it.each(folders.filter((name) => name !== 'lesson-lazy-team'))('%s raises nothing, at its end or at any moment before', (name) => {
    const read = (file: string): string => readFileSync(join(RECORDED, name, file), 'utf8');
    const document = JSON.parse(read('project.json')) as ProjectDocument;
    const rows = read('metrics.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    for (let until = 1; until <= rows.length; until += 1)
      expect(codes(warningsOf(rows.slice(0, until), document)), `${name} after ${until} rows`).toEqual([]);
  });
  it.each(['micro2', 'trio2', 'grpo', 'adaptive'])('%s raises nothing', (name) => {
    expect(codes(ofKept(name))).toEqual([]);
  });
});

describe('the lazy team of lesson 7', () => {
  it('raises nothing: no metric tells that one agent does the work of the others', () => {
    const folder = join(RECORDED, 'lesson-lazy-team');
    const document = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8')) as ProjectDocument;
    const rows = readFileSync(join(folder, 'metrics.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(codes(warningsOf(rows, document))).toEqual([]);
    expect(codes(ofKept('lazy'))).toEqual([]);
  });
});

describe('measured collapses', () => {
  it('a learning rate of 1e-2 is told ten iterations before the reward falls, and what it comes to afterwards', () => {
    expect(codes(ofKept('lr1e2', 6))).toEqual(expect.arrayContaining(['step_too_large planner', 'step_too_large solver']));
    const end = ofKept('lr1e2');
    expect(codes(end)).toEqual(expect.arrayContaining(['dead_reward', 'over_optimised', 'far_from_base solver', 'cut_off planner']));
    const fall = end.find(({ code }) => code === 'over_optimised')!;
    expect(fall.holds).toBe(true);
    expect(fall.since).toBeGreaterThan(12);
    expect(fall.since).toBeLessThan(25);
    expect(fall.sentence).toContain('fallen from 0.57 at iteration 7');
    expect(fall.remedies).toContainEqual(expect.objectContaining({ path: 'adaptiveLearningRate.enabled', value: true }));
    const steps = end.find(({ code }) => code === 'step_too_large')!;
    expect(steps.holds, 'over once nothing is learnt any more').toBe(false);
  });
  it.each([
    ['reuse', ['over_optimised', 'step_too_large planner', 'far_from_base planner']],
    ['reusegate', ['over_optimised', 'gate_refuses solver']],
    ['adaptive3', ['far_from_base planner', 'rate_collapsed planner']],
    ['entropy', ['over_optimised', 'entropy_rise planner']],
    ['dead', ['dead_reward']],
    ['slow', ['not_rising']],
  ])('%s: %s', (name, expected) => {
    expect(codes(ofKept(name).filter(({ holds }) => holds))).toEqual(expect.arrayContaining(expected));
  });
});

/** A healthy iteration of two agents. */
const HEALTHY: Row = {
  'reward/mean': 0.5,
  'reward/frac_zero_std': 0,
  'critic/vf_explained_var': 0.3,
  'actor/planner/ppo_kl': 0.003,
  'actor/planner/kl_ref': 0.1,
  'actor/planner/pg_clipfrac': 0.01,
  'actor/planner/grad_norm': 0.4,
  'actor/planner/skipped': 0,
  'actor/planner/lr': 0.003,
  'actor/planner/entropy': 0.4,
  'response_length/planner/clip_ratio': 0,
};

/** How many of 24 won episodes hang on the words of planner and solver: share and both ends of its interval. */
const deciding = (...shares: readonly (readonly [value: number, low: number, high: number])[]): Row => ({
  [LIVE_EPISODES]: 32,
  [LIVE_WON]: 24,
  ...Object.fromEntries(
    shares.flatMap(([value, low, high], index) => {
      const name = liveMetric(['planner', 'solver'][index] ?? '', 'decides');
      return [[name, value] as const, [`${name}_low`, low] as const, [`${name}_high`, high] as const];
    }),
  ),
});

/** `count` iterations, the last `bad` of them changed. */
function curve(count: number, bad: number, change: Row): Row[] {
  return Array.from({ length: count }, (_, index) => ({ ...HEALTHY, ...(index >= count - bad ? change : {}), iteration: index + 1 }));
}

const told = (rows: readonly Row[], training: Partial<TrainingSettings> = {}, roles?: readonly string[]) =>
  warningsOf(rows, documentOf({ ...TRAINING_DEFAULTS, ...training }, roles));

describe('rules on curves made for them', () => {
  const bad: readonly [string, number, Row, Partial<TrainingSettings>][] = [
    ['dead_reward', 5, { 'reward/frac_zero_std': 1, 'reward/mean': 0.25 }, {}],
    ['dead_reward', 5, { 'reward/mean': 0.01 }, {}],
    ['idle_groups', 5, { 'reward/frac_zero_std': 0.9 }, { algorithm: 'grpo', groupSize: 8 }],
    ['critic_reads_alike', 5, { 'critic/read_apart_frac': 0 }, {}],
    ['critic_blind', 20, { 'critic/vf_explained_var': -0.6 }, {}],
    ['step_too_large', 5, { 'actor/planner/ppo_kl': 0.2 }, {}],
    ['far_from_base', 5, { 'actor/planner/kl_ref': 3 }, {}],
    ['clip_saturated', 5, { 'actor/planner/pg_clipfrac': 0.3 }, {}],
    ['gate_refuses', 5, { 'actor/planner/skipped': 2 }, { klGate: 0.01, epochs: 2, minibatches: 1 }],
    ['gradient_limited', 10, { 'actor/planner/grad_norm': 4 }, { maxGradNorm: 1 }],
    ['entropy_collapse', 15, { 'actor/planner/entropy': 0.005 }, {}],
    ['entropy_rise', 5, { 'actor/planner/entropy': 1.6 }, {}],
    ['cut_off', 5, { 'response_length/planner/clip_ratio': 0.4 }, {}],
    ['misrouted', 1, { 'routing/orchestrator_calls': 2, 'routing/no_tag': 1, 'routing/unknown_role': 0.5 }, {}],
    ['overrides', 1, deciding([0, 0, 0.14], [0.9, 0.72, 0.97]), {}],
    ['bypassed', 1, deciding([0.05, 0, 0.22], [0.5, 0.31, 0.69]), {}],
    ['over_optimised', 5, { 'reward/mean': 0.2, 'actor/planner/kl_ref': 1 }, {}],
    [
      'rate_collapsed',
      5,
      { 'actor/planner/lr': 0.0001 },
      { learningRate: 0.003, adaptiveLearningRate: { enabled: true, targetKl: 0.003 } },
    ],
  ];

  it('of a router’s messages say what it is that it did wrong', () => {
    const rows = curve(10, 1, { 'routing/orchestrator_calls': 2, 'routing/no_tag': 0, 'routing/unknown_role': 1.5 });
    const { training, team } = documentOf({ ...TRAINING_DEFAULTS });
    const [warning] = warningsOf(rows, { training, team: { ...team, orchestration: 'routed' } }).filter(({ code }) => code === 'misrouted');
    expect(warning?.sentence).toMatch(/^75 % of the router’s messages .* Such a message opens nothing\.$/);
  });

  it('there is one for every rule, and a rule for every code', () => {
    expect([...new Set([...bad.map(([code]) => code), 'not_rising'])].sort()).toEqual([...WARNING_CODES].sort());
    expect(RULES.map(({ code }) => code)).toEqual([...WARNING_CODES]);
  });

  it.each([
    ['the lower end is not above one half', [0, 0, 0.14], [0.7, 0.49, 0.85], ['bypassed']],
    ['another’s upper end is not below a quarter', [0.1, 0.03, 0.26], [0.9, 0.72, 0.97], []],
    ['all are needed', [0.9, 0.72, 0.97], [0.9, 0.72, 0.97], []],
  ] as const)('nobody overrides the rest where %s', (_, planner, solver, expected) => {
    expect(told(curve(40, 3, deciding(planner, solver))).map(({ code }) => code)).toEqual(expected);
  });

  it('nobody overrides one of whom nothing is known', () => {
    expect(told(curve(40, 3, deciding([0.9, 0.72, 0.97])))).toEqual([]);
    expect(
      told(curve(40, 3, deciding([0.9, 0.72, 0.97], [0, 0, 0.14])), {}, ['planner', 'solver', 'verifier']).map(({ code }) => code),
    ).toEqual(['bypassed']);
  });

  it.each(bad)('%s, and it alone, with a source and something to try', (code, length, change, training) => {
    const found = told(curve(40, length + 2, change), training);
    expect(found.map((warning) => warning.code)).toEqual([code]);
    const [warning] = found;
    expect(warning!.holds).toBe(true);
    expect(warning!.until).toBe(40);
    expect(warning!.remedies.length).toBeGreaterThan(0);
    expect(warning!.source).not.toBe('');
    expect(warning!.sentence).toMatch(/\d.*\.$/);
    expect(warning!.sentence).not.toMatch(/NaN|undefined|Infinity/);
  });

  describe('a reward that is not rising', () => {
    /** It swings about 0.5, or about a line to `end`. */
    const swinging = (change: Row, end = 0.5, by = 0.06): Row[] =>
      curve(40, 40, change).map((row, index) => ({ ...row, 'reward/mean': 0.5 + ((end - 0.5) * index) / 39 + (index % 2 ? by : -by) }));

    it.each([
      ['at most 0.001 nats', { 'actor/planner/kl_ref': 0.001 }, {}, { path: 'learningRate', value: 0.03 }],
      ['In 60 % of the groups', { 'reward/frac_zero_std': 0.6 }, { algorithm: 'grpo', groupSize: 4 }, { path: 'groupSize', value: 8 }],
      ['In 60 % of the batches', { 'reward/frac_zero_std': 0.6 }, {}, { path: 'episodes', value: 64 }],
      ['entropy at most 0.015 nats', { 'actor/planner/entropy': 0.015 }, {}, { path: 'entropyCoef', value: 0.01 }],
      ['“planner” (0.03) nats a message', { 'actor/planner/prompt_information': 0.03 }, {}, { go: 'warmStart' }],
      ['stands for 3.4 characters', { 'response_length/planner/chars_per_token': 3.4 }, {}, { warm: { id: 'vocabularySize', value: 300 } }],
      [
        'do not tell why',
        { 'actor/planner/prompt_information': 0.6, 'response_length/planner/chars_per_token': 1.2 },
        {},
        { path: 'episodes' },
      ],
    ] as const)('is told with the number that explains it: %s', (why, change, training, remedy) => {
      const found = told(swinging(change), training, ['planner']).find(({ code }) => code === 'not_rising');
      expect(found?.sentence).toContain(why);
      expect(found?.remedies[0]).toMatchObject(remedy);
      expect(found?.sentence).toMatch(/\(0\.\d+\) is not told apart from that of the first 5 \(0\.\d+\)/);
      expect(found?.since, 'not before it could have risen').toBe(20);
    });

    it('of mistakes that are paid only where they were played, and not where they earn little', () => {
      const document = documentOf(TRAINING_DEFAULTS, ['planner']);
      const of = (mistaken: number) =>
        warningsOf(swinging({}), document, { mistakes: { mistaken, right: 1, problems: 32 } }).find(({ code }) => code === 'not_rising');
      expect(of(0.75)?.sentence).toContain('an episode earns 0.75, with none 1 (32 problems)');
      expect(of(0.75)?.remedies[0]).toMatchObject({ go: 'environment' });
      expect(of(0.3)?.sentence).toContain('do not tell why');
    });

    it('says all that holds, the likeliest first, and of tokens only where nothing else does', () => {
      const change = {
        'actor/planner/kl_ref': 0.001,
        'actor/planner/prompt_information': -0.02,
        'response_length/planner/chars_per_token': 4,
      };
      const found = told(swinging(change), {}, ['planner']).find(({ code }) => code === 'not_rising');
      expect(found?.sentence).toMatch(/hardly moved.*“planner” \(0\) nats/);
      expect(found?.sentence).not.toContain('characters');
      expect(found?.remedies.map(({ path, go }) => path ?? go)).toEqual(['learningRate', undefined, 'warmStart', 'inspect']);
    });

    it('proposes no other tokenizer for a model of the Hub', () => {
      const document = documentOf(TRAINING_DEFAULTS, ['planner']);
      const hub = { ...document, team: { ...document.team, base: 'org/model' } };
      const found = warningsOf(swinging({ 'response_length/planner/chars_per_token': 4 }), hub).find(({ code }) => code === 'not_rising');
      expect(found?.sentence).toContain('do not tell why');
    });

    it('is no finding where it rises, was never low, or is another finding already', () => {
      const codesOf = (rows: readonly Row[]) => told(rows, {}, ['planner']).map(({ code }) => code);
      expect(codesOf(swinging({}, 0.8, 0.02))).toEqual([]);
      expect(codesOf(swinging({}).map((row) => ({ ...row, 'reward/mean': 0.45 + (row['reward/mean'] ?? 0) })))).toEqual([]);
      expect(codesOf(swinging({}).slice(0, 19))).toEqual([]);
      const fell = swinging({}).map((row, index) =>
        index > 5 && index < 20 ? { ...row, 'reward/mean': (row['reward/mean'] ?? 0) + 0.4 } : row,
      );
      expect(codesOf(fell)).not.toContain('not_rising');
    });
  });

  it('a healthy curve raises none, and neither do no rows', () => {
    expect(told(curve(60, 0, {}))).toEqual([]);
    expect(told([])).toEqual([]);
  });

  it('a reward that is as good as it gets is no fault, however alike', () => {
    expect(told(curve(40, 10, { 'reward/frac_zero_std': 1, 'reward/mean': 1 }))).toEqual([]);
  });

  it('names the first iteration of the newest stretch, and tells a long one that is over', () => {
    const rows = curve(60, 0, {}).map((row, index) => (index >= 10 && index < 30 ? { ...row, 'actor/planner/kl_ref': 4 } : row));
    const [over] = told(rows);
    // The median of five follows two iterations behind.
    expect(over).toMatchObject({ code: 'far_from_base', role: 'planner', since: 13, until: 32, holds: false });
  });

  it('a single odd iteration raises nothing', () => {
    // What is told of an iteration's messages, or of many episodes, holds at once.
    for (const [code, , change, training] of bad)
      if (!['misrouted', 'overrides', 'bypassed'].includes(code)) expect(told([...curve(30, 1, change)], training), code).toEqual([]);
  });

  it('looks at a long run by its beginning and its newest part', () => {
    const rows = curve(5000, 100, { 'actor/planner/kl_ref': 4 });
    expect(told(rows)[0]).toMatchObject({ code: 'far_from_base', since: 4903, holds: true });
  });

  it('every threshold is used', () => {
    const folder = join(ROOT, 'src/core/health');
    const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    for (const name of Object.keys(LIMITS))
      expect(source.filter((text) => text.includes(`LIMITS.${name}`)).length, name).toBeGreaterThan(0);
  });
});
