/** The chat template as a model's files have it. */
import { z } from 'zod';

/** One, or several by name. */
const schema = z.union([z.string(), z.array(z.looseObject({ name: z.string(), template: z.string() }))]).nullish();

/** The template for conversations in a `chat_template` field: of several the one named `default`, as in transformers; null where there is none. */
export function templateIn(field: unknown): string | null {
  const { data } = schema.safeParse(field);
  if (data === null || data === undefined || typeof data === 'string') return data ?? null;
  return (data.find(({ name }) => name === 'default') ?? (data.length === 1 ? data[0] : undefined))?.template ?? null;
}
