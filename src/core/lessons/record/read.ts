/** Reads learning records strictly: what is not one, or contradicts itself, is refused by the name of the field. Throws `E_LEARNING_RECORD`. */
import { type LearningRecordDefect, learningRecordFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { FaultError } from '../../faults.ts';
import { INVENTORY, scoreForm } from '../inventory.ts';
import { RECORD_FORMAT, RECORD_VERSION, recordSchema, type LearningRecord, type RecordedTest } from './schema.ts';

/** Most bytes of a record; one of all lessons and twenty tests has about a tenth. */
export const MOST_RECORD_BYTES = 2 ** 20;

/** The record in `text`; `file` is what faults call it. */
export function readRecord(text: string, file: string): LearningRecord {
  const refuse = (defect: LearningRecordDefect, detail?: string): FaultError =>
    faultAt(learningRecordFaults, 'E_LEARNING_RECORD', { subject: file, ...defect }, detail);
  if (text.length > MOST_RECORD_BYTES) throw refuse({ found: 'large' });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw refuse({ found: 'no_json' });
  }
  const named = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {};
  if (named['format'] !== RECORD_FORMAT) throw refuse({ found: 'other' });
  const { version } = named;
  if (typeof version === 'number' && version > RECORD_VERSION) throw refuse({ found: 'newer', version });
  const { data, error } = recordSchema.safeParse(raw);
  if (!data) {
    const [first] = error.issues;
    throw refuse({ found: 'field', field: fieldName(first?.path ?? []) }, first?.message);
  }
  const field = contradiction(data);
  if (field !== null) throw refuse({ found: 'contradiction', field });
  return data;
}

/** `lessons[2].steps[0].sure`. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, part) => (typeof part === 'number' ? `${name}[${part}]` : `${name}${name && '.'}${String(part)}`), '');

/** The field that does not agree with others; null where all do. */
function contradiction({ lessons, tests }: LearningRecord): string | null {
  for (const [index, { lesson, steps }] of lessons.entries()) {
    if (lessons.findIndex((other) => other.lesson === lesson) < index) return `lessons[${index}].lesson`;
    const twice = steps.findIndex(({ step }, at) => steps.findIndex((other) => other.step === step) < at);
    if (twice >= 0) return `lessons[${index}].steps[${twice}].step`;
  }
  for (const [index, test] of tests.entries()) {
    const field = testContradiction(test);
    if (field !== null) return `tests[${index}].${field}`;
  }
  return null;
}

function testContradiction({ form, answers, finished, score }: RecordedTest): string | null {
  for (const [index, { item, option }] of answers.entries()) {
    const asked = INVENTORY[form].find(({ id }) => id === item);
    if (!asked || answers.findIndex((other) => other.item === item) < index) return `answers[${index}].item`;
    if (!asked.options.includes(option)) return `answers[${index}].option`;
  }
  if ((finished === null) !== (score === null)) return 'score';
  if (score === null) return null;
  const { right, answered, items } = scoreForm(form, answersOf({ answers }));
  return score.right === right && score.answered === answered && score.items === items ? null : 'score';
}

/** Options chosen, by item. */
export const answersOf = ({ answers }: Pick<RecordedTest, 'answers'>): Readonly<Record<string, string>> =>
  Object.fromEntries(answers.map(({ item, option }) => [item, option]));
