import { z } from 'zod';
import { endpointOf, type Name } from '../../../shared/contract';
import type { World } from '../../service/rights/world';
import fc from './properties';

/** Operations that are slow on purpose: each call hashes a password. */
export const SLOW =
  /^account\.(register|login|confirm|resetConfirm|changePassword|changeEmail|createRecoveryCode|remove)$/;

/** Draws a caller by their name in the world; `nobody` has no token. */
export const caller = fc.constantFrom('owner', 'member', 'admin', 'stranger', 'blocked', 'nobody');

/** Replaces placeholders in an input by the identifiers of real objects. */
export function placeThings(value: unknown, world: World): unknown {
  if (value instanceof Thing) {
    const all = things(world)[value.kind];
    return all[value.place % all.length];
  }
  if (Array.isArray(value)) return value.map((inner) => placeThings(inner, world));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, placeThings(inner, world)]));
}

/** A placeholder for a real object of its kind, by index. */
class Thing {
  readonly kind: keyof ReturnType<typeof things>;
  readonly place: number;
  constructor(kind: Thing['kind'], place: number) {
    this.kind = kind;
    this.place = place;
  }
}

const a = (kind: Thing['kind']) => fc.nat(20).map((place) => new Thing(kind, place));
const number = fc.oneof(
  fc.integer({ min: -2, max: 120 }),
  fc.double(),
  fc.constantFrom(NaN, Infinity, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), '1', '0', '-1', '1e400'),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    "'; DROP TABLE person; --",
    '" OR *',
    'x'.repeat(5000),
    '%',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const anything = fc.oneof(
  number,
  text,
  a('people'),
  fc.boolean(),
  fc.constant(null),
  fc.anything({ maxDepth: 2 }),
);

/** Generators of valid values for fields by name. */
const FITTING: Record<string, fc.Arbitrary<unknown>> = {
  ...{ user: fc.oneof(a('people'), fc.constant('@me')), user_id: a('people') },
  ...{ dialog_id: a('dialogs'), dialog: a('dialogs'), token_id: a('tokens'), report_id: a('reports') },
  ...{ message_id: a('messages'), message: a('messages'), replyTo: a('messages'), edit: a('messages') },
  ...{ last_id: a('messages'), after_id: a('messages'), around_id: a('messages') },
  ...{
    Item: fc.oneof(a('messages'), a('dialogs'), a('posts'), a('comments')),
    item: fc.constantFrom(1, 2, 101),
  },
  ...{ code: a('codes'), invite: a('codes'), promo: a('codes'), emoji: fc.constantFrom('👍', '❤️', '') },
  ...{ post_id: a('posts'), comment_id: a('comments'), repost: fc.oneof(a('posts'), fc.constant(0)) },
  ...{ edit: fc.oneof(a('messages'), a('posts')), last_id: fc.oneof(a('messages'), a('posts')) },
  ...{ email: fc.constantFrom('new@example.org', 'ann@example.org'), expires: fc.constantFrom(0, 2 ** 40) },
  ...{ birthday: fc.constantFrom('', '2001-02-03'), website: fc.constantFrom('', 'https://a.example') },
  ...{ photos_list: fc.constant([]), attachments: fc.constant([]), languages: fc.constant([1, 2]) },
  ...{ password: fc.constant('Mia has a password'), old: fc.constant('Mia has a password') },
  ...{
    avatar: fc.constant(0),
    banner: fc.constant(0),
    country: fc.constantFrom(0, 4),
  },
};

/**
 * Draws inputs: mostly objects with valid fields. A few fields have arbitrary values, and a few inputs are not valid
 * objects.
 */
export function inputOf(name: Name): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(endpointOf(name).input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
    const likely = FITTING[key] ?? fittingTo(field as z.core.JSONSchema.BaseSchema);
    const value = fc.oneof({ weight: 12, arbitrary: likely }, { weight: 1, arbitrary: anything });
    const there = schema.required?.includes(key) ? 30 : 1;
    return [
      key,
      fc.oneof({ weight: there, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) }),
    ];
  });
  const object = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
  return fc.oneof(
    { weight: 20, arbitrary: object },
    { weight: 1, arbitrary: fc.oneof(anything, fc.dictionary(text, fc.jsonValue())) },
  );
}

function fittingTo(schema: z.core.JSONSchema.BaseSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.constantFrom(true, false, 0, 1, '0', '1', 'true');
  if (schema.type !== 'integer')
    return fc.constantFrom('hello', 'Ґанок 7', 'a-b c', '😀 https://example.org');
  const { minimum = 0, maximum = 100 } = schema as { minimum?: number; maximum?: number };
  return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) });
}

function things(world: World) {
  const { callers, tokens, report, spareCode, communityCode, resetCode, promo, yardCode } = world;
  const { yard, park, square, news, den, duet, annsMessage, duetMessages, ownMessages } = world;
  return {
    people: [world.ann.id, world.nick, world.sky, ...Object.values(callers).map((person) => person.id)],
    dialogs: [yard, park, square, news, den, duet],
    messages: [0, annsMessage, duetMessages.ann, duetMessages.blocked, ...Object.values(ownMessages)],
    posts: [world.annsPost, world.skysPost, ...Object.values(world.ownPosts)],
    comments: [world.annsComment],
    tokens: Object.values(tokens),
    reports: [report],
    codes: [spareCode, communityCode, resetCode, promo, yardCode],
  };
}
