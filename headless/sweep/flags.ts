/** What the flags of `npm run sweep` say. */
import { fault, FaultError } from '../../src/core/faults.ts';
import { type GridAxis, parseValues, seedsFrom } from '../../src/core/sweep/grid.ts';
import { type Measure, SUMMARIES, USUAL_MEASURE, usualMeasure } from '../../src/core/sweep/measure.ts';
import { commandFaults, flagFaults } from '../../src/words/words.ts';
import { wholeNumber } from '../kit/project.ts';

/** `training.learningRate=1e-3,3e-3`. */
export function axisFlag(text: string): GridAxis {
  const [, path, values] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path !== undefined && values !== undefined) return { path: path.trim(), values: parseValues(values) };
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'sweep', wrong: 'grid', given: text }));
}

/** `5` for five seeds from `first` on, `1,2,7` for these; the project's own without the flag. */
export function seedsFlag(text: string | undefined, first: number): number[] {
  if (text === undefined) return [first];
  if (!text.includes(',')) return seedsFrom(first, wholeNumber(text, '--seeds', 1) ?? 1);
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => wholeNumber(part.trim(), '--seeds') ?? first);
}

interface MeasureFlags {
  readonly metric?: string;
  readonly summary?: string;
  readonly window?: string;
  readonly better?: string;
}

/** What the table shows. */
export function measureFlags(values: MeasureFlags): Measure {
  const usual = usualMeasure(values.metric ?? USUAL_MEASURE.metric);
  return {
    ...usual,
    summary: oneOf(SUMMARIES, values.summary, '--summary') ?? usual.summary,
    window: wholeNumber(values.window, '--window', 1) ?? usual.window,
    better: oneOf(['higher', 'lower'] as const, values.better, '--better') ?? usual.better,
  };
}

function oneOf<T extends string>(options: readonly T[], text: string | undefined, flag: string): T | undefined {
  if (text === undefined) return undefined;
  const found = options.find((option) => option === text);
  if (found) return found;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'option', flag, given: text, options }));
}
