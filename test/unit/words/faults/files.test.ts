/** The sentences of faults about files, to the character, where nothing but a huge or an odd file would make them. */
import { expect, it } from 'vitest';
import { datasetFaults, fileFaults, runFileFaults, storageFaults } from '../../../../src/words/words.ts';

const MB = 2 ** 20;
const subject = 'rows.csv';

it.each([
  [
    datasetFaults.E_DATASET_SIZE({ subject, found: 'bytes', size: 70.2 * MB, most: 64 * MB }),
    'rows.csv has 71 MB; at most 64 MB are read.',
    'Import a part of it.',
  ],
  [
    datasetFaults.E_DATASET_SIZE({ subject, found: 'rows', most: 1_000_000 }),
    'rows.csv has more than 1,000,000 rows.',
    'Import a part of it.',
  ],
  [
    datasetFaults.E_DATASET_SIZE({ subject, line: 7, found: 'row', row: 6, size: 200_000, most: 131_072 }),
    'Line 7 of rows.csv: row 6 is 196 KB long; at most 128 KB are allowed.',
    'Leave long columns out of the file, or shorten them.',
  ],
  [datasetFaults.E_DATASET_LAYOUT({ subject, found: 'no_rows' }), 'rows.csv holds no rows.', 'Save it as a list of objects.'],
  [
    datasetFaults.E_DATASET_JSON({ subject, line: 2, column: 5, layout: 'lines', unexpected: '"' }),
    String.raw`Line 2, column 5, of rows.csv cannot be read as JSON: "\"" is not expected there.`,
    'Correct or remove that line.',
  ],
  [
    fileFaults.E_ARCHIVE_LIMIT({ subject: 'a.zip', found: 'file', path: 'project.json', most: 5 * MB }),
    'a.zip holds a project.json of more than 5 MiB.',
    'Unpack it yourself and open the folder.',
  ],
  [
    runFileFaults.E_EPISODES({ subject: 'e.jsonl', found: 'line', line: 3, field: 'messages', reason: 'Invalid input' }),
    'Line 3 of e.jsonl is not an episode: messages: Invalid input.',
    'A line is {"observation": …, "messages": [{"role": …, "text": …}]} or an episode of a run; docs/warm-start.md shows both.',
  ],
  [
    runFileFaults.E_EPISODES({ subject: 'e.jsonl', found: 'line', line: 3, field: '' }),
    'Line 3 of e.jsonl is not an episode: not an object.',
    'A line is {"observation": …, "messages": [{"role": …, "text": …}]} or an episode of a run; docs/warm-start.md shows both.',
  ],
  [
    storageFaults.E_STORAGE_SILENT(),
    'The storage of this browser does not answer.',
    'Download what you want to keep, then close other tabs of this page and reload it.',
  ],
])('%#: %j', (said, message, hint) => {
  expect(said).toEqual({ message, hint });
});

it('says of a missing data set where it can be given', () => {
  const said = (give: Parameters<typeof datasetFaults.E_DATASET_MISSING>[0]['give']) =>
    datasetFaults.E_DATASET_MISSING({ subject: 'gsm8k', rows: 7473, digest: '0123456789ab', give });
  expect(said('terminal')).toEqual({
    message: 'The project takes its problems from “gsm8k” (7,473 rows, SHA-256 0123456789ab…), which is not here.',
    hint: 'Give it with --data FILE.',
  });
  expect(said('panel').hint).toBe('Give the file again in the environment panel.');
  expect(said('panel_or_remove').hint).toBe('Give the file again in the environment panel, or remove the data set from the project there.');
  expect(said('anywhere').hint).toBe('Give the file again: in the environment panel of the page, or with --data FILE in the terminal.');
});

it('says of a damaged checkpoint what can be done instead', () => {
  const of = { subject: 'checkpoints/steps_9', damage: 'optimizer.safetensors is missing' };
  const hint = (instead: Parameters<typeof runFileFaults.E_CHECKPOINT_DAMAGED>[0]) => runFileFaults.E_CHECKPOINT_DAMAGED(instead).hint;
  expect(runFileFaults.E_CHECKPOINT_DAMAGED({ ...of, instead: 'another' })).toEqual({
    message: 'checkpoints/steps_9 is damaged: optimizer.safetensors is missing.',
    hint: 'Use another checkpoint, or a copy of this one.',
  });
  expect(hint({ ...of, instead: 'export', iteration: 6 })).toBe('Checkpoint 6 is the last intact one: export checkpoint 6 instead.');
  expect(hint({ ...of, instead: 'train_again' })).toBe(
    'None of its checkpoints is intact. Train it again: the same project and seed give the same run.',
  );
  expect(hint({ ...of, instead: 'whole', whole: ['steps_3', 'steps_6'] })).toBe('Intact checkpoints: steps_3, steps_6.');
  expect(hint({ ...of, instead: 'copy' })).toBe('None of its checkpoints is intact; use a copy of the folder.');
});
