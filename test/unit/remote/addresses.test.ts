import { expect, test } from 'vitest';
import { isAddress, isRemoteCommunityId, parseInvitation } from '../../../electron/remote/addresses';

const KEY = '0123456789abcdef'.repeat(4);

test.each([
  ['192.168.1.5', { address: '192.168.1.5:8701', key: null, route: '#/' }],
  [' yard-box.local:9000 ', { address: 'yard-box.local:9000', key: null, route: '#/' }],
  ['[2001:db8::7]:8701', { address: '[2001:db8::7]:8701', key: null, route: '#/' }],
  ['https://yard.example', { address: 'yard.example:443', key: null, route: '#/' }],
  ['http://192.168.1.5:8701/', { address: '192.168.1.5:8701', key: null, route: '#/' }],
  [`https://192.168.1.5:8701/#/?key=${KEY}`, { address: '192.168.1.5:8701', key: KEY, route: '#/' }],
  [
    `https://192.168.1.5:8701/#/join/ABCD-EFGH?key=${KEY}`,
    { address: '192.168.1.5:8701', key: KEY, route: '#/join/ABCD-EFGH' },
  ],
  [
    `courtyard://join/ABCD-EFGH?at=192.168.1.5:8701&key=${KEY}`,
    { address: '192.168.1.5:8701', key: KEY, route: '#/join/ABCD-EFGH' },
  ],
  ['https://192.168.1.5:8701/#/settings', { address: '192.168.1.5:8701', key: null, route: '#/' }],
])('%s leads to a community', (text, invitation) => {
  expect(parseInvitation(text)).toEqual(invitation);
});

test.each([
  '',
  'two words',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://person:secret@192.168.1.5/',
  'person@192.168.1.5',
  '192.168.1.5:99999',
  'courtyard://join/ABCD',
  `https://192.168.1.5/#/?key=${KEY.slice(1)}`,
  `https://192.168.1.5/#/?key=${KEY.toUpperCase()}`,
  `https://192.168.1.5/${'a'.repeat(2048)}`,
])('%s leads nowhere', (text) => {
  expect(parseInvitation(text)).toBeNull();
});

test('an address is stored in one form, and its name in this program is unique', () => {
  expect(['yard.example:443', '[::1]:8701', '127.0.0.1:1'].map(isAddress)).toEqual([true, true, true]);
  expect(['yard.example', 'YARD.example:443', 'https://yard.example:443', 'a:1/x'].map(isAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([`joined-${KEY.slice(0, 16)}`, 'joined-', 'main', `joined-${KEY}`].map(isRemoteCommunityId)).toEqual(
    [true, false, false, false],
  );
});
