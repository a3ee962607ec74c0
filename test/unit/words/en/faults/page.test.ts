/** Sentences of the page that differ by what was found. */
import { expect, it } from 'vitest';
import { fault } from '../../../../../src/core/faults.ts';
import {
  branchFaults,
  chosenFaults,
  exportFaults,
  labFaults,
  lessonFaults,
  openedFaults,
  pageEngineFaults,
  pageRunFaults,
  previewFaults,
} from '../../../../../src/words/words.ts';

it('a worker that died, with its last words where it had any', () => {
  const parts = { trainer: pageEngineFaults, lab: labFaults };
  for (const [name, part] of Object.entries(parts)) {
    expect(fault(part, 'E_WORKER_DIED', { said: '' }).message).toBe(`The ${name} worker stopped unexpectedly.`);
    expect(fault(part, 'E_WORKER_DIED', { said: 'oops' }).message).toBe(`The ${name} worker stopped unexpectedly: oops`);
  }
  expect(fault(previewFaults, 'E_WORKER_DIED', { said: 'oops' }).message).toBe('The worker that composes the preview stopped: oops');
});

it('a trainer that says nothing, before and after it was ended', () => {
  expect(fault(pageEngineFaults, 'E_WORKER_SILENT', { ended: false }).message).toMatch(/^The trainer has said nothing for two minutes\./);
  expect(fault(pageEngineFaults, 'E_WORKER_SILENT', { ended: true }).message).toMatch(/and was stopped\.$/);
});

it.each([
  [null, /until this tab closes\.$/],
  [7, /until this tab closes\. The run under way is on disk up to about iteration 7; everything after that is only in memory\.$/],
])('the library died with the run under way at %s', (iteration, sentence) => {
  expect(fault(pageRunFaults, 'E_LIBRARY_DIED', { iteration }).message).toMatch(sentence);
});

it('sizes in MiB and MB', () => {
  expect(fault(openedFaults, 'E_DOCUMENT_SIZE', { name: 'a.json', bytes: 2 ** 24 }).message).toMatch(/^“a\.json” is larger than 16 MB,/);
  expect(fault(chosenFaults, 'E_DOCUMENT_SIZE', { folder: 'a', files: 9, bytes: 2 ** 21 }).message).toMatch(/more than 9 files or 2 MiB,/);
  expect(fault(chosenFaults, 'E_MODEL_SIZE', { bytes: 2 ** 31 + 6e5, most: 2 ** 31 }).message).toBe(
    'That folder holds 2049 MiB; a browser tab can take 2048 MiB.',
  );
  expect(fault(chosenFaults, 'E_FILE_SIZE', { bytes: 2 ** 25 }).message).toBe('The file is larger than 32 MB.');
});

it('what to do about branches that could not be read, with the reason’s own advice', () => {
  const advised = (advice: string | null) => fault(branchFaults, 'E_BRANCH_READ', { why: 'It is busy.', advice });
  expect(advised('Wait.')).toMatchObject({
    message: 'What was tried with this run could not be read: It is busy.',
    hint: 'It may well still be there: come back to this view to try again. Wait.',
  });
  expect(advised(null).hint).toMatch(/try again\.$/);
});

it.each([
  [[2, 4], 'It has those of: 2, 4.'],
  [[], 'It keeps none at all.'],
])('adapters of other iterations %j', (have, hint) => {
  expect(fault(labFaults, 'E_LAB_VERSION', { iteration: 3, have })).toMatchObject({
    message: 'This run keeps no adapters of iteration 3.',
    hint,
  });
});

it('a lesson that is not there, and one without a translation', () => {
  const missing = (language: string | null) => fault(lessonFaults, 'E_LESSON_MISSING', { lesson: 'lamas', language }).message;
  expect(missing(null)).toBe('The lesson “lamas” is not there.');
  expect(missing('zh')).toBe('The lesson “lamas” is not there in “zh”.');
});

it('an export without adapters, of the recorded run and of others', () => {
  expect(fault(exportFaults, 'E_EXPORT_NOTHING', { recorded: true }).hint).toMatch(/^This recorded run came without its weights/);
  expect(fault(exportFaults, 'E_EXPORT_NOTHING', { recorded: false }).hint).toMatch(/^They are saved with the first/);
});
