/** What is wrong with traces, curves and tables that something else wrote, and what a person should know of what was read of them. */

interface In {
  readonly subject: string;
}

const AGAIN = 'Copy or export the file again. Nothing was read in.';

const count = (number: number): string => number.toLocaleString('en');

/** Why bytes are not what their format says. */
const DAMAGES = {
  header: 'it does not begin as a file of its kind does',
  length: 'a length there is larger than what is there or may be',
  checksum: 'the checksum there does not match',
  message: 'what stands there is no message of its format',
  page: 'a page there is not what the file says of it',
  loop: 'a page there is reached twice',
} as const;
export type CurvesDamage = keyof typeof DAMAGES;

const COUNTED = {
  spans: 'spans',
  parts: 'messages in its prompts',
  points: 'values of curves',
  rows: 'rows of episodes',
  columns: 'columns',
} as const;
export type TraceCounted = keyof typeof COUNTED;

/** What a cell must be for what it stands for. */
const EXPECTED = {
  number: 'a number',
  whole: 'a whole number',
  text: 'a text or a list of messages',
  numbers: 'a number or a list of numbers',
  whole_numbers: 'a list of whole numbers from 0',
  as_many: 'as many numbers as the message has tokens',
} as const;
export type CellExpected = keyof typeof EXPECTED;

/** What a column of a person's rows may stand for. */
const FIELDS = {
  prompt: 'the prompt',
  completion: 'the completion',
  reward: 'the reward',
  group: 'the group',
  agent: 'the agent',
  step: 'the step',
  episode: 'the episode',
  advantage: 'the advantage',
  logprobs: 'log-probabilities',
  token_ids: 'token ids',
} as const;

export const importTraceFaults = {
  /** `item` is the span, run or row, counted from 1; `expected` what the field should be, such as “a text”. */
  E_TRACE_FIELD: ({
    subject,
    item,
    field,
    expected,
  }: In & { readonly item: number; readonly field: string; readonly expected: string }) => ({
    message: `${subject}: “${field}” of entry ${count(item)} is not ${expected}.`,
    hint: AGAIN,
  }),
  E_TRACE_DEPTH: ({ subject, item, most }: In & { readonly item: number; readonly most: number }) => ({
    message: `${subject}: entry ${count(item)} is nested more than ${most} levels deep.`,
    hint: 'No trace or table is; the file is not what it seems. Nothing was read in.',
  }),
  E_TRACE_CYCLE: ({ subject, trace, span }: In & { readonly trace: string; readonly span: string }) => ({
    message: `${subject}: in trace ${trace}, span ${span} lies within itself, so nobody can say who called whom.`,
    hint: AGAIN,
  }),
  E_TRACE_MANY: ({ subject, found, most }: In & { readonly found: TraceCounted; readonly most: number }) => ({
    message: `${subject} holds more than ${count(most)} ${COUNTED[found]}.`,
    hint: 'Export it in parts and open one at a time. Nothing was read in.',
  }),
  E_TRACE_NOTHING: ({ subject }: In) => ({
    message: `${subject} holds spans, but none in which a model said something.`,
    hint: 'Export the spans of the calls of models too: OpenTelemetry’s gen_ai.*, OpenInference’s LLM, LangSmith’s llm, Langfuse’s GENERATION.',
  }),
  E_TRACE_NO_TEXT: ({ spans }: { readonly spans: number }) => ({
    message: `${count(spans)} calls of models have no text: their content was not captured.`,
    hint: 'OpenTelemetry’s instrumentations capture it where OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is set.',
  }),
  E_TRACE_NO_AGENT: ({ messages, of }: { readonly messages: number; readonly of: number }) => ({
    message: `${count(messages)} of ${count(of)} messages do not say which agent they are of.`,
  }),
  E_TRACE_NO_PARENT: ({ spans }: { readonly spans: number }) => ({
    message: `${count(spans)} spans name a parent that is not among what was opened, so the agents above them are unknown.`,
  }),
  E_CURVES_BYTES: ({ subject, offset, found }: In & { readonly offset: number; readonly found: CurvesDamage }) => ({
    message: `${subject} cannot be read from byte ${count(offset)} on: ${DAMAGES[found]}.`,
    hint: AGAIN,
  }),
  E_CURVES_NOTHING: ({ subject, lacks }: In & { readonly lacks: 'numbers' | 'table' }) => ({
    message:
      lacks === 'numbers' ? `${subject} holds no number with a step.` : `${subject} is a database without trackio’s table “metrics”.`,
    hint: lacks === 'numbers' ? 'A curve needs rows with a step and numbers.' : 'Open the database of a trackio project.',
  }),
  E_CURVES_CUT: ({ subject, offset }: In & { readonly offset: number }) => ({
    message: `${subject} ends within the record at byte ${count(offset)}, as a run that is still being written leaves it; what stands before was read.`,
  }),
  E_CURVES_LEFT_OUT: ({ values }: { readonly values: number }) => ({
    message: `${count(values)} values are NaN or infinite and are left out of the curves.`,
  }),
  E_CURVES_RESTARTED: ({ subject, step }: In & { readonly step: number }) => ({
    message: `${subject} says that its run was started again at step ${step}; what it had written from there on before is left out, as TensorBoard does.`,
  }),
  E_CURVES_LOG_BESIDE: ({ subject }: In) => ({
    message: `If a file ${subject}-wal lies beside ${subject}, open both together: the newest rows are in it.`,
  }),
  E_CURVES_NO_STEP: ({ subject, rows }: In & { readonly rows: number }) => ({
    message: `${count(rows)} rows of ${subject} have no step and are left out.`,
  }),
  E_ROWS_CSV: ({ subject, line, reason }: In & { readonly line: number; readonly reason: string }) => ({
    message: `Line ${line} of ${subject} is no row of its table (${reason}).`,
    hint: AGAIN,
  }),
  E_ROWS_NONE: ({ subject }: In) => ({ message: `${subject} holds no rows.`, hint: 'Open a table with a row for each message.' }),
  E_ROWS_MAPPING: ({ subject, named }: In & { readonly named: string | null }) => ({
    message:
      named === null
        ? `It is unknown which column of ${subject} is what was generated.`
        : `${subject} has no column “${named}” in any row.`,
    hint: 'Say which column is what, at least for the completion.',
  }),
  /** `field` is what the column stands for. */
  E_ROWS_CELL: ({
    subject,
    line,
    named,
    field,
    expected,
  }: In & { readonly line: number; readonly named: string; readonly field: keyof typeof FIELDS; readonly expected: CellExpected }) => ({
    message: `Row ${count(line)} of ${subject}: “${named}” is not ${EXPECTED[expected]}, as ${FIELDS[field]} must be.`,
    hint: 'Choose another column for it, or none.',
  }),
};
