/** Whether the words of a lesson agree with its course: everything that does not, as sentences for whoever writes or translates it. */
import type { Course, LessonStep } from './lesson.ts';
import type { CourseWords, LessonWords, StepWords } from './words.ts';

/** A link of the words: `[text](term:advantage)`. */
export interface WordLink {
  /** Id of the step it stands in; null in the paragraph below the title. */
  readonly step: string | null;
  readonly text: string;
  readonly scheme: 'term' | 'place' | 'evidence' | 'step' | 'lesson';
  readonly target: string;
}

/** A symbol of a formula that is explained. */
const SYMBOL = /\\term\{([^}]*)\}/g;
const LINK = /\[([^\]]*)\]\((term|place|evidence|step|lesson):([^)\s]*)\)/g;

/** Every link into the workbench, in the order of the words. */
export function linksIn(words: CourseWords<string>): readonly WordLink[] {
  const found = (step: string | null, parts: readonly (string | null)[]): WordLink[] =>
    parts.flatMap((markdown) => {
      if (markdown === null) return [];
      const links = [...markdown.matchAll(LINK)].map(([, text = '', scheme, target = '']) => ({
        step,
        text,
        scheme: scheme as WordLink['scheme'],
        target,
      }));
      const symbols = [...markdown.matchAll(SYMBOL)].map(([, target = '']) => ({ step, text: '', scheme: 'term', target }) as const);
      return [...links, ...symbols];
    });
  return [
    ...found(null, [words.summary, words.needs, words.objectives, words.recap]),
    ...words.steps.flatMap((step) => {
      const { text, options, mistakes, hint, after, sources, teacher } = step;
      return found(step.id, [text, ...Object.values(options), ...Object.values(mistakes), hint, after, sources, teacher]);
    }),
  ];
}

/** What disagrees; nothing where all is well. */
export function disagreements(course: Course, words: LessonWords): readonly string[] {
  const where = `${words.id} (${words.language})`;
  const said: string[] = [];
  if (words.id !== course.id) said.push(`${where}: the course is of the lesson “${course.id}”.`);
  const named = (steps: readonly { readonly id: string }[]): readonly string[] => steps.map(({ id }) => id);
  const [inCourse, inWords] = [named(course.steps), named(words.steps)];
  for (const id of inCourse) if (!inWords.includes(id)) said.push(`${where}: the step “${id}” of the course has no words.`);
  for (const id of inWords) if (!inCourse.includes(id)) said.push(`${where}: the words have a step “${id}” that the course has not.`);
  const shared = inCourse.filter((id) => inWords.includes(id));
  if (shared.join() !== inWords.filter((id) => inCourse.includes(id)).join())
    said.push(`${where}: the steps stand in another order than in the course.`);
  for (const step of course.steps) {
    const its = words.steps.find(({ id }) => id === step.id);
    if (its) said.push(...stepDisagreements(step, its).map((sentence) => `${where}, step “${step.id}”: ${sentence}`));
  }
  return said;
}

function stepDisagreements(step: LessonStep, words: StepWords): string[] {
  if (step.kind !== words.kind) return [`the course says ${step.kind}, the words say ${words.kind}.`];
  const said: string[] = [];
  const asked = askedIn(step);
  const worded = Object.keys(words.options);
  for (const id of asked) if (!worded.includes(id)) said.push(`the option “${id}” has no words.`);
  for (const id of worded) if (!asked.includes(id)) said.push(`the words offer “${id}”, the course does not.`);
  for (const id of Object.keys(words.mistakes))
    if (step.kind !== 'check' || !('options' in step) || id === step.right) said.push(`“${id}” is no mistake, and yet one is named.`);
  if ((step.kind === 'predict' || step.kind === 'check') && words.after === null)
    said.push('“### after” is missing: what is shown once it is answered.');
  return said;
}

/** Ids of what a step asks: options or numbers. */
export function askedIn(step: LessonStep): readonly string[] {
  if (step.kind !== 'predict' && step.kind !== 'check') return [];
  return 'options' in step ? step.options : step.numbers.map(({ id }) => id);
}
