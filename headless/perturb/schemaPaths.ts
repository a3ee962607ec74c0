/** Every single value a schema describes, by its dotted path, read off the schema itself: a new setting is in the list at once. */
import { z } from 'zod';

/** Lists, and what is not an object, are one value. */
export function schemaPaths(schema: z.ZodType, prefix = ''): string[] {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return [prefix];
  return Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>).flatMap(([key, value]) =>
    schemaPaths(value, prefix === '' ? key : `${prefix}.${key}`),
  );
}

/** Without defaults and permissions to leave it out. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  )
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema;
}
