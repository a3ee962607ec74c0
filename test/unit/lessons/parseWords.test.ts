import { describe, expect, it } from 'vitest';
import { FaultError, type Fault } from '../../../src/core/faults.ts';
import { disagreements, linksIn } from '../../../src/core/lessons/agree.ts';
import { STEP_KINDS } from '../../../src/core/lessons/lesson.ts';
import { parseWords } from '../../../src/core/lessons/parseWords.ts';
import type { LessonWords, StepWords } from '../../../src/core/lessons/words.ts';
import { COURSE, WORDS } from './fixture.ts';

const parse = (text: string): LessonWords => parseWords(text, 'lamas', 'en', 'en.md');

function faultOf(text: string): Fault {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('it was read');
}

describe('the words of a lesson', () => {
  it('are read step by step: kind, title, text, options and parts', () => {
    const { title, summary, steps } = parse(WORDS);
    expect(title).toBe('Two agents');
    expect(summary).toBe('What a team is, in a [few](term:advantage) steps.');
    expect(steps.map(({ kind, id }) => `${kind} ${id}`)).toEqual(COURSE.steps.map(({ kind, id }) => `${kind} ${id}`));
    expect(steps[0]).toMatchObject({
      title: 'Welcome',
      text: 'Some text.\n\n- a list\n- of [things](place:inspect)',
      options: {},
      after: null,
    });
    expect(steps[1]).toMatchObject({ text: 'Look.', teacher: 'Ask them.', hint: null });
    expect(steps[2]?.options).toEqual({ solver: 'The solver,\non two lines', planner: 'The planner' });
    expect(steps[2]?.after).toBe('It was the planner.');
    expect(steps[3]?.text, 'a block of code is text').toContain('## show not-a-step');
    expect(steps[3]).toMatchObject({ hint: 'Press Delete.', after: 'Done.', options: {} });
  });

  it('may have a colon as Chinese writes it, and any line ends', () => {
    const [step] = parse('# 课\r\n一句话。\r\n\r\n## show a：标题\r\n正文\r\n').steps;
    expect(step).toMatchObject({ title: '标题', text: '正文' });
  });

  const step = (rest: string) => `# T\nS.\n\n${rest}`;
  it.each([
    ['', 1, 'begins with its title'],
    ['Text\n# T', 1, 'begins with its title'],
    ['# T\n\n## show a: A', 1, 'paragraph below the title is missing'],
    ['# T\nOne.\n\nTwo.\n## show a: A', 4, 'more than one paragraph'],
    ['# T\nS.\n# U\n## show a: A', 3, 'one title'],
    ['# T\nS.\n', 1, 'has no steps'],
    [step('## show a'), 4, 'its kind, its id and a title'],
    [step('## tell a: A'), 4, '“tell” is not a kind'],
    [step('## show A_b: A'), 4, '“A_b” is not an id'],
    [step('## show a:'), 4, 'has no title'],
    [step('## show a: A\n\n## do a: B'), 6, 'two steps “a”'],
    [step('## show a: A\n#### deep'), 5, 'a heading within a step'],
    ['# T\nS.\n### after\nx\n## show a: A', 3, 'before any step'],
    [step('## do a: A\n### before\nx'), 5, '“before” is not a part'],
    [step('## do a: A\n### hint\nx\n### hint\ny'), 7, '“hint” twice'],
    [step('## show a: A\n### after\nx'), 5, 'a show step has no “after”'],
    [step('## do a: A\n### hint\n\n## show b: B'), 5, '“hint” of the step “a” is empty'],
    [step('## show a: A\n- (x) option'), 5, 'a show step has no options'],
    [step('## predict a: A\nText'), 4, 'offers nothing'],
    [step('## check a: A\n- (x) X\n- (x) Y'), 6, '“x” appears twice'],
    [step('## check a: A\n- (x)'), 5, '“x” says nothing'],
    [step('## check a: A\n- (x) X\nmore'), 6, 'below the options'],
    [step('## check a: A\n- (ä!) X'), 5, '“ä!” is not an option id'],
  ])('that are not as they should be say where and why: %j', (text, line, why) => {
    const fault = faultOf(text);
    expect(fault.code).toBe('E_LESSON_WORDS');
    expect(fault.place).toEqual({ subject: 'en.md', line });
    expect(fault.message).toMatch(new RegExp(`^en\\.md, line ${line}: `));
    expect(fault.message).toContain(why);
  });
});

