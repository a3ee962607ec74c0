/** Texts of data sets: the strip in the environment panel, and the dialogue that says how a file is read. */
import { spoken } from '../../forms/language.ts';

const number = (count: number): string => count.toLocaleString('en');
const rows = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`;

const layouts = {
  json_lines: 'JSON Lines, one object a line',
  list: 'JSON, a list of objects',
  data: 'JSON, a list under “data”',
  splits: 'JSON, a list for each split; the column “split” says which',
  columns: 'JSON, a list for each column',
  viewer: 'JSON of Hugging Face’s data set viewer',
  csv: 'CSV with a header line',
  tsv: 'TSV with a header line',
};

const parts = {
  whole: 'all of it',
  final: 'final answer',
  working: 'working',
  user: 'user’s last words',
};

export const datasetEn = spoken('environment/dataset', {
  label: 'Data set',
  none: 'The environment generates its problems.',
  choose: 'Problems from a file…',
  chooseHelp: 'JSON, JSON Lines, CSV or TSV: drop it anywhere, or choose it. Each row reaches reset() as `problem`.',
  reading: (name: string) => `Reading ${name}…`,
  stopReading: 'Stop reading',
  looking: (name: string) => `Looking for “${name}” in this browser…`,
  here: (count: number, train: number, test: number) => `${rows(count)} · ${number(train)} train, ${number(test)} test`,
  keptIn: {
    files: 'Kept in this browser.',
    database: 'Kept in this browser.',
    nowhere: 'This browser keeps no files: the data set is gone when the page closes. Keep the file to hand.',
  },
  missing: (name: string, count: number, digest: string) =>
    `The project takes its problems from “${name}” (${rows(count)}, SHA-256 ${digest}…), which is not in this browser.`,
  missingHint: 'Choose that file, or drop it anywhere. It is recognised by its contents, whatever its name.',
  giveFile: 'Choose the file…',
  takeInstead: 'Take it instead…',
  recognised: 'The data set is back',
  recognisedText: (name: string) => `“${name}” is the file the project names.`,
  settings: 'Data set…',
  remove: 'Remove the data set',
  removed: 'The data set was removed from the project',
  removedText: (name: string) => `“${name}” stays in this browser; Undo brings it back.`,
  notAttached: 'The file is not attached',
  attached: 'The data set is attached',
  attachedText: (train: number, test: number) => `The next run trains on ${rows(train)} and measures on ${rows(test)}. You can undo it.`,
  dialogue: {
    title: (name: string) => `Problems from ${name}`,
    found: (layout: keyof typeof layouts, count: number, columns: number) =>
      `${layouts[layout]}: ${rows(count)}, ${columns} ${columns === 1 ? 'column' : 'columns'}.`,
    dropped: (count: number) =>
      `${number(count)} ${count === 1 ? 'key was' : 'keys were'} left out because their names have a special meaning in JavaScript.`,
    fields: 'Fields of a problem',
    fieldsHelp:
      'What the environment reads, and the column each field comes from. A final answer is what follows #### or is in the last \\boxed{}; the working comes before ####.',
    everything: 'Every column, under its own name.',
    field: (index: number) => `Field ${index + 1}`,
    column: (index: number) => `Column of field ${index + 1}`,
    part: (index: number) => `Part of the column of field ${index + 1}`,
    parts,
    addField: 'Add a field',
    removeField: (field: string) => `Remove the field ${field || 'without a name'}`,
    noName: 'A field needs a name.',
    sameName: (field: string) => `Two fields are named “${field}”.`,
    noColumn: (column: string) => `The file has no column “${column}”.`,
    splits: 'Splits',
    splitBy: 'Train and test rows',
    splitDraw: 'Draw a share for the test split',
    splitColumn: (column: string) => `By the column “${column}”`,
    share: 'Test share, %',
    sample: 'Rows used (0: all)',
    seed: 'Seed of the draw',
    drawHelp: 'Drawn by each row’s contents: reordering the rows changes nothing, and identical rows never end up in both splits.',
    counts: (train: number, test: number, unused: number) =>
      `${number(train)} train · ${number(test)} test${unused > 0 ? ` · ${number(unused)} not used` : ''}`,
    noTrain: 'No row is left to train on.',
    noTest: 'The test split is empty: switch evaluations off to train.',
    environment: 'Use the environment “Math problems from a file” with it',
    environmentHelp:
      'The current environment does not mention `problem`, so nothing would read the rows. The tiny bases that come with the workbench cannot solve GSM8K or MATH; that environment is meant for a base of your own.',
    preview: 'Rows of the file',
    previewRow: 'Row',
    page: (first: number, last: number, of: number) => `Rows ${number(first)} to ${number(last)} of ${number(of)}`,
    previous: 'Rows before',
    next: 'Rows after',
    cell: (row: number, column: string) => `Row ${row}, ${column}`,
    whole: (row: number, column: string) => `All of row ${row}, ${column}`,
    focusCell: 'Choose a cell to read all of it.',
    example: 'As reset() receives it',
    exampleOf: (row: number) => `Row ${number(row)}, the first train problem`,
    cancel: 'Cancel',
    close: 'Close without attaching',
    attach: 'Attach',
    save: 'Save',
  },
});
