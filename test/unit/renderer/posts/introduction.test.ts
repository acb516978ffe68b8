// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { Output } from '../../../../shared/contract';
import { Author, PostModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { Introduction } from '../../../../renderer/posts/introduction/introduction.svelte';
import { fakeHost, signIn } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';

type Introduced = Output<'community.introduction'>;

beforeEach(() => signIn());

const COMMONS = { ID: 7, Name: 'Commons', Members: 3, Joined: false };

/** What the host answers; returns the cards that are shown. */
async function loaded(introduced: Partial<Introduced>, closedCards?: Output<'account.preferences'>[string]) {
  fakeHost.answer('community.introduction', () => ({
    Inviter: null,
    Commons: null,
    Welcome: null,
    Hosts: [],
    ...introduced,
  }));
  fakeHost.answer('account.preferences', () => (closedCards === undefined ? {} : { closedCards }));
  const introduction = new Introduction();
  await introduction.load();
  return introduction;
}

test('shows only the cards that have content', async () => {
  expect((await loaded({})).cards).toEqual([]);
  const all = await loaded({
    Inviter: recordOf(Author, { ID: 2 }),
    Commons: COMMONS,
    Welcome: recordOf(PostModel, { ID: 9 }),
  });
  expect(all.cards).toEqual(['hello', 'commons', 'welcome']);
  expect((await loaded({ Commons: { ...COMMONS, Joined: true } })).cards).toEqual([]);
});

test('a closed card stays closed on every device, until it is about something else', async () => {
  const saved: unknown[] = [];
  fakeHost.answer('account.updatePreferences', (changes) => {
    saved.push(changes);
    return {};
  });
  const introduction = await loaded({ Welcome: recordOf(PostModel, { ID: 9 }) });
  await introduction.close('welcome');
  expect(introduction.cards).toEqual([]);
  expect(saved).toEqual([{ closedCards: { welcome: 9 } }]);
  expect((await loaded({ Welcome: recordOf(PostModel, { ID: 9 }) }, { welcome: 9 })).cards).toEqual([]);
  expect((await loaded({ Welcome: recordOf(PostModel, { ID: 10 }) }, { welcome: 9 })).cards).toEqual([
    'welcome',
  ]);
  expect((await loaded({ Welcome: recordOf(PostModel, { ID: 9 }) }, 'nonsense')).cards).toEqual(['welcome']);
});

test('saying hello opens the chat with the inviter and closes the card', async () => {
  const introduction = await loaded({ Inviter: recordOf(Author, { ID: 2 }) });
  fakeHost.answer('account.updatePreferences', () => ({}));
  fakeHost.answer('dialogs.createPrivate', () => {
    throw new AppError('access_denied');
  });
  expect(await introduction.sayHello()).toBeUndefined();
  expect(introduction.acting.error?.code).toBe('access_denied');
  expect(introduction.cards).toEqual(['hello']);
  fakeHost.answer(
    'dialogs.createPrivate',
    ({ user_id }) => ({ ID: 40 + Number(user_id) }) as Output<'dialogs.createPrivate'>,
  );
  expect(await introduction.sayHello()).toBe(42);
  expect(introduction.cards).toEqual([]);
});
