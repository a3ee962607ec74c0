/**
 * A run that writes its folder as fast as it can, for a test that kills it: `node --import tsx endlessRun.ts DIR [LAST] [cut]`.
 * It goes on with what is in DIR, as `npm run train -- --resume` does, and writes a checkpoint an iteration, up to LAST. With `cut` it
 * kills itself when its second checkpoint is written but not yet in its place: no other process can be sure to meet that moment.
 */
import fs, { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { BestTracker, bestStateSchema } from '../../../src/core/formats/runs/best.ts';
import { checkpointFiles, readCheckpoint, type RunInfo } from '../../../src/core/formats/runs/rundir.ts';
import { readRun, resumePoint } from '../../../headless/kit/run/storedRun.ts';
import { WrittenRun } from '../../../headless/kit/run/writtenRun.ts';

const [folder = '', last = '1000000', cut] = process.argv.slice(2);

/** Every number of a checkpoint is its iteration, so that a mixture of two shows. */
function filesOf(iteration: number, tracker: BestTracker): Record<string, Uint8Array> {
  const full = (...shape: [number, number]) => ({ shape, data: new Float32Array(shape[0] * shape[1]).fill(iteration) });
  const path = 'model.layers.0.self_attn.q_proj';
  const tensors = new Map([
    [`${path}.lora_A`, full(8, 4096)],
    [`${path}.lora_B`, full(4096, 8)],
  ]);
  return checkpointFiles({
    iteration,
    baseName: 'base',
    adapters: ['planner', 'solver'].map((role) => ({ role, weights: { rank: 8, alpha: 16, targets: ['q_proj'], tensors } })),
    critic: new Map([['w', full(64, 4096)]]),
    optimizer: new Map([['planner.m', full(256, 4096)]]),
    trainerState: { best: tracker.state },
  });
}

const going = existsSync(join(folder, 'checkpoints'));
const run = going ? await readRun(folder) : null;
const from = run && (await resumePoint(run, 'latest', (_code, message) => writeSync(1, `${message}\n`)));
const saved = from && readCheckpoint(from.files).trainerState['best'];
const tracker = new BestTracker('reward/greedy', saved ? bestStateSchema.parse(saved) : undefined);
writeSync(1, 'start\n');
const out =
  run && from
    ? await WrittenRun.goOn(folder, from.iteration)
    : await WrittenRun.begin(folder, PRESETS.micro.project({ file: 'e.ts', source: '' }), { seed: 1 } as RunInfo);
if (tracker.best) await out.folder.best(tracker.best);
for (let iteration = (from?.iteration ?? 0) + 1; iteration <= Number(last); iteration += 1) {
  const row = { iteration, 'reward/mean': iteration / 1024, 'reward/greedy': (iteration * 7) % 11 };
  await out.row(row, { iteration, 'timing_s/rollout': 1 });
  const best = tracker.observe(row, true);
  const files = filesOf(iteration, tracker);
  // From the second checkpoint on, so that there is one to go on with.
  if (iteration > (from?.iteration ?? 0) + 1) {
    writeSync(1, 'writing\n');
    if (cut) fs.renameSync = () => void process.kill(process.pid, 'SIGKILL');
  }
  await out.folder.checkpoint(iteration, files);
  if (best && tracker.best) await out.folder.best(tracker.best);
  await out.folder.rollout(iteration, [{ iteration } as EpisodeRecord]);
  writeSync(1, `${iteration}\n`);
}
