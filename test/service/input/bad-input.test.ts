import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { splitRoute } from '../../../shared/contract/http-routes';
import { AppError } from '../../../shared/errors';
import { buildWorld, openSnapshot, type OpenWorld, type World } from '../rights/world';

let world: World;
let open: OpenWorld;

beforeAll(async () => {
  world = await buildWorld();
  open = await openSnapshot(world);
});
afterAll(async () => {
  await open.close();
});

/** What JSON Schema says of one field of an entry. */
interface Field {
  name: Name;
  field: string;
  schema: z.core.JSONSchema.BaseSchema;
}

const fields = names.flatMap((name): Field[] => {
  const { input } = endpointOf(name);
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([field, schema]) => ({
    name,
    field,
    schema: schema as Field['schema'],
  }));
});
const ofType = (type: string) => fields.filter(({ schema }) => schema.type === type);
/** Named by a number, a tag or a word. */
const persons = fields.filter(({ field }) => field === 'user' || field === 'user_id');
/** File names are stored as they are on a disk, and their length is counted in bytes as there. */
const isFileName = ({ name, field }: Field) =>
  field === 'filename' || (name === 'files.update' && field === 'name');
const label = ({ name, field }: Field) => `${name} ${field}`;

test('covers every kind of field', () => {
  const kinds = new Set(fields.map(({ schema }) => schema.type ?? (schema.anyOf ? 'union' : 'other')));
  expect([...kinds].sort()).toEqual(['array', 'boolean', 'integer', 'object', 'string', 'union']);
  expect(names.filter((name) => fields.every((one) => one.name !== name) && takesMore(name))).toEqual([
    'account.updatePreferences',
  ]);
});

describe('rejects non-numbers', () => {
  const never = [
    NaN,
    1e400,
    -1e400,
    1.5,
    2 ** 53,
    '1e400',
    'NaN',
    '1.5',
    ' 1',
    '0x1',
    '١',
    '',
    true,
    {},
    [1],
  ];

  test.each(ofType('integer').map((one) => [label(one), one] as const))('in %s', async (_label, one) => {
    const { minimum, maximum } = one.schema as { minimum?: number; maximum?: number };
    const below = minimum === undefined ? [] : [minimum - 1, String(minimum - 1)];
    if (minimum !== undefined && minimum > -1) below.push(-1, '-1');
    const beyond = maximum === undefined || maximum > Number.MAX_SAFE_INTEGER ? [] : [maximum + 1];
    await expectRefused(one, [...never, ...below, ...beyond]);
  });

  test.each(persons.map((one) => [label(one), one] as const))('as a reference in %s', async (_label, one) => {
    await expectRefused(one, [
      NaN,
      1e400,
      1.5,
      2 ** 53,
      0,
      -1,
      '',
      ' ',
      'a b',
      '1e400',
      '0',
      'u0',
      '@',
      '\ud800',
      {},
      [1],
    ]);
  });
});

test.each(ofType('object').map((one) => [label(one), one] as const))(
  'rejects what is no object in %s',
  async (_label, one) => {
    await expectRefused(one, [7, true, 'a', [], ['a'], { ['a'.repeat(41)]: 1 }]);
  },
);

describe('rejects non-text', () => {
  test.each(ofType('string').map((one) => [label(one), one] as const))('in %s', async (_label, one) => {
    const number = persons.includes(one) ? [] : [7];
    await expectRefused(one, ['\ud800', 'a\udc00b', 'a\0b', true, {}, [], ['a'], ...number]);
  });

  const limited = ofType('string').filter(({ schema }) => typeof schema['maxLength'] === 'number');
  test.each(limited.map((one) => [label(one), one] as const))(
    'longer than the limit in %s, and accepts text at the limit',
    async (_label, one) => {
      const max = one.schema['maxLength'] as number;
      await expectRefused(one, ['a'.repeat(max + 1), '😀'.repeat(max + 1)]);
      for (const character of isFileName(one) ? ['a'] : ['a', '😀']) {
        const refused = await refusalOf(one, character.repeat(max));
        expect(refused?.fields?.[one.field] ?? '').not.toMatch(/at most|too long/);
      }
    },
  );
});

