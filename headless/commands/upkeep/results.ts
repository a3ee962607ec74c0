/**
 * `npm run results [-- --only presets|environments|rollback|blame|turned|challenges|methods|estimators]`: the learning curves, the shipped
 * projects, the rollbacks, the planted errors, the challenges, the methods and the estimators of docs/results.md, each run kept as a file under
 * `.results/` as soon as it is done, so an interrupted measurement goes on where it stopped. Delete a file to measure it again. The rows are
 * written into docs/results too; those of the methods are kept there alone, after each run, so that a clone goes on with what is missing.
 * What compares settings is evidence: `npm run evidence`.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Challenge, CHALLENGES } from '../../../src/core/challenges/challenges.ts';
import { type ChallengeRow, recordOf } from '../../../src/core/challenges/recorded.ts';
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { parseJsonLines } from '../../../src/core/formats/jsonl.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { main } from '../../kit/console.ts';
import { projectRoot } from '../../kit/folders.ts';
import { chooseProject } from '../../kit/project.ts';
import { BLAMED, type BlamedTeam, blamedId, type BlameRow, blameMarkdown, CHUNKS } from '../../results/blame.ts';
import { CASES, challengesMarkdown } from '../../results/challenges/report.ts';
import { curvesSvg } from '../../results/curves.ts';
import { type EnvironmentRow, environmentsMarkdown, idOf, SEEDS, SHOWN, type Shown } from '../../results/environments.ts';
import { CREDITED, CREDITED_SEEDS, creditedMarkdown, type CreditedRow } from '../../results/estimators/report.ts';
import { kept, store } from '../../results/kept.ts';
import { writePart } from '../../results/parts.ts';
import { methodsMarkdown } from '../../results/methods/report.ts';
import { PARTS, record } from '../../results/recorded.ts';
import {
  ROLLBACK_SEEDS,
  ROLLBACK_STUDIES,
  rollbackId,
  type RollbackRow,
  rollbackMarkdown,
  type RollbackStudy,
} from '../../results/rollback.ts';
import { TURNED, TURNED_SEEDS, type TurnedCase, turnedId, turnedMarkdown, type TurnedRow } from '../../results/turned/report.ts';
import { type Accuracy, EVALUATED, PLANS, resultsMarkdown, type SeedResult, type Study, STUDY_SEEDS } from '../../results/report.ts';

const BACKEND = 'wasm';

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = (part: (typeof PARTS)[number]) => values.only === undefined || values.only === part;
  if (values.only !== undefined && !PARTS.some(wanted))
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'part', given: values.only, parts: PARTS }));
  const machine = `${cpus().length} CPU cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, ${BACKEND}`;
  if (wanted('presets')) writePart(await measurePresets(machine));
  if (wanted('environments')) {
    const rows = await measureEnvironments();
    record('environments', new Map([...rows].map(([shown, of]) => [idOf(shown), of])));
    writePart(environmentsMarkdown(rows, machine));
  }
  if (wanted('rollback')) {
    const rows = await measureRollbacks();
    record('rollback', new Map([...rows].map(([study, of]) => [rollbackId(study), of])));
    writePart(rollbackMarkdown(rows, machine));
  }
  if (wanted('blame')) {
    const rows = new Map([...(await measureBlames())].map(([team, of]) => [blamedId(team), of]));
    record('blame', rows);
    writePart(blameMarkdown(rows));
  }
  if (wanted('turned')) {
    const rows = new Map([...(await measureFaults())].map(([one, of]) => [turnedId(one), of]));
    record('turned', rows);
    writePart(turnedMarkdown(rows));
  }
  if (wanted('challenges')) {
    const rows = new Map([...(await measureChallenges())].map(([challenge, of]) => [challenge.id, of]));
    record('challenges', rows);
    writePart(challengesMarkdown(rows));
    // The page shows a learner beside them.
    writeFileSync(join(projectRoot, 'public', 'challenges', 'strategies.json'), `${JSON.stringify(recordOf(rows), null, 1)}\n`);
  }
  if (wanted('estimators')) {
    const rows = new Map<string, readonly CreditedRow[]>(await measureCredits());
    record('estimators', rows);
    writePart(creditedMarkdown(rows));
  }
  if (wanted('methods')) {
    const { measureMethods } = await import('../../results/methods/measure.ts');
    await measureMethods((rows) => {
      record('methods', rows);
      writePart(methodsMarkdown(rows, machine));
    });
  }
});

async function measurePresets(machine: string): Promise<string> {
  const studies: Study[] = [];
  for (const { preset, title } of PLANS) {
    const { iterations, episodes } = chooseProject({ preset }).training;
    const results: SeedResult[] = [];
    for (const seed of STUDY_SEEDS) results.push(await measureSeed(preset, seed, iterations));
    const curves = `results-${preset}.svg`;
    writeFileSync(join(projectRoot, 'docs', curves), curvesSvg(results.map(({ seed, curve }) => ({ seed, curve }))));
    studies.push({ preset, title, results, iterations, episodes, curves });
  }
  record('presets', new Map(studies.map(({ preset, results }) => [preset, results])));
  return resultsMarkdown({ studies, evaluated: EVALUATED, machine });
}

/** Every run of every shipped project; those on file are read. */
function measureEnvironments(): Promise<ReadonlyMap<Shown, readonly EnvironmentRow[]>> {
  return measureAll(
    SHOWN,
    () => SEEDS,
    (shown, seed) => ({
      file: `environments/${idOf(shown)}-seed${seed}.json`,
      script: 'results/measureEnvironment.ts',
      args: [idOf(shown), String(seed)],
    }),
  );
}

