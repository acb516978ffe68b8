import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ContentUrlSigner } from '../../../electron/content/content-urls';

const HOUR = 3600;
const KEY = randomBytes(32);
let now = 1_800_000_000;
const addresses = new ContentUrlSigner(KEY, () => now);

function parts(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://host');
  const [, content, kind = '', id, name] = pathname.split('/');
  return {
    content,
    kind,
    id: Number(id),
    name: decodeURIComponent(name ?? ''),
    exp: searchParams.get('exp') ?? '',
    sig: searchParams.get('sig') ?? '',
  };
}

test('a signed address is valid for 24 to 25 hours', () => {
  for (const offset of [0, 1, 1800, 3599]) {
    now = 1_800_000_000 + offset;
    const began = now;
    const { kind, id, exp, sig } = parts(addresses.urlOf('file', 7, 'a.txt'));
    now = began + 24 * HOUR - 1;
    expect(addresses.verify({ kind, id }, exp, sig)).toBe(Number(exp));
    now = began + 25 * HOUR;
    expect(addresses.verify({ kind, id }, exp, sig)).toBeNull();
  }
});

test('a signed address stays the same within an hour, so that it can be cached', () => {
  now = 1_800_000_000;
  const first = addresses.urlOf('photo', 7, 'a.png');
  now += HOUR - 1;
  expect(addresses.urlOf('photo', 7, 'a.png')).toBe(first);
  now += 1;
  expect(addresses.urlOf('photo', 7, 'a.png')).not.toBe(first);
});

test('no part of a signed address can be changed', () => {
  const { kind, id, exp, sig } = parts(addresses.urlOf('file', 7, 'a.txt'));
  expect(addresses.verify({ kind, id }, exp, sig)).toBe(Number(exp));
  const wrong = [
    addresses.verify({ kind: 'photo', id }, exp, sig),
    addresses.verify({ kind, id: 8 }, exp, sig),
    addresses.verify({ kind, id }, String(Number(exp) + HOUR), sig),
    addresses.verify({ kind, id }, `0${exp}`.slice(0, 11) + '.0', sig),
    addresses.verify({ kind, id }, exp, ''),
    addresses.verify({ kind, id }, exp, sig.slice(0, -1)),
    addresses.verify({ kind, id }, exp, `${sig}A`),
    addresses.verify({ kind, id }, exp, 'ї'.repeat(43)),
    new ContentUrlSigner(randomBytes(32), () => now).verify({ kind, id }, exp, sig),
  ];
  expect(wrong.filter((answer) => answer !== null)).toEqual([]);
});

test.each(['.', '..', '', '../../etc/passwd', 'a?b#c&d', 'їжак 🦔.png', 'a\\b', '\ud800', '€'.repeat(85)])(
  'the name %j stays one path segment',
  (name) => {
    const address = addresses.urlOf('file', 7, name);
    const { content, kind, id, sig } = parts(address);
    expect([content, kind, id, sig.length]).toEqual(['content', 'file', 7, 43]);
    expect(new URL(address, 'http://host').pathname.split('/')).toHaveLength(5);
    expect(address.length).toBeLessThan(420);
  },
);
