/** The answers of a lesson, read from its course: what a check takes for right, and what follows a prediction bears out. */
import type { Course } from '../../../core/lessons/lesson.ts';
import type { LessonWords } from '../../../core/lessons/words.ts';
import { COLON, teachersText } from '../../../words/words.ts';

export interface StepAnswer {
  readonly step: string;
  readonly title: string;
  readonly kind: 'predict' | 'check';
  /** Markdown: the option, or `name: value` of each number. */
  readonly answers: readonly { readonly id: string; readonly text: string; readonly value?: number; readonly within?: number }[];
}

/** In the order of the steps. */
export function answersOf({ steps }: Course, words: LessonWords): readonly StepAnswer[] {
  return steps.flatMap((step) => {
    const said = words.steps.find(({ id }) => id === step.id);
    if (!said || (step.kind !== 'predict' && step.kind !== 'check')) return [];
    const text = (id: string): string => said.options[id] ?? id;
    const right = step.kind === 'predict' ? step.outcome : 'right' in step ? step.right : null;
    const answers =
      right !== null
        ? [{ id: right, text: text(right) }]
        : 'numbers' in step
          ? step.numbers.map(({ id, value, within }) => ({ id, text: text(id), value, within }))
          : [];
    return [{ step: step.id, title: said.title, kind: step.kind, answers }];
  });
}

/** A number as one writes it on a board: at most three digits behind the point, never more than tell it from its neighbours. */
export function written(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** The answers of a step as a list, each in bold. */
export function answerMarkdown({ answers }: StepAnswer): string {
  return answers
    .map(({ text: said, value, within }) =>
      value === undefined
        ? `**${said}**`
        : `${said}${COLON}**${within === undefined || within === 0 ? written(value) : teachersText.within(written(value), written(within))}**`,
    )
    .map((line) => (answers.length > 1 ? `- ${line}` : line))
    .join('\n');
}
