/** What is wrong with the files of a run that something else trained, and what a person should know of what was read of them. */

interface In {
  readonly subject: string;
}

/** A line of a file, or a row of a table, from 1. */
interface At extends In {
  readonly line: number;
}

/** What a field should hold, as a clause. */
const WANTED = {
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  yes_no: 'true or false',
  object: 'an object',
  list: 'a list',
  numbers: 'a list of numbers',
  whole_numbers: 'a list of whole numbers from 0',
  yes_nos: 'a list of true and false',
  messages: 'a text or a list of messages with role and content',
} as const;
export type ImportWanted = keyof typeof WANTED;

const WHOLE = 'Copy or download the file again: it may have been cut off or changed. Nothing was read in.';
const PARTS = 'Give a part of it: fewer files, or fewer lines. Nothing was read in.';

const amount = (of: 'bytes' | 'count', most: number): string =>
  of === 'bytes' ? `${Math.floor(most / 2 ** 20)} MiB` : most.toLocaleString('en');

export const importFaults = {
  /** `reason` is what its reader said. */
  E_IMPORT_LINE: ({ subject, line, reason }: At & { readonly reason: string }) => ({
    message: `Line ${line} of ${subject} is not JSON (${reason}).`,
    hint: WHOLE,
  }),
  E_IMPORT_TEXT: ({ subject, line }: At) => ({ message: `Line ${line} of ${subject} is not text in UTF-8.`, hint: WHOLE }),
  /** `field` is the path of what is wrong, as the file calls it. */
  E_IMPORT_FIELD: ({ subject, line, field, wanted }: At & { readonly field: string; readonly wanted: ImportWanted }) => ({
    message: `Line ${line} of ${subject}: ${field} should be ${WANTED[wanted]}.`,
    hint: `${WHOLE} docs/imports.md says what is read of each library.`,
  }),
  E_IMPORT_LENGTH: ({
    subject,
    line,
    field,
    length,
    wanted,
  }: At & { readonly field: string; readonly length: number; readonly wanted: number }) => ({
    message: `Line ${line} of ${subject}: ${field} has ${length} entries where ${wanted} belong.`,
    hint: WHOLE,
  }),
  /** A place that a field names and that is not there, such as the node before the first. */
  E_IMPORT_PLACE: ({ subject, line, field }: At & { readonly field: string }) => ({
    message: `Line ${line} of ${subject}: ${field} names a place that is not there.`,
    hint: WHOLE,
  }),
  /** `what` is a limit of `limits.ts`. */
  E_IMPORT_LIMIT: ({
    subject,
    line,
    what,
    most,
  }: At & { readonly what: 'line' | 'tokens' | 'prompts' | 'parts' | 'messages' | 'depth' | 'info' | 'names'; readonly most: number }) => {
    const said = {
      line: `is longer than ${amount('bytes', most)}`,
      tokens: `holds a message of more than ${amount('count', most)} tokens`,
      prompts: `holds prompts of more than ${amount('count', most)} tokens in all`,
      parts: `holds prompts of more than ${amount('count', most)} parts in all`,
      messages: `holds more than ${amount('count', most)} messages`,
      depth: `is nested more than ${amount('count', most)} levels deep`,
      info: `has more than ${amount('bytes', most)} beside its messages`,
      names: `names more than ${amount('count', most)} numbers or agents`,
    };
    return { message: `Line ${line} of ${subject} ${said[what]}.`, hint: PARTS };
  },
  E_IMPORT_SIZE: ({ subject, most }: In & { readonly most: number }) => ({
    message: `${subject} is, or unpacks to, more than ${amount('bytes', most)}.`,
    hint: PARTS,
  }),
  E_IMPORT_PACKED: ({ subject, reason }: In & { readonly reason: string }) => ({
    message: `${subject} cannot be unpacked (${reason}).`,
    hint: WHOLE,
  }),
  E_IMPORT_EMPTY: ({ subject }: In) => ({ message: `${subject} holds nothing.`, hint: 'Choose a file that was written to.' }),
  /** Neither its beginning nor its end is that of a Parquet file. */
  E_IMPORT_NO_PARQUET: ({ subject }: In) => ({
    message: `${subject} is not a Parquet file, whatever its name says.`,
    hint: 'Choose the file that the trainer wrote. Nothing was read in.',
  }),
  E_IMPORT_PARQUET_CUT: ({ subject }: In) => ({
    message: `${subject} is only the beginning of a Parquet file: its end is missing.`,
    hint: 'Copy or download it again, or wait until the trainer has written all of it. Nothing was read in.',
  }),
  E_IMPORT_PARQUET_PACKED: ({ subject, codec }: In & { readonly codec: string }) => ({
    message: `${subject} is a Parquet file packed by ${codec}, which is not read here.`,
    hint: 'Write it again packed by Snappy, in pandas with df.to_parquet(path, compression="snappy"). Nothing was read in.',
  }),
  /** What its reader said is the detail. */
  E_IMPORT_PARQUET: ({ subject }: In) => ({
    message: `${subject} is a damaged Parquet file: what it says of itself and what it holds do not fit together.`,
    hint: 'Copy or download it again. If pandas can read it, write it again with df.to_parquet(path). Nothing was read in.',
  }),
  E_IMPORT_COLUMNS: ({ subject, missing }: In & { readonly missing: string }) => ({
    message: `${subject} has no column “${missing}”, as a table of TRL's completions has.`,
    hint: 'Choose the files in “completions” beside the checkpoints, which TRL writes with log_completions=True (docs/imports.md#trl).',
  }),
  E_IMPORT_CUT: ({ subject, line }: At) => ({
    message: `${subject} ends within line ${line}, as a trainer that is stopped leaves it; the lines before it were read.`,
  }),
  /** `line`: the first of them; `of`: lines of the file. */
  E_IMPORT_LEFT_OUT: ({ subject, line, count, of }: At & { readonly count: number; readonly of: number }) => ({
    message: `${subject}: ${count === 1 ? `line ${line}` : `${count.toLocaleString('en')} lines`} of ${of.toLocaleString('en')} ${
      count === 1 ? 'is' : `(the first is line ${line}) are`
    } no whole JSON and ${count === 1 ? 'was' : 'were'} left out; a trainer that is stopped and started again leaves such lines.`,
  }),
  E_IMPORT_TWICE: ({ count }: { readonly count: number }) => ({
    message: `${count.toLocaleString('en')} episodes stand in two files of the same step and were taken once.`,
  }),
  E_IMPORT_NO_LOSS: ({ subject, count }: In & { readonly count: number }) => ({
    message: `${subject}: of ${count.toLocaleString('en')} sequences it is unknown which tokens were generated, because none carries loss; they are left out.`,
  }),
  E_IMPORT_WEIGHTS: ({ subject, columns }: In & { readonly columns: string }) => ({
    message: `${subject}: the reward of an episode is unknown. The table has ${columns}, but not how much each weighs, and their sum does not explain its advantages.`,
  }),
  E_IMPORT_EXPORT_ASIDE: ({ count }: { readonly count: number }) => ({
    message: `${count.toLocaleString('en')} sequences of the token export were found in no rollout of their step; they are left out.`,
  }),
};
