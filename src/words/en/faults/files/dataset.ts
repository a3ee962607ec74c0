/** What is wrong with a file of problems, with how its columns are mapped, and with the data set a project names. */

/** A file by its name, and where in it, from 1. */
interface At {
  readonly subject: string;
  readonly line?: number;
  readonly column?: number;
}

const where = ({ subject, line, column }: At): string =>
  line === undefined ? subject : `Line ${line}${column ? `, column ${column},` : ''} of ${subject}`;

const MISSING_HINTS = {
  anywhere: 'Give the file again: in the environment panel of the page, or with --data FILE in the terminal.',
  panel: 'Give the file again in the environment panel.',
  panel_or_remove: 'Give the file again in the environment panel, or remove the data set from the project there.',
  terminal: 'Give it with --data FILE.',
} as const;

const IMPORT_A_PART = 'Import a part of it.';

export const datasetFaults = {
  E_DATASET_SIZE: (
    of: At &
      (
        | { readonly found: 'bytes'; readonly size: number; readonly most: number }
        | { readonly found: 'row'; readonly row: number; readonly size: number; readonly most: number }
        | { readonly found: 'rows' | 'columns'; readonly most: number }
      ),
  ) => {
    switch (of.found) {
      case 'bytes':
        return {
          message: `${where(of)} has ${Math.ceil(of.size / 2 ** 20)} MB; at most ${of.most / 2 ** 20} MB are read.`,
          hint: IMPORT_A_PART,
        };
      case 'rows':
        return { message: `${where(of)} has more than ${of.most.toLocaleString('en')} rows.`, hint: IMPORT_A_PART };
      case 'row':
        return {
          message: `${where(of)}: row ${of.row} is ${Math.ceil(of.size / 1024)} KB long; at most ${of.most / 1024} KB are allowed.`,
          hint: 'Leave long columns out of the file, or shorten them.',
        };
      case 'columns':
        return {
          message: `${where(of)} has more than ${of.most} columns.`,
          hint: 'Rows are records with the same fields; is this a file of rows?',
        };
    }
  },
  E_DATASET_EMPTY: (of: At & { readonly found: 'nothing' | 'no_rows' }) => ({
    message: `${where(of)} ${of.found === 'nothing' ? 'is empty' : 'has no rows'}.`,
    hint: 'Choose a file with a row for each problem.',
  }),
  E_DATASET_ENCODING: (of: At) => ({
    message: `${where(of)} is not UTF-8 text.`,
    hint: 'Parquet, Arrow and zip files cannot be read: save the data set as JSON Lines or CSV (docs/data-sets.md#what-can-be-read).',
  }),
  /** `unexpected` is the character that cannot stand there; none where the text ends. */
  E_DATASET_JSON: (of: At & { readonly unexpected?: string; readonly layout: 'whole' | 'lines' }) => ({
    message: `${where(of)} ${
      of.unexpected === undefined ? 'ends in the middle' : `cannot be read as JSON: ${JSON.stringify(of.unexpected)} is not expected there`
    }.`,
    hint: of.layout === 'lines' ? 'Correct or remove that line.' : 'Save it as a list of objects, or as JSON Lines with one object a line.',
  }),
  E_DATASET_CSV: (
    of: At &
      (
        | { readonly found: 'quote'; readonly reason: string }
        | { readonly found: 'values'; readonly values: number; readonly columns: number }
        | { readonly found: 'twice'; readonly name: string }
      ),
  ) => {
    const hint =
      'The first line names the columns; quote any text that contains commas, quotes or line breaks, and double the quotes inside it.';
    switch (of.found) {
      case 'quote':
        return { message: `${where(of)} has a quote that is never closed: ${of.reason}.`, hint };
      case 'values':
        return { message: `${where(of)} has ${of.values} values, but there are ${of.columns} columns.`, hint };
      case 'twice':
        return { message: `${where(of)} names the column “${of.name}” twice.`, hint: 'Give every column a different name.' };
    }
  },
  E_DATASET_ROW: (of: At & { readonly row: number; readonly most: number }) => ({
    message: `${where(of)}: row ${of.row} is nested deeper than ${of.most} levels.`,
    hint: 'Flatten it.',
  }),
  E_DATASET_LAYOUT: (
    of: At &
      (
        | { readonly found: 'no_rows' }
        | { readonly found: 'lengths'; readonly lengths: readonly { readonly name: string; readonly values: number }[] }
      ),
  ) =>
    of.found === 'no_rows'
      ? { message: `${where(of)} holds no rows.`, hint: 'Save it as a list of objects.' }
      : {
          message: `${where(of)} has columns of different lengths: ${of.lengths
            .map(({ name, values }, index) => `“${name}” has ${values}${index === 0 ? ' values' : ''}`)
            .join(', ')}.`,
          hint: 'Every column needs a value for each row.',
        },
  /** The data set's own rows and the first digits of its digest. */
  E_DATASET_MISSING: (of: {
    readonly subject: string;
    readonly rows: number;
    readonly digest: string;
    readonly give: keyof typeof MISSING_HINTS;
  }) => ({
    message: `The project takes its problems from “${of.subject}” (${of.rows.toLocaleString('en')} rows, SHA-256 ${of.digest}…), which is not here.`,
    hint: MISSING_HINTS[of.give],
  }),
  E_DATASET_ROWS: ({ subject, said, came }: { readonly subject: string; readonly said: number; readonly came: number }) => ({
    message: `The project says that “${subject}” has ${said} rows, but it has ${came}.`,
    hint: 'Import the file again.',
  }),
  E_DATASET_SPLIT: ({ subject, empty }: { readonly subject: string; readonly empty: 'train' | 'test' }) => ({
    message: `The ${empty} split of “${subject}” has no rows.`,
    hint:
      empty === 'train'
        ? 'Lower the share of the test split, raise the sample, or choose another column for the splits.'
        : 'Raise the share of the test split, or set “evaluate every” to 0, which switches evaluations off.',
  }),
  /** Of the flag `--map`. */
  E_FLAG: ({ parts, ...of }: { readonly parts: readonly string[] } & ({ readonly entry: string } | { readonly part: string })) => ({
    message: `--map cannot be read: ${
      'entry' in of ? `“${of.entry}” is not a pair FIELD=COLUMN.` : `There is no part “${of.part}” of a column.`
    }`,
    hint: `For example: --map problem=question,answer=answer:final. Parts of a column: ${parts.join(', ')}.`,
  }),
};
