/** The analysis of a study as text for a terminal. */
import { CONCEPTS } from '../../src/core/lessons/inventory.ts';
import { TESTS } from '../../src/core/study/events.ts';
import { studyReportText as words } from '../../src/words/words.ts';
import type { StudyAnalysis, Told } from './analysis.ts';
import { type Effect, isApart } from './effects.ts';
import type { PowerRow } from './power.ts';

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
const number = (value: number | null): string => (value === null ? words.none : value.toFixed(2));

export function studyReport({ study, conditions, post, delayed, forms }: StudyAnalysis): string {
  const began = conditions.reduce((sum, one) => sum + one.began, 0);
  const measures = Object.entries(words.measures) as [keyof typeof words.measures, string][];
  return [
    words.head(study, began),
    section(
      words.groups,
      conditions.map((one) => words.group(one.condition, one.began, one.excluded, one.left)),
    ),
    section(
      words.scores(CONCEPTS.length),
      conditions.map(
        ({ condition, scores }) => `${condition}: ${TESTS.map((test) => `${words.tests[test]} ${told(scores[test])}`).join(', ')}`,
      ),
    ),
    section(words.primary, [post.effects[0] ? primaryLine(post.effects[0]) : words.tooFew]),
    section(words.described, post.effects.slice(1).map(effectLine)),
    section(words.delayed(delayed.count), delayed.effects.length === 0 ? [words.tooFew] : delayed.effects.map(effectLine)),
    section(
      words.learning,
      measures.map(
        ([measure, name]) =>
          `${name}: ${conditions.map(({ condition, learning }) => `${condition} ${told(learning[measure])}`).join(', ')}`,
      ),
    ),
    words.forms,
    ...forms.flatMap(({ form, test, statistics }) =>
      statistics
        ? [
            section(
              words.form(form, words.tests[test], statistics.count, number(statistics.reliability)),
              statistics.items.map(({ item, difficulty, discrimination }) => `${item}: ${number(difficulty)}, ${number(discrimination)}`),
            ),
          ]
        : [],
    ),
  ].join('\n\n');
}

const section = (title: string, lines: readonly string[]): string => [title, ...lines.map((line) => `  ${line}`)].join('\n');

const told = ({ count, mean, half }: Told): string =>
  mean === null ? words.none : `${mean.toFixed(2)}${half === null ? '' : ` ± ${half.toFixed(2)}`} (n = ${count})`;

const effectLine = ({ of, than, estimate, interval: { low, high }, standardised }: Effect): string =>
  words.effect(of, than, signed(estimate), signed(low), signed(high), signed(standardised));

const primaryLine = (effect: Effect): string => `${effectLine(effect)}: ${isApart(effect) ? words.apart : words.alike}`;

/** Rows of a Markdown table, as docs/study.md has it. */
export function powerReport(participants: number, simulations: number, seed: number, rows: readonly PowerRow[]): string {
  const lines = rows.map(({ effect, standardised, power, interval: { low, high }, coverage }) =>
    words.powerRow(effect.toFixed(1), standardised.toFixed(2), power, low, high, coverage),
  );
  return [words.power(participants, simulations, seed), '', words.powerHead, ...lines].join('\n');
}