/** A generator of numbers below 1; the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const PIECES = [
  'a',
  'Ω',
  '优势',
  ' ',
  '*b*',
  '`# x`',
  '[w](term:gae)',
  '[](evidence:x/y/peak)',
  '(',
  ')',
  ':',
  '：',
  '-',
  '#',
  '1. ',
  '$',
  '\\',
  '>',
];

/** Words made at random, as the format can say them. */
function someWords(random: () => number): LessonWords {
  const below = (most: number): number => Math.floor(random() * most);
  const line = (): string => {
    const text = Array.from({ length: 1 + below(6) }, () => PIECES[below(PIECES.length)]).join('');
    // What a line must not begin with where it is plain text, and no spaces around.
    return text.replace(/^(#+ |- \(|[ \t])+/, '').trim() || 'x';
  };
  const paragraph = (): string =>
    Array.from({ length: 1 + below(3) }, line)
      .map((each) => each.replace(/^#/, 'n'))
      .join('\n');
  const text = (): string => {
    const parts = Array.from({ length: 1 + below(3) }, () => (random() < 0.2 ? '```\n## show no: step\n- (no) option\n```' : paragraph()));
    return parts.join('\n\n');
  };
  const maybe = (allowed: boolean): string | null => (allowed && random() < 0.5 ? text() : null);
  const ids = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const steps = ids('step-', 1 + below(8)).map((id): StepWords => {
    const kind = STEP_KINDS[below(STEP_KINDS.length)] ?? 'show';
    const asks = kind === 'predict' || kind === 'check';
    const options = asks ? Object.fromEntries(ids('o', 1 + below(4)).map((option) => [option, paragraph().replace(/^> /gm, 'n')])) : {};
    return {
      id,
      kind,
      title: line(),
      text: random() < 0.9 ? text() : '',
      options,
      mistakes:
        kind === 'check' ? Object.fromEntries(Object.keys(options).flatMap((id) => (random() < 0.5 ? [[id, paragraph()]] : []))) : {},
      hint: maybe(kind !== 'show'),
      after: maybe(asks || kind === 'do'),
      sources: maybe(true),
      teacher: maybe(true),
    };
  });
  const whole = { needs: maybe(true), objectives: maybe(true), recap: maybe(true) };
  return { id: 'lamas', language: 'en', title: line(), summary: paragraph(), ...whole, steps };
}

/** As an author would write it. */
function write({ title, summary, needs, objectives, recap, steps }: LessonWords): string {
  const part = (name: string, said: string | null): string[] => (said === null ? [] : [`### ${name}`, said]);
  const lines = steps.flatMap(({ kind, id, title: name, text, options, mistakes, hint, after, sources, teacher }) => [
    '',
    `## ${kind} ${id}: ${name}`,
    text,
    ...Object.entries(options).flatMap(([option, said]) => [
      `- (${option}) ${said.replaceAll('\n', '\n  ')}`,
      ...(mistakes[option] === undefined ? [] : [`  > ${mistakes[option].replaceAll('\n', '\n  > ')}`]),
    ]),
    ...part('hint', hint),
    '',
    ...part('after', after),
    ...part('sources', sources),
    ...part('teacher', teacher),
  ]);
  const whole = [...part('needs', needs), ...part('objectives', objectives), ...part('recap', recap)];
  return [`# ${title}`, summary, ...whole, ...lines].join('\n');
}

it('whatever words there are, what is written of them is read back the same', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const words = someWords(numbers(seed));
    expect(parse(write(words)), `seed ${seed}:\n${write(words)}`).toEqual(words);
  }
});

it('no text at all makes it fail otherwise than with a fault', () => {
  const pieces = ['# ', '## ', '### ', 'show ', 'do ', 'check ', 'a: ', 'hint', 'after', '\n', '\n\n', '- (a) ', '  ', '```\n', 'x', '：'];
  for (let seed = 1; seed <= 2000; seed++) {
    const random = numbers(seed);
    const text = Array.from({ length: 1 + Math.floor(random() * 30) }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    try {
      parse(text);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      expect(error.fault.place?.line, text).toBeGreaterThan(0);
      expect(error.fault.place?.line, text).toBeLessThanOrEqual(text.split('\n').length);
    }
  }
});

describe('words and course', () => {
  it('agree, or it is said what does not', () => {
    const words = parse(WORDS);
    expect(disagreements(COURSE, words)).toEqual([]);
    const [first, second, third, ...rest] = words.steps;
    if (!first || !second || !third) throw new Error('no steps');
    const said = (steps: readonly StepWords[]) => disagreements(COURSE, { ...words, steps }).join('\n');
    expect(said([first, third, ...rest])).toContain('the step “canvas” of the course has no words');
    expect(said([second, first, third, ...rest])).toContain('another order');
    expect(said([first, second, { ...third, options: { solver: 'x', nobody: 'y' }, after: null }, ...rest])).toMatch(
      /“planner” has no words[^]*offer “nobody”[^]*### after/,
    );
    expect(said([{ ...first, kind: 'do' }, second, third, ...rest])).toContain('the course says show, the words say do');
    expect(said([...words.steps, { ...first, id: 'extra' }])).toContain('a step “extra” that the course has not');
  });

  it('tell every link into the workbench', () => {
    expect(linksIn(parse(WORDS)).map(({ step, scheme, target }) => [step, scheme, target])).toEqual([
      [null, 'term', 'advantage'],
      ['welcome', 'place', 'inspect'],
      ['guess', 'evidence', 'signalling/seen/after.greedy'],
    ]);
  });
});
