/** The settings of a training by their dotted path, such as `critic.learningRate`; a list is one setting. */
import { trainingSchema, type TrainingSettings } from './trainingSchema.ts';

type Plain = string | number | boolean | null | readonly unknown[];
type PathOf<T, Prefix extends string = ''> = T extends Plain
  ? Prefix
  : { [Key in keyof T & string]: PathOf<T[Key], Prefix extends '' ? Key : `${Prefix}.${Key}`> }[keyof T & string];

export type TrainingPath = PathOf<TrainingSettings>;

export const TRAINING_DEFAULTS: TrainingSettings = trainingSchema.parse({});

/** Every setting, in the order of the schema. All have defaults, so the default value has all paths. */
export const TRAINING_PATHS = pathsOf(TRAINING_DEFAULTS) as readonly TrainingPath[];

function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, prefix === '' ? key : `${prefix}.${key}`));
}

/** The value of a setting. */
export function settingAt(training: TrainingSettings, path: TrainingPath): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], training);
}

/** The settings with `value` at `path`, which the schema permits there. */
export function withSettingAt(training: TrainingSettings, path: TrainingPath, value: unknown): TrainingSettings {
  const [first = '', second] = path.split('.');
  const group = (training as Record<string, unknown>)[first];
  return { ...training, [first]: second === undefined ? value : { ...(group as object), [second]: value } };
}

/** Whether two settings' values are the same: numbers, words, switches and lists of words. */
export function sameSetting(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
