/**
 * Known truth about shares of credit: in the relay only the second runner's base forgets its step, so whatever training brings
 * is brought by the second runner; and an adapter damaged on purpose is told to cost reward.
 */
import { afterEach, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import { verdictSentences } from '../../../src/page/features/shares/sentences.ts';
import { efficiencyOf, standingsOf } from '../../../src/core/counterfactual/standings.ts';
import { type Files, filesUnder } from '../../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { readSafetensors, writeSafetensors } from '../../../src/core/formats/safetensors.ts';
import { checkpointOf } from '../../../src/session/run/checkpoint.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';

let session: TrainingSession | undefined;
let lab: Lab | undefined;
afterEach(() => {
  lab?.dispose();
  session?.dispose();
  session?.engine.dispose();
});

const ITERATIONS = 10;
const PROBLEMS = 40;

/** The agent's adapter with noise in place of what it learnt. */
function damaged(files: Files, role: string): Files {
  const [path, bytes] = Object.entries(files).find(([name]) => name.endsWith(`${role}/adapter_model.safetensors`))!;
  const tensors = [...readSafetensors(bytes)].map(([name, tensor]) => {
    const data = name.includes('lora_B') ? tensor.data.map((_, index) => 0.5 * Math.sin(7 * index)) : tensor.data;
    return [name, { ...tensor, data }] as const;
  });
  return { ...files, [path]: writeSafetensors(new Map(tensors)) };
}

it('Shapley names the runner whose base was weak, and then the one whose adapter was damaged', async () => {
  const project = chooseProject({ preset: 'relay', seed: 1 });
  const document = { ...project, training: { ...project.training, evaluateEvery: 0, episodes: 32 } };
  ({ session } = await openSession(document, 'wasm', undefined, { workers: 1 }));
  for (let i = 0; i < ITERATIONS; i += 1) await session.iterate();
  const trained = filesUnder(await checkpointOf(session), RUN_PATHS.checkpoint(ITERATIONS));
  const bases = session.groups.map(({ base }) => base);
  lab = await Lab.open({ document, bases, engine: session.engine, environment: createSandbox() });
  const ask = (iteration: number, files: Files) =>
    lab!.answer({ kind: 'shares', split: 'train', problems: PROBLEMS, absence: 'base', orders: 0 }, iteration, { [iteration]: files });

  const answer = await ask(ITERATIONS, trained);
  const { whole, empty, sum } = efficiencyOf(answer);
  expect(sum).toBeCloseTo(whole - empty, 10);
  expect(whole - empty).toBeGreaterThan(0.2);
  const { most, harms } = standingsOf(answer)!;
  expect([most.share.role, most.apart]).toEqual(['second', true]);
  expect(harms).toEqual([]);
  expect(verdictSentences(answer, 'base', PROBLEMS)[1]).toMatch(/^Training second .* brought most/);

  const worse = await ask(ITERATIONS + 1, damaged(trained, 'third'));
  expect(standingsOf(worse)!.harms.map(({ role }) => role)).toEqual(['third']);
  expect(verdictSentences(worse, 'base', PROBLEMS).join(' ')).toContain('Training third costs the team reward');
});
