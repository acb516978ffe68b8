import type { z } from 'zod';

/**
 * Returns the content of a JSON file in `data/`, validated by its schema. Throws with the file's name and the path of
 * the invalid value.
 */
export function parseDataFile<T extends z.ZodType>(file: string, schema: T, content: unknown): z.infer<T> {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || '(root)'}: ${message}`,
  );
  throw new Error(`electron/demo/data/${file} is invalid at ${problems.join('; at ')}`);
}

/**
 * Returns an SVG file of `data/` without its outer element, with each `{name}` replaced. Throws for a name without a
 * value.
 */
export function fillDrawing(file: string, svg: string, values: Readonly<Record<string, string>>): string {
  const inside = /^<svg[^>]*>([\s\S]*)<\/svg>\s*$/.exec(svg)?.[1];
  if (inside === undefined) throw new Error(`electron/demo/data/${file} is no SVG drawing`);
  return inside.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`electron/demo/data/${file} has no value for {${name}}`);
    return value;
  });
}