/** Every shipped project with rollback on, and the collapse that it is there for. */
function measureRollbacks(): Promise<ReadonlyMap<RollbackStudy, readonly RollbackRow[]>> {
  return measureAll(
    ROLLBACK_STUDIES,
    () => ROLLBACK_SEEDS,
    (study, seed) => ({
      file: `rollback/${rollbackId(study)}-seed${seed}.json`,
      script: 'results/measureRollback.ts',
      args: [study.preset, String(seed), ...(study.rate ? ['rate'] : [])],
    }),
  );
}

/** Lost episodes with a single planted error, and which message the lab names. */
function measureBlames(): Promise<ReadonlyMap<BlamedTeam, readonly BlameRow[]>> {
  return measureAll(
    BLAMED,
    () => CHUNKS,
    (team, number) => ({
      file: `blame/${blamedId(team)}-${number}.json`,
      script: 'results/measureBlame.ts',
      args: [blamedId(team), String(number)],
    }),
  );
}

/** Teams with one agent that errs at a known rate, and who is said to have spoiled their episodes. */
function measureFaults(): Promise<ReadonlyMap<TurnedCase, readonly TurnedRow[]>> {
  return measureAll(
    TURNED,
    () => TURNED_SEEDS,
    (one, seed) => ({
      file: `turned/${turnedId(one)}-seed${seed}.json`,
      script: 'results/turned/measureTurned.ts',
      args: [turnedId(one), String(seed)],
    }),
  );
}

/** Fixed strategies at the challenges. */
function measureChallenges(): Promise<ReadonlyMap<Challenge, readonly ChallengeRow[]>> {
  return measureAll<Challenge, ChallengeRow>(
    CHALLENGES,
    () => CASES,
    ({ id }, number) => ({
      file: `challenges/${id}-${number}.json`,
      script: 'results/challenges/measureChallenge.ts',
      args: [id, String(number)],
    }),
  );
}

/** The credit of a batch under each estimator, and each kind of critic, against playing on. */
function measureCredits(): Promise<ReadonlyMap<(typeof CREDITED)[number], readonly CreditedRow[]>> {
  return measureAll(
    CREDITED,
    () => CREDITED_SEEDS,
    (project, seed) => ({
      file: `estimators/${project}-seed${seed}.json`,
      script: 'results/estimators/measure.ts',
      args: [project, String(seed)],
    }),
  );
}