test.each(ofType('boolean').map((one) => [label(one), one] as const))(
  'rejects non-booleans in %s',
  (_label, one) => expectRefused(one, ['yes', '', 'TRUE', 2, -1, NaN, {}, []]),
);

test.each(ofType('array').map((one) => [label(one), one] as const))(
  'rejects non-lists in %s',
  (_label, one) =>
    expectRefused(one, [
      'a',
      '',
      1,
      true,
      {},
      [{}],
      [[]],
      [NaN],
      ...(isSigned(one) ? [] : [[-1]]),
      Array.from({ length: 1000 }, () => 1),
    ]),
);

describe('rejects names', () => {
  const shown = fields.filter((one) => !isFileName(one));
  const taken = shown.filter(
    ({ name, field }) => field === 'name' || (name === 'account.register' && field === 'surname'),
  );
  const hidden = ['a\nb', 'a\tb', '\u0007bell', 'a\u0085b', 'a\u202eb', '\u2066a', 'a\u2069'];
  const empty = [
    '',
    '   ',
    '\u00a0\u2003',
    '\u200b\u200d',
    '\u3164',
    '\u2800 \u115f',
    '\ufeff',
    '\u034f',
    '\ufe0f\u{e0100}',
  ];

  test.each(taken.map((one) => [label(one), one] as const))(
    'that are invisible or misleading in %s',
    async (_label, one) => expectRefused(one, one.field === 'name' ? [...hidden, ...empty] : hidden),
  );
});

describe('treats null', () => {
  test.each(fields.map((one) => [label(one), one] as const))('as absent in %s', async (_label, one) => {
    const [without, with_] = [await refusalOf(one, undefined), await refusalOf(one, null)];
    expect(Object.hasOwn(with_?.fields ?? {}, one.field)).toBe(
      Object.hasOwn(without?.fields ?? {}, one.field),
    );
  });
});

test('rejects unknown keys of a GET, in settings and administration, ignores them elsewhere', async () => {
  for (const name of names) {
    if (name === 'account.updatePreferences') continue;
    const { method, path } = splitRoute(endpointOf(name).http);
    const strict = method === 'GET' || /^\/(settings|admin)\//.test(path);
    const refused = await refusalOf({ name, field: 'nmae', schema: {} }, 'x');
    expect([name, Object.hasOwn(refused?.fields ?? {}, 'nmae')]).toEqual([name, strict]);
  }
});

test('rejects input that is not an object', async () => {
  for (const name of names) {
    for (const input of ['a', 7, true, [], [{}]]) {
      const error = await refusal(name, input);
      expect([name, input, error?.code]).toEqual([name, input, 'validation_error']);
    }
  }
});

async function beginAgain(): Promise<void> {
  await open.close();
  open = await openSnapshot(world);
}

function takesMore(name: Name): boolean {
  const { input } = endpointOf(name);
  return !(input instanceof z.ZodObject);
}

/** Whether the numbers of a list may be negative, as those of photos. */
function isSigned({ schema }: Field): boolean {
  const { items = {} } = schema as { items?: { type?: string; minimum?: number } };
  return items.type === 'integer' && items.minimum === undefined;
}

/** Each of some values is refused by a word about the field, and nothing is stored. */
async function expectRefused(one: Field, values: readonly unknown[]): Promise<void> {
  const before = await open.view.contents();
  for (const value of values) {
    const error = await refusalOf(one, value);
    const named = Object.keys(error?.fields ?? {}).some(
      (key) => key === one.field || key.startsWith(`${one.field}.`),
    );
    expect([value, error?.code, named]).toEqual([value, 'validation_error', true]);
  }
  expect(await open.view.contents()).toBe(before);
}

/** What the owner is answered who gives one field and nothing else; null when it was taken. */
function refusalOf({ name, field }: Field, value: unknown): Promise<AppError | null> {
  return refusal(name, value === undefined ? {} : { [field]: value });
}

async function refusal(name: Name, input: unknown): Promise<AppError | null> {
  open.t.clock.advance(1);
  try {
    await open.t.service.call(world.callers.owner.session, name, input);
    if (endpointOf(name).kind === 'write') await beginAgain();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
