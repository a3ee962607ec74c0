/**
 * Reads the words of a lesson from its Markdown; how that is laid out stands in `words.ts`. Whatever is not as it should be throws
 * `E_LESSON_WORDS` with the line it is at, for whoever writes or translates the lesson.
 */
import { faultAt } from '../faultAt.ts';
import type { FaultError } from '../faults.ts';
import { type LessonWordsDefect, lessonWordsFaults } from '../../words/words.ts';
import { LESSON_STEP_ID } from './ids.ts';
import { STEP_KINDS, type Language, type LessonId, type StepKind } from './lesson.ts';
import type { CourseWords, StepWords } from './words.ts';

/** Parts of a step below its text, and the kinds that may have each. */
const PARTS = {
  hint: ['highlight', 'do', 'predict', 'check'],
  after: ['do', 'predict', 'check'],
  sources: STEP_KINDS,
  teacher: STEP_KINDS,
} as const satisfies Readonly<Record<string, readonly StepKind[]>>;
type Part = keyof typeof PARTS;

const PART_NAMES = Object.keys(PARTS) as Part[];

/** Parts of the lesson as a whole, between its paragraph and its first step. */
const WHOLE_PARTS = ['needs', 'objectives', 'recap'] as const;
type WholePart = (typeof WHOLE_PARTS)[number];

interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Within a fenced block, fences included: there nothing is a heading or an option. */
  readonly code: boolean;
}

/** Lines of a heading's section, the heading left out. */
interface Section {
  readonly heading: Line;
  readonly lines: readonly Line[];
}

/** The words of `lesson` in `text`; `file` is what faults call it. */
export function parseWords<Id extends string = LessonId>(
  text: string,
  lesson: Id,
  language: Language,
  file = `src/lessons/${lesson}/${language}.md`,
): CourseWords<Id> {
  const wrong: Wrong = (line, defect) => faultAt(lessonWordsFaults, 'E_LESSON_WORDS', { subject: file, line, ...defect });
  const lines = linesOf(text);
  const { before, sections } = splitAt(lines, '## ');

  const titles = before.filter((line) => isHeading(line, '# '));
  const [title, second] = titles;
  const first = before.find((line) => line.text.trim() !== '');
  if (!title || first !== title) throw wrong(first?.number ?? 1, { found: 'no_title' });
  if (second) throw wrong(second.number, { found: 'titles' });
  const name = title.text.slice(2).trim();
  if (name === '') throw wrong(title.number, { found: 'empty_title' });
  const { before: below, sections: parts } = splitAt(
    before.filter((line) => line.number > title.number),
    '### ',
  );
  const whole = wholeParts(parts, wrong);
  const summary = joined(below);
  if (summary === '') throw wrong(title.number, { found: 'no_summary' });
  const gap = below.findIndex((line) => line.text.trim() === '' && below.some((one) => one.number < line.number && one.text.trim() !== ''));
  const more = gap < 0 ? undefined : below.slice(gap).find((line) => line.text.trim() !== '');
  if (more) throw wrong(more.number, { found: 'long_summary' });
  if (sections.length === 0) throw wrong(title.number, { found: 'no_steps' });

  const steps: StepWords[] = [];
  for (const section of sections) {
    const step = stepOf(section, wrong);
    if (steps.some(({ id }) => id === step.id)) throw wrong(section.heading.number, { found: 'step_twice', id: step.id });
    steps.push(step);
  }
  return { id: lesson, language, title: name, summary, ...whole, steps };
}

function wholeParts(sections: readonly Section[], wrong: Wrong): Record<WholePart, string | null> {
  const parts: Record<WholePart, string | null> = { needs: null, objectives: null, recap: null };
  for (const { heading, lines } of sections) {
    const named = heading.text.slice(4).trim();
    const part = WHOLE_PARTS.find((known) => known === named);
    if (!part) throw wrong(heading.number, { found: 'early_part', parts: WHOLE_PARTS });
    if (parts[part] !== null) throw wrong(heading.number, { found: 'part_twice', part, id: 'the lesson' });
    parts[part] = joined(lines);
    if (parts[part] === '') throw wrong(heading.number, { found: 'part_empty', part, id: 'the lesson' });
  }
  return parts;
}

type Wrong = (line: number, defect: LessonWordsDefect) => FaultError;

