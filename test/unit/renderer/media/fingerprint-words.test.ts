import { expect, test } from 'vitest';
import { fingerprintWords } from '../../../../renderer/media/text/fingerprint-words';

test.each([
  // The words of BIP-39 for the same bits, as its own test vectors begin.
  ['0'.repeat(64), 'abandon abandon abandon abandon abandon abandon'],
  ['7f'.repeat(32), 'legal winner thank year wave sausage'],
  ['80'.repeat(32), 'letter advice cage absurd amount doctor'],
  ['f'.repeat(64), 'zoo zoo zoo zoo zoo zoo'],
])('the words of %s', async (fingerprint, words) => {
  expect((await fingerprintWords(fingerprint))?.join(' ')).toBe(words);
});

test('a change within the first 66 bits changes the words', async () => {
  const one = await fingerprintWords(`${'0'.repeat(16)}4${'0'.repeat(47)}`);
  expect(one?.join(' ')).toBe('abandon abandon abandon abandon abandon ability');
});

test('anything but a fingerprint has no words', async () => {
  expect(await fingerprintWords('')).toBeNull();
  expect(await fingerprintWords('not hexadecimal at all')).toBeNull();
});
