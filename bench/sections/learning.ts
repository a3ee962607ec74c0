/** Time from the untrained team to +30 and +50 points of reward: the shipped projects on two workers, and the micro recipe in PyTorch on as many threads. */
import { fileURLToPath } from 'node:url';
import { chooseProject } from '../../headless/kit/project.ts';
import { openSession } from '../../headless/kit/host.ts';
import { median } from '../measure.ts';
import { findPyTorch, NO_PYTORCH, runRecipe } from '../peers/pytorch/pytorch.ts';
import { report, type Row, shown } from '../rows.ts';

const SEEDS = [1, 2, 3];
/** Untrained accuracy: sampled episodes. */
const START_EPISODES = 512;
/** The goal is reached by the mean reward of this many iterations in a row. */
const WINDOW = 3;
const CORES = 2;

interface Goals {
  readonly '+30': number | null;
  readonly '+50': number | null;
  readonly iterations: number | null;
}

/** Seconds of rollout, credit and update until the goals; evaluations left out. */
async function timeToGoals(preset: string, seed: number): Promise<Goals> {
  const project = chooseProject({ preset, seed });
  const document = { ...project, training: { ...project.training, evaluateEvery: 0 } };
  const { session } = await openSession(document, 'wasm', undefined, { workers: CORES });
  const { reward: start } = await session.evaluate({ split: 'train', episodes: START_EPISODES, greedy: false });
  const rewards: number[] = [];
  const goals: { '+30': number | null; '+50': number | null; iterations: number | null } = { '+30': null, '+50': null, iterations: null };
  let seconds = 0;
  while (session.iteration < document.training.iterations && goals['+50'] === null) {
    const begin = performance.now();
    const { metrics } = await session.iterate();
    seconds += (performance.now() - begin) / 1000;
    rewards.push(metrics['reward/mean'] ?? 0);
    if (rewards.length < WINDOW) continue;
    const mean = rewards.slice(-WINDOW).reduce((a, b) => a + b, 0) / WINDOW;
    if (mean >= start + 0.3) goals['+30'] ??= seconds;
    if (mean >= start + 0.5) {
      goals['+50'] ??= seconds;
      goals.iterations ??= session.iteration;
    }
  }
  session.dispose();
  session.engine.dispose();
  return goals;
}

const rows: Row[] = [];
const typical: Record<string, number> = {};
for (const [preset, targets] of [
  ['micro', { '+30': '≤ 2', '+50': '≤ 4' }],
  ['standard', { '+50': '≤ 30' }],
] as const) {
  const reached: Goals[] = [];
  for (const seed of SEEDS) reached.push(await timeToGoals(preset, seed));
  for (const goal of ['+30', '+50'] as const) {
    const times = reached.map((goals) => goals[goal]);
    const value = times.every((time) => time !== null) ? median(times) : Number.POSITIVE_INFINITY;
    typical[`${preset} ${goal}`] = value;
    const target = (targets as Partial<Record<typeof goal, string>>)[goal];
    rows.push({
      path: 'end to end, two workers',
      measure: `${preset}: time to ${goal} points`,
      value,
      unit: 's',
      ...(target ? { target } : {}),
      detail: `seeds ${SEEDS.join(', ')}: ${times.map((time) => (time === null ? 'not reached' : `${shown(time)} s`)).join(', ')}${goal === '+50' ? `; iterations ${reached.map(({ iterations }) => iterations ?? '–').join(', ')}` : ''}`,
    });
  }
}
const found = findPyTorch();
if (!found) process.stderr.write(`${NO_PYTORCH}\n`);
else {
  const lines = runRecipe(found, fileURLToPath(new URL('../../public/models/micro', import.meta.url)), {
    seeds: SEEDS.length,
    threads: CORES,
  });
  const times = lines.map((line) => line['+50']?.wall_s ?? Number.POSITIVE_INFINITY);
  const ours = typical['micro +50'] ?? Number.NaN;
  rows.push({
    path: 'end to end, two workers',
    measure: 'micro: time to +50 points against the same recipe in PyTorch, both cores',
    value: ours / median(times),
    unit: '×',
    target: '≤ 1.5',
    detail: `${shown(ours)} s against ${shown(median(times))} s (PyTorch, seeds 1–${SEEDS.length}: ${times.map((time) => `${shown(time)} s`).join(', ')}; iterations ${lines.map((line) => line['+50']?.iterations ?? '–').join(', ')})`,
  });
}
report(rows);
