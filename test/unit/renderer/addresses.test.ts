// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { communities } from '../../../renderer/api';
import { linkTo } from '../../../renderer/addresses.svelte';
import { openPage } from './page';

beforeEach(openPage);

const KEY = 'a'.repeat(64);

test.each([
  ['an invitation', `https://10.0.0.5:8701/#/join/garden1?key=${KEY}`],
  ['an invitation that a browser page gave', 'https://10.0.0.5:8701/#/join/garden1'],
  ['a community', `https://10.0.0.5:8701/#/?key=${KEY}`],
])('a link to %s elsewhere is joined in the desktop app, and opened by a browser', (_kind, link) => {
  expect(linkTo(link)).toEqual({ href: `#/joining?link=${encodeURIComponent(link)}` });
  vi.spyOn(communities, 'isOffered', 'get').mockReturnValueOnce(false);
  expect(linkTo(link)).toMatchObject({ href: link, target: '_blank' });
});

test.each([
  'https://example.org/',
  'https://example.org/#/',
  'https://example.org/#/chats/12',
  'https://example.org/#/join/a',
  'https://example.org/#/?key=1',
  `https://example.org/page#/join/garden1?key=${KEY}`,
])('%s is left to the browser', (link) => {
  expect(linkTo(link)).toMatchObject({ href: link, target: '_blank' });
});
