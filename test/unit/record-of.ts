import { z } from 'zod';

/**
 * A record of the wire for a test: the given fields, and of every other one the empty value of its type. Optional
 * fields are left out.
 */
export function recordOf<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Partial<z.output<Schema>> = {},
): z.output<Schema> {
  return { ...(emptyOf(schema) as z.output<Schema>), ...fields };
}

function emptyOf(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) return emptyObject(schema);
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodString) return '';
  if (schema instanceof z.ZodNumber) return 0;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodUnion) return emptyOf(schema.options[0]);
  throw new Error('A record holds a type without an empty value.');
}

function emptyObject(schema: z.ZodObject): unknown {
  const fields = Object.entries(schema.shape).map(([key, part]) => [key, emptyOf(part)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
