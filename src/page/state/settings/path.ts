/** Reading and writing one value inside a plain object by its dotted path, such as `critic.learningRate`. */
import { isRecord } from '../../../core/isRecord.ts';

/** The value at `path`, undefined when there is none. */
export function readPath(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), object);
}

/** A copy of `object` with `value` at `path`; everything beside the path is shared. */
export function writePath(object: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...object, [key]: value };
  const inner = object[key];
  return { ...object, [key]: writePath(isRecord(inner) ? inner : {}, rest.join('.'), value) };
}
