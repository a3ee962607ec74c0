/** Sentences of the terminal that differ by what was found. */
import { expect, it } from 'vitest';
import { fault } from '../../../../../src/core/faults.ts';
import {
  commandFaults,
  flagFaults,
  ioFaults,
  pathFaults,
  terminalBaseFaults,
  terminalDataFaults,
  terminalRunFaults,
} from '../../../../../src/words/words.ts';

it.each([
  [{ wrong: 'whole number', flag: '--seed', minimum: 0, given: 'x' }, '--seed takes a whole number of at least 0, not “x”.', '--seed 1'],
  [{ wrong: 'whole number', flag: '--k', minimum: 2, given: 'x' }, '--k takes a whole number of at least 2, not “x”.', '--k 2'],
  [{ wrong: 'unknown', kind: 'format', given: 'csv', options: ['trl', 'verl'] }, 'There is no format “csv”.', 'Available: trl, verl.'],
  [{ wrong: 'option', flag: '--better', given: 'x', options: ['higher', 'lower'] }, '--better cannot be “x”.', 'It takes higher, lower.'],
  [{ wrong: 'checkpoint', given: 'x' }, '--checkpoint takes a number of iterations, “latest” or “best”, not “x”.', '--checkpoint best'],
] as const)('a flag: %j', (params, sentence, advice) => {
  const { message, hint } = fault(flagFaults, 'E_FLAG', params);
  expect(message).toBe(sentence);
  expect(hint).toContain(advice);
});

it('a preset for training, and one for pretraining', () => {
  expect(fault(flagFaults, 'E_PRESET', { preset: 'x', of: 'projects', presets: [] }).message).toBe('There is no preset “x”.');
  expect(fault(flagFaults, 'E_PRESET', { preset: 'x', of: 'pretraining', presets: [] }).message).toBe(
    'There is no pretraining preset “x”.',
  );
});

it.each([
  [{ command: 'train', wrong: 'resume', given: 'file' }, /so a project file cannot be given as well\.$/, /^Leave it out/],
  [{ command: 'train', wrong: 'resume', given: '--seed' }, /so --seed cannot be given as well\.$/, /^Leave it out/],
  [
    { command: 'evaluate', wrong: 'pass@k', k: 4, samples: 2 },
    /^pass@4 needs 4 samples per problem, but there are 2\.$/,
    /^Add --samples 4/,
  ],
  [{ command: 'warm-start', wrong: 'no out', recipe: null }, /^There is no folder to write to\.$/, /^Add --out DIR\.$/],
  [{ command: 'warm-start', wrong: 'no out', recipe: 'micro' }, /^There is no folder to write to\.$/, /The base “micro” itself is made by/],
] as const)('a command: %j', (params, sentence, advice) => {
  const { message, hint } = fault(commandFaults, 'E_FLAG', params);
  expect(message).toMatch(sentence);
  expect(hint).toMatch(advice);
});

const lock = { folder: 'runs/a', lock: 'run.lock' };
it.each([
  [{ ...lock, held: 'takeover', takeover: 'run.lock.takeover' }, 'another process is taking over its lock'],
  [{ ...lock, held: 'namelessly' }, 'its run.lock does not say by whom'],
  [{ ...lock, held: 'elsewhere', pid: 7, host: 'far', since: 'noon' }, 'process 7 on the host “far” has held it since noon'],
  [{ ...lock, held: 'here', pid: 7, since: 'noon' }, 'process 7 has been writing to it since noon'],
] as const)('a folder that is locked: %j', (params, why) => {
  const { message, hint } = fault(pathFaults, 'E_RUN_LOCKED', params);
  expect(message).toBe(`runs/a is locked: ${why}.`);
  const files = params.held === 'takeover' ? 'run.lock and run.lock.takeover' : 'run.lock';
  expect(hint).toMatch(new RegExp(`delete ${files} in it\\.$`));
});

it.each([
  [null, 'out is not empty.'],
  [{ checkpoint: null, iterations: 9 }, 'out already holds a run, without a checkpoint yet.'],
  [{ checkpoint: 3, iterations: 9 }, 'out already holds a run, with a checkpoint after iteration 3 of 9.'],
])('a folder that is taken, by the run %j', (run, sentence) => {
  expect(fault(pathFaults, 'E_OUT_EXISTS', { out: 'out', run }).message).toBe(sentence);
});

it('what the operating system refuses has the path where it told one', () => {
  const of = { errno: 'ENOSPC', syscall: 'write' };
  expect(fault(ioFaults, 'E_IO_ENOSPC', { ...of, path: 'a.txt' }).message).toBe(
    'a.txt could not be written: the disk is full (ENOSPC, write).',
  );
  expect(fault(ioFaults, 'E_IO_ENOSPC', { ...of, path: null }).message).toMatch(/^A file could not be written/);
});

it.each([
  [{ found: 'link', path: 'a', within: 'b' }, 'a leads out of b.'],
  [{ found: 'large file', path: 'a', bytes: 3 * 2 ** 20, most: 2 ** 21 }, 'a has 3 MiB; at most 2 MiB are read.'],
  [{ found: 'large model', path: 'a', bytes: 2 ** 35, most: 2 ** 34 }, 'a holds more than the 16384 MiB that are read of a model.'],
  [{ found: 'nothing', name: 'a', home: null }, 'This copy of the workbench brings no base “a”.'],
  [{ found: 'nothing', name: 'a', home: 'b' }, `This copy of the workbench brings no base “a”, and there is no such model folder in b.`],
] as const)('the folder of a base: %j', (params, sentence) => {
  expect(fault(terminalBaseFaults, 'E_BASE_FOLDER', params).message).toBe(sentence);
});

it('another file of problems than the project’s or the run’s', () => {
  const [named, given] = [
    { name: 'a.csv', rows: 3, digest: '12' },
    { name: 'b.csv', rows: 4, digest: '34' },
  ];
  expect(fault(terminalDataFaults, 'E_DATASET_OTHER', { named, given, of: 'run' })).toMatchObject({
    message: 'The project takes its problems from “a.csv” (3 rows, SHA-256 12…); b.csv is another file (4 rows, 34…).',
    hint: 'Give the file the run was made with.',
  });
  expect(fault(terminalDataFaults, 'E_DATASET_OTHER', { named, given, of: 'project' }).hint).toMatch(/^Give that file, or say with --map/);
});

it.each([
  ['best', [], 'runs/a has no best checkpoint.', 'The run ended before its first checkpoint.'],
  ['latest', [], 'runs/a has no checkpoint.', 'The run ended before its first checkpoint.'],
  [4, [2, 6], 'runs/a has no checkpoint of iteration 4.', 'It has: steps_2, steps_6.'],
] as const)('a checkpoint that is not there: %s of %j', (asked, have, message, hint) => {
  expect(fault(terminalRunFaults, 'E_CHECKPOINT_MISSING', { folder: 'runs/a', asked, have })).toMatchObject({ message, hint });
});

it('one row of another run, and several', () => {
  const said = (rows: number) => fault(terminalRunFaults, 'E_RUN_MIXED', { folder: 'a', rows, first: 3 }).message;
  expect(said(1)).toBe('a holds the rows of two runs: the row of iteration 3 stands twice or out of order.');
  expect(said(2)).toBe('a holds the rows of two runs: 2 rows, from iteration 3 on, stand twice or out of order.');
});
