/** The names of a run folder's files, made and read. */
import { describe, expect, it } from 'vitest';
import {
  checkpointsIn,
  iterationsIn,
  latestCheckpoint,
  parseRunPath,
  pathsAfter,
  RUN_PATHS,
} from '../../../../src/core/formats/runPaths.ts';

describe('a path of a run folder', () => {
  it('reads as what it was made for', () => {
    expect(parseRunPath(RUN_PATHS.rollout(12))).toEqual({ kind: 'rollout', iteration: 12 });
    expect(parseRunPath(RUN_PATHS.adapters(0))).toEqual({ kind: 'adapters', iteration: 0 });
    expect(parseRunPath(RUN_PATHS.trainerState(7))).toEqual({ kind: 'checkpoint', iteration: 7, file: 'trainer_state.json' });
    expect(parseRunPath(`${RUN_PATHS.checkpoint(7)}/planner/x`)).toEqual({ kind: 'checkpoint', iteration: 7, file: 'planner/x' });
    expect(parseRunPath(RUN_PATHS.branch('a-1'))).toEqual({ kind: 'branch', name: 'a-1' });
    expect(parseRunPath('adapters-start/planner/x')).toEqual({ kind: 'start' });
    const { project, run, metrics, checksums, timing, best, vocabulary, notices } = RUN_PATHS;
    for (const path of [project, run, metrics, checksums, timing, best, vocabulary, notices])
      expect(parseRunPath(path), path).toEqual({ kind: 'single' });
  });

  it.each([
    ...['rollouts/1.json', 'rollouts/-1.jsonl', 'rollouts/1.jsonl.partial', 'x/rollouts/1.jsonl', 'rollouts/a/1.jsonl'],
    ...['adapters/1', 'adapters/planner/x', 'adapters-start', 'adapters-starting/x'],
    ...['checkpoints/steps_1', 'checkpoints/steps_1/', 'checkpoints/steps_1.partial/x', 'checkpoints/steps_1.older.partial/x'],
    ...['branches/../card.jsonl', 'branches/a/b.jsonl', 'project.json.partial', 'constructor', ''],
    // Of no use to anybody but the writer of the run.
    ...['card.json', RUN_PATHS.passing],
  ])('“%s” is none', (path) => expect(parseRunPath(path)).toBeNull());

  it('lists what is there in the order of the iterations, which is not that of the names', () => {
    const paths = [
      ...['rollouts/10.jsonl', 'rollouts/9.jsonl', 'adapters/100.zip', 'adapters/20.zip'],
      ...[
        'checkpoints/steps_10/trainer_state.json',
        'checkpoints/steps_9/trainer_state.json',
        'checkpoints/steps_11/optimizer.safetensors',
      ],
    ];
    expect(iterationsIn(paths, 'rollout')).toEqual([9, 10]);
    expect(iterationsIn(paths, 'adapters')).toEqual([20, 100]);
    expect(checkpointsIn(paths), 'of 11 the state is missing').toEqual([9, 10]);
    expect(latestCheckpoint(paths)).toBe(10);
    expect(latestCheckpoint([])).toBeNull();
  });

  it('goes when a run goes on from before its iteration', () => {
    const later = ['rollouts/11.jsonl', 'adapters/11.zip', 'checkpoints/steps_20/planner/x'];
    const stay = [
      'metrics.jsonl',
      'rollouts/9.jsonl',
      'rollouts/10.jsonl',
      'adapters/10.zip',
      'checkpoints/steps_10/x',
      'branches/11.jsonl',
    ];
    expect(pathsAfter([...later, ...stay], 10)).toEqual(later);
  });
});
