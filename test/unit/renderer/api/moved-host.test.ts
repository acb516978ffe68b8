// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { movedHost } from '../../../../renderer/api';
import { uploads } from '../../../../renderer/api/uploads/uploads.svelte';
import { openPage } from '../page';

beforeEach(openPage);
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a message that waits', 'courtyard.outbox.1.nonce'],
  ['the draft of a message', 'courtyard.drafts.1.7'],
  ['the draft of a post', 'courtyard.posts.1.wall 5'],
  ['settings that are not saved', 'courtyard.edits.1.profile'],
])('a page with %s does not leave its host by itself', (_what, key) => {
  expect(movedHost.mayFollow).toBe(true);
  localStorage.setItem(key, '"text"');
  expect(movedHost.mayFollow).toBe(false);
});

test('a page with an unfinished upload does not leave its host by itself', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const upload = uploads.add(new File(['bytes'], 'plan.pdf'), {
    call: 'files.upload',
    input: { filename: 'plan.pdf' },
  });
  expect(movedHost.mayFollow).toBe(false);
  uploads.dismiss(upload);
  expect(movedHost.mayFollow).toBe(true);
});

test('a question to a former host that nobody answers ends', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  );
  const asked = movedHost.check();
  timeout.abort();
  await asked;
  expect(movedHost.url).toBeNull();
});