function stepOf({ heading, lines }: Section, wrong: Wrong): StepWords {
  const [, kindName = '', id = '', title = ''] = /^## +(\S+) +(\S+?) *[:：](.*)$/.exec(heading.text) ?? [];
  const kind = STEP_KINDS.find((known) => known === kindName);
  if (id === '') throw wrong(heading.number, { found: 'heading_form' });
  if (!kind) throw wrong(heading.number, { found: 'kind', kind: kindName, kinds: STEP_KINDS });
  if (!LESSON_STEP_ID.test(id)) throw wrong(heading.number, { found: 'step_id', id });
  if (title.trim() === '') throw wrong(heading.number, { found: 'step_title', id });

  const { before, sections } = splitAt(lines, '### ');
  const stray = lines.find((line) => !line.code && /^#{1,6} /.test(line.text) && !line.text.startsWith('### '));
  if (stray) throw wrong(stray.number, { found: 'stray_heading', parts: PART_NAMES });

  const parts: Partial<Record<Part, string>> = {};
  for (const section of sections) {
    const { number, text } = section.heading;
    const named = text.slice(4).trim();
    const part = PART_NAMES.find((known) => known === named);
    if (!part) throw wrong(number, { found: 'part', part: named, parts: PART_NAMES });
    if (part in parts) throw wrong(number, { found: 'part_twice', part, id });
    if (!(PARTS[part] as readonly StepKind[]).includes(kind)) throw wrong(number, { found: 'kind_part', part, kind });
    const said = joined(section.lines);
    if (said === '') throw wrong(number, { found: 'part_empty', part, id });
    parts[part] = said;
  }

  const { text, options } = optionsOf(before, wrong);
  const asks = kind === 'predict' || kind === 'check';
  const [one] = options;
  if (one && !asks) throw wrong(one.number, { found: 'kind_options', kind });
  if (asks && options.length === 0) throw wrong(heading.number, { found: 'no_options', id });
  options.forEach((option, index) => {
    if (options.findIndex((other) => other.id === option.id) < index) throw wrong(option.number, { found: 'option_twice', id: option.id });
    if (option.text === '') throw wrong(option.number, { found: 'option_empty', id: option.id });
  });
  return {
    id,
    kind,
    title: title.trim(),
    text,
    options: Object.fromEntries(options.map((option) => [option.id, option.text])),
    mistakes: Object.fromEntries(options.flatMap(({ id: option, mistake }) => (mistake === '' ? [] : [[option, mistake]]))),
    hint: parts.hint ?? null,
    after: parts.after ?? null,
    sources: parts.sources ?? null,
    teacher: parts.teacher ?? null,
  };
}

interface Option {
  readonly id: string;
  readonly text: string;
  /** What is told to who chose it, where it is wrong. */
  readonly mistake: string;
  readonly number: number;
}

/** Divides a step's own lines: options, each with the indented lines below it, and the text that is left. */
function optionsOf(lines: readonly Line[], wrong: Wrong): { readonly text: string; readonly options: readonly Option[] } {
  const options: { id: string; lines: Line[]; number: number }[] = [];
  const rest: Line[] = [];
  let open = false;
  for (const line of lines) {
    const [, id, said = ''] = line.code ? [] : (/^- \(([^)\s]+)\) *(.*)$/.exec(line.text) ?? []);
    if (id !== undefined) {
      if (!OPTION_ID.test(id)) throw wrong(line.number, { found: 'option_id', id });
      options.push({ id, lines: [{ ...line, text: said }], number: line.number });
      open = true;
    } else if (open && line.text.startsWith('  ')) {
      options.at(-1)?.lines.push({ ...line, text: line.text.slice(2) });
    } else {
      if (line.text.trim() !== '') open = false;
      if (options.length > 0 && line.text.trim() !== '') throw wrong(line.number, { found: 'text_below' });
      rest.push(line);
    }
  }
  const quoted = (line: Line): boolean => !line.code && line.text.startsWith('> ');
  return {
    text: joined(rest),
    options: options.map(({ id, lines: said, number }) => ({
      id,
      text: joined(said.filter((line) => !quoted(line))),
      mistake: joined(said.filter(quoted).map((line) => ({ ...line, text: line.text.slice(2) }))),
      number,
    })),
  };
}

const OPTION_ID = /^[A-Za-z0-9][A-Za-z0-9-]*$/;

function linesOf(text: string): Line[] {
  let fence: string | null = null;
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => {
      const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
      const inside = fence !== null;
      if (marks !== undefined && fence === null) fence = marks;
      else if (marks !== undefined && fence !== null && marks.startsWith(fence) && line.trim() === marks) fence = null;
      return { text: line, number: index + 1, code: inside || marks !== undefined };
    });
}

const isHeading = (line: Line, marks: string): boolean => !line.code && line.text.startsWith(marks);

function splitAt(lines: readonly Line[], marks: string): { readonly before: readonly Line[]; readonly sections: readonly Section[] } {
  const before: Line[] = [];
  const sections: { heading: Line; lines: Line[] }[] = [];
  for (const line of lines) {
    if (isHeading(line, marks)) sections.push({ heading: line, lines: [] });
    else (sections.at(-1)?.lines ?? before).push(line);
  }
  return { before, sections };
}

/** The text of lines, without the empty ones around it. */
const joined = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
