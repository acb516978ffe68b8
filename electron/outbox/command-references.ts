import { z } from 'zod';
import { endpointOf, isName } from '../../shared/contract';

/**
 * Takes the place of an ID in a stored input, while the command that creates the ID waits in the outbox. `$key` is that
 * command's idempotency key, `n` the number of the ID among those it creates, 0 by default.
 */
export interface CommandReference {
  $key: string;
  n?: number;
}

type Fields = Record<string, unknown>;

/** Replaces the IDs for which `find` returns a reference. Also returns the keys of the commands referred to. */
export function referToCommands(
  name: string,
  input: Fields,
  find: (id: number) => CommandReference | undefined,
): { input: Fields; keys: string[] } {
  const keys = new Set<string>();
  const replaced = mapIds(name, input, (value) => {
    const id = idOf(value);
    const reference = id === undefined ? undefined : find(id);
    if (reference) keys.add(reference.$key);
    return reference ?? value;
  });
  return { input: replaced, keys: [...keys] };
}

/** Replaces the references in a stored input by the IDs that `resolve` returns for them. */
export function resolveReferences(
  name: string,
  input: Fields,
  resolve: (one: CommandReference) => number,
): Fields {
  return mapIds(name, input, (value) => (isCommandReference(value) ? resolve(value) : value));
}

/** The part of a JSON schema that tells where identifiers are. */
interface Shape {
  type?: string;
  maximum?: number;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

const shapes = new Map<string, Shape>();

/** Only fields that take IDs are looked at: a text that happens to be a number stays as it is. */
function mapIds(name: string, input: Fields, change: (value: unknown) => unknown): Fields {
  return isName(name) ? (mapValue(shapeOf(name), input, change) as Fields) : input;
}

function shapeOf(name: Parameters<typeof endpointOf>[0]): Shape {
  let shape = shapes.get(name);
  if (!shape) {
    const { input } = endpointOf(name);
    shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;
    shapes.set(name, shape);
  }
  return shape;
}

function mapValue(shape: Shape, value: unknown, change: (value: unknown) => unknown): unknown {
  // A reference to a person is text or a number, and no waiting call makes people.
  const shapesHere = shape.type === 'string' ? [] : (shape.anyOf ?? [shape]);
  if (typeof value !== 'object' || isCommandReference(value)) {
    return shapesHere.some(isIdShape) ? change(value) : value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) {
    const items = shapesHere.find((one) => one.items)?.items;
    return items ? value.map((item) => mapValue(items, item, change)) : value;
  }
  const properties = shapesHere.find((one) => one.properties)?.properties ?? {};
  const entries = Object.entries(value).map(([key, field]) => {
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, inner ? mapValue(inner, field, change) : field];
  });
  return Object.fromEntries(entries);
}

function isIdShape({ type, maximum = Infinity }: Shape): boolean {
  return type === 'integer' && maximum >= Number.MAX_SAFE_INTEGER;
}

function isCommandReference(value: unknown): value is CommandReference {
  return typeof value === 'object' && value !== null && '$key' in value && typeof value.$key === 'string';
}

function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : undefined;
}