interface Measurement {
  /** Where it is kept, below `.results/`. */
  readonly file: string;
  readonly script: string;
  readonly args: readonly string[];
}

/** Each subject with each of its seeds, as many runs at a time as there are cores. */
async function measureAll<S, Row extends { readonly seed: number }>(
  subjects: readonly S[],
  seedsOf: (subject: S) => readonly number[],
  measurement: (subject: S, seed: number) => Measurement,
): Promise<ReadonlyMap<S, readonly Row[]>> {
  const runs = subjects.flatMap((subject) => seedsOf(subject).map((seed) => ({ subject, seed })));
  const results = new Map<S, Row[]>(subjects.map((subject) => [subject, []]));
  let next = 0;
  const measureSome = async (): Promise<void> => {
    for (let run = runs[next++]; run; run = runs[next++]) {
      const { file, script, args } = measurement(run.subject, run.seed);
      const row = await kept<Row>(file, async () => JSON.parse(await runScriptAside(script, args)) as Row);
      results.get(run.subject)?.push(row);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(8, cpus().length)) }, measureSome));
  for (const rows of results.values()) rows.sort((a, b) => a.seed - b.seed);
  return results;
}

async function measureSeed(preset: PresetName, seed: number, iterations: number): Promise<SeedResult> {
  const run = join(store, `${preset}-seed${seed}`);
  const lines = (path: string) => parseJsonLines(readFileSync(join(run, path), 'utf8'), path) as Record<string, number>[];
  await kept(`${preset}-seed${seed}.done.json`, () => {
    rmSync(run, { recursive: true, force: true });
    const start = performance.now();
    runScript('commands/train.ts', ['--preset', preset, '--seed', String(seed), '--backend', BACKEND, '--out', run]);
    return { wall_s: (performance.now() - start) / 1000 };
  });
  const evaluate = async (checkpoint: number, split: 'train' | 'test', greedy: boolean): Promise<Accuracy> => {
    const measured = await kept<Accuracy>(`${preset}-seed${seed}-${split}-${greedy ? 'greedy' : 'sampled'}-${checkpoint}.json`, () =>
      JSON.parse(
        runScript('commands/evaluate.ts', [
          '--run',
          run,
          '--checkpoint',
          String(checkpoint),
          '--split',
          split,
          '--episodes',
          String(EVALUATED),
          '--backend',
          BACKEND,
          ...(greedy ? ['--greedy'] : []),
        ]),
      ),
    );
    // Where the run lies is nobody's business.
    return { accuracy: measured.accuracy, standard_error: measured.standard_error };
  };
  const timing = lines(RUN_PATHS.timing);
  const seconds = timing.map((row) =>
    ['rollout', 'credit', 'update', 'evaluate'].reduce((sum, part) => sum + (row[`timing_s/${part}`] ?? 0), 0),
  );
  return {
    seed,
    before: { train: await evaluate(0, 'train', false), test: await evaluate(0, 'test', false), greedy: await evaluate(0, 'train', true) },
    after: {
      train: await evaluate(iterations, 'train', false),
      test: await evaluate(iterations, 'test', false),
      greedy: await evaluate(iterations, 'train', true),
    },
    curve: lines(RUN_PATHS.metrics).flatMap((row) => row['reward/mean'] ?? []),
    seconds: seconds.reduce((a, b) => a + b, 0),
    secondsAt: seconds.map((_, i) => seconds.slice(0, i + 1).reduce((a, b) => a + b, 0)),
  };
}

/** As `runScript`, without waiting in this thread. One worker each: several run side by side. */
function runScriptAside(script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', join(projectRoot, 'headless', script), ...args],
      { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => (error ? reject(new Error(`${script} ${args.join(' ')}: ${stderr || error.message}`)) : resolve(stdout)),
    );
  });
}

function runScript(script: string, args: readonly string[]): string {
  return execFileSync(process.execPath, ['--import', 'tsx', join(projectRoot, 'headless', script), ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
