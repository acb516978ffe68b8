// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { CommunityOutbox, type OutboxItem } from '../../../../renderer/api/desktop/community-outbox.svelte';
import { language } from '../../../../renderer/i18n/index.svelte';
import { contentOf, lineOf, reasonOf, titleOf } from '../../../../renderer/settings/outbox/descriptions';
import type { Envelope, OutboxAction } from '../../../../shared/bridge';
import { isName } from '../../../../shared/contract';
import { ME, openPage, settled } from '../page';

beforeEach(openPage);

/** The outbox of a page, and the program that keeps its items. */
async function testOutbox(items: OutboxItem[]) {
  const actions: OutboxAction[] = [];
  let push: (items: OutboxItem[]) => void = () => undefined;
  let answer: Envelope = { ok: true, value: items };
  const opened = new CommunityOutbox({
    outbox: async (action) => {
      actions.push(action);
      return answer;
    },
    onOutbox: (listener) => {
      push = listener;
      return () => undefined;
    },
  });
  await settled();
  return {
    outbox: opened,
    actions,
    push: (now: OutboxItem[]) => push(now),
    answerWith: (next: Envelope) => (answer = next),
  };
}

function item(part: Partial<OutboxItem>): OutboxItem {
  const input = { dialog_id: 5, text: 'Hello' };
  return {
    key: 'a',
    name: 'dialogs.send',
    input,
    madeAt: 1,
    state: 'pending',
    error: null,
    made: [],
    ...part,
  };
}

function refused(part: Partial<OutboxItem>): OutboxItem {
  return item({ state: 'refused', error: { detail: 'access_denied', message: 'no' }, ...part });
}

test('the outbox is read at the start and follows what the program pushes', async () => {
  const { outbox, actions, push } = await testOutbox([item({ made: [7, 8] })]);
  expect(actions).toEqual([{ action: 'look' }]);
  expect([outbox.items.length, outbox.isPending(8), outbox.isPending(9)]).toEqual([1, true, false]);
  push([refused({ made: [7, 8] }), item({ key: 'b', made: [9] })]);
  expect([outbox.isPending(8), outbox.isPending(9)]).toEqual([false, true]);
  expect(outbox.waiting.map(({ key }) => key)).toEqual(['b']);
  expect(outbox.refused.map(({ key }) => key)).toEqual(['a']);
});

test('a push is not replaced by an older answer', async () => {
  const { promise, resolve } = Promise.withResolvers<Envelope>();
  let push: (items: OutboxItem[]) => void = () => undefined;
  const outbox = new CommunityOutbox({
    outbox: () => promise,
    onOutbox: (listener) => {
      push = listener;
      return () => undefined;
    },
  });
  push([item({})]);
  resolve({ ok: true, value: [] });
  await settled();
  expect(outbox.items).toHaveLength(1);
});

test('each refusal is reported once, and those from before the start not at all', async () => {
  const { outbox, push } = await testOutbox([refused({ key: 'old' }), item({})]);
  const listener = vi.fn();
  outbox.onRefused(listener);
  push([refused({ key: 'old' }), refused({})]);
  push([refused({ key: 'old' }), refused({}), item({ key: 'b' })]);
  expect(listener.mock.calls.map(([items]) => (items as OutboxItem[]).map(({ key }) => key))).toEqual([
    ['a'],
  ]);
  push([item({})]);
  push([refused({})]);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('actions show their result and throw what the program rejects', async () => {
  const { outbox, actions, answerWith } = await testOutbox([refused({})]);
  answerWith({ ok: true, value: [item({ input: { text: 'Hi' } })] });
  await outbox.edit('a', 'Hi');
  expect(outbox.items[0]?.input['text']).toBe('Hi');
  await outbox.retry('a');
  answerWith({ ok: false, error: { detail: 'not_found', message: '' } });
  await expect(outbox.discard('a')).rejects.toMatchObject({ code: 'not_found' });
  expect(actions.slice(1)).toEqual([
    { action: 'edit', key: 'a', text: 'Hi' },
    { action: 'retry', key: 'a' },
    { action: 'discard', key: 'a' },
  ]);
  expect(outbox.items).toHaveLength(1);
});

test.each<[Partial<OutboxItem>, string]>([
  [{}, 'Message: “Hello”'],
  [{ input: { dialog_id: 5, photos_list: [1, 2] } }, 'Message: “2 attachments”'],
  [{ input: { dialog_id: 5, text: `${'word '.repeat(20)}` } }, `Message: “${'word '.repeat(12).trim()}…”`],
  [{ name: 'dialogs.react', input: { message_id: 1, emoji: '👍' } }, 'Reaction 👍'],
  [{ name: 'posts.like', input: { post_id: 1 } }, 'Like'],
  [{ name: 'posts.like', input: { post_id: 1, value: false } }, 'Removed like'],
  [{ name: 'posts.create', input: { user: `u${ME}`, content: 'News' } }, 'Post on your wall: “News”'],
  [{ name: 'posts.create', input: { user: 'ann', text: 'News' } }, 'Post on @ann’s wall: “News”'],
  [{ name: 'posts.create', input: { user: '@me', content: 'News' } }, 'Post on your wall: “News”'],
  [{ name: 'posts.comment', input: { post_id: 1, content: 'So\nit is' } }, 'Comment: “So it is”'],
  [{ name: 'music.createPlaylist', input: { name: 'Garden' } }, 'New playlist: “Garden”'],
  [{ name: 'shop.unknown', input: {} }, 'Change'],
])('%j reads "%s"', (part, line) => {
  expect(lineOf(item(part))).toBe(line);
});

test('a rejection is explained, also one about a field', () => {
  expect(reasonOf(item({}))).toBe('');
  expect(reasonOf(refused({}))).toMatch(/permission/);
  expect(reasonOf(refused({ error: { detail: 'validation_error', message: '' } }))).toMatch(/accept/);
});

test('every described call exists', () => {
  const names = Object.keys(language.texts.outbox.calls);
  expect(names.filter((name) => !isName(name))).toEqual([]);
  expect(titleOf(item({ name: 'files.remove', input: {} }))).toBe('Deleted file');
  expect(contentOf(item({ name: 'files.remove', input: {} }))).toBe('');
});
