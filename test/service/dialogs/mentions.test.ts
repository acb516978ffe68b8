import { beforeEach, describe, expect, test } from 'vitest';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
  await bob.call('account.updateProfile', { link: 'bob.baker' });
  await carl.call('account.updateProfile', { link: 'carl_c' });
  dialog_id = await dialog('group');
});

describe('a mention', () => {
  test.each([
    ['@bob.baker', true],
    ['Ask @bob.baker.', true],
    ['(@BOB.Baker)', true],
    ['так, @bob.baker: скажи', true],
    ['@bob.baker @bob.baker @bob.baker', true],
    ['bob.baker', false],
    ['@bob', false],
    ['@bob.baker2', false],
    ['mail@bob.baker', false],
    ['@@bob.baker', false],
    ['@carl_c', false],
  ])('in %j notifies the member once: %s', async (text, isTold) => {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text });
    expect(await bob.call('people.notifications', {})).toMatchObject(
      isTold ? [{ Type: 'message_mention', User: { ID: ann.id }, Item: { ID }, Read: false }] : [],
    );
    expect(await carl.call('people.notifications', {})).toEqual([]);
    expect(await bob.call('people.me', {})).toMatchObject({ NewNotifications: isTold ? 1 : 0 });
  });

  test('that is read in its dialog is read among the notifications, also if an older one is not', async () => {
    const say = async (text: string) => (await ann.call('dialogs.send', { dialog_id, text })).ID;
    const unread = async () =>
      (await bob.call('people.notifications', {})).flatMap(({ Item, Read }) => (Read ? [] : [Item?.ID]));
    const [first, second] = [await say('Hello @bob.baker'), await say('Are you there, @bob.baker?')];
    const line = await bob.listen();
    await bob.call('dialogs.read', { dialog_id, message: first });
    expect(await unread()).toEqual([second]);
    expect((await line.take()).map(({ Type }) => Type)).toEqual(['read', 'profile']);
    await ann.call('people.subscribe', { user: String(bob.id), value: true });
    await say('@bob.baker!');
    await bob.call('dialogs.read', { dialog_id });
    expect(await unread()).toEqual([ann.id]);
  });

  test('added by an edit notifies, an existing one does not again', async () => {
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
    await ann.call('dialogs.editMessage', { message_id, text: 'Hello @bob.baker' });
    await ann.call('dialogs.editMessage', { message_id, text: 'Good morning @bob.baker' });
    expect(await bob.call('people.notifications', {})).toMatchObject([
      { Item: { ID: message_id, Text: 'Good morning @bob.baker' } },
    ]);
  });

  test('of oneself or in a private dialog does not notify', async () => {
    await bob.call('dialogs.send', { dialog_id, text: '@bob.baker was here' });
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: ID, text: '@bob.baker' });
    await ann.call('dialogs.editMessage', { message_id, text: 'Hello' });
    await ann.call('dialogs.editMessage', { message_id, text: 'Hello @bob.baker' });
    expect(await bob.call('people.notifications', {})).toEqual([]);
  });

  test('is deleted with its message', async () => {
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: '@bob.baker' });
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await bob.call('people.notifications', {})).toMatchObject([{ User: { ID: ann.id }, Item: null }]);
  });
});

describe('links', () => {
  test('in messages are listed by dialog, newest message first', async () => {
    const first = await ann.call('dialogs.send', {
      dialog_id,
      text: 'See https://one.example/a?b=c#d, (http://two.example) and https://one.example/a?b=c#d!',
    });
    const second = await bob.call('dialogs.send', { dialog_id, text: '«https://three.example/шлях».' });
    await bob.call('dialogs.send', {
      dialog_id,
      text: 'ftp://four.example javascript://five https:// //six',
    });
    const all = [
      { Message: second.ID, Item: 'https://three.example/шлях', Timestamp: t.clock.seconds },
      { Message: first.ID, Item: 'https://one.example/a?b=c#d', Timestamp: t.clock.seconds },
      { Message: first.ID, Item: 'http://two.example', Timestamp: t.clock.seconds },
    ];
    expect(await links()).toEqual(all);
    expect(await links(second.ID)).toEqual(all.slice(1));
    for (const kind of ['photos', 'tracks', 'videos', 'files'] as const) {
      expect(await bob.call('dialogs.shared', { dialog_id, kind })).toEqual([]);
    }
  });

  test('follow edits and deletions', async () => {
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'https://one.example' });
    await ann.call('dialogs.editMessage', { message_id, text: 'https://two.example' });
    expect(await links()).toMatchObject([{ Item: 'https://two.example' }]);
    await ann.call('dialogs.editMessage', { message_id, text: 'nothing' });
    expect(await links()).toEqual([]);
    await ann.call('dialogs.editMessage', { message_id, text: 'https://one.example' });
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await links()).toEqual([]);
  });

  test('are paged without splitting a message', async () => {
    for (let index = 0; index < 3; index++) {
      const text = `https://a.example/${index} https://b.example/${index}`;
      await ann.call('dialogs.send', { dialog_id, text });
    }
    const seen: string[] = [];
    for (let last_id = 0; ;) {
      const page = await bob.call('dialogs.shared', { dialog_id, kind: 'links', last_id, limit: 3 });
      if (page.length === 0) break;
      seen.push(...page.map((link) => String(link.Item)));
      last_id = page.at(-1)?.Message ?? 0;
    }
    expect(seen).toEqual(
      [2, 1, 0].flatMap((index) => [`https://a.example/${index}`, `https://b.example/${index}`]),
    );
  });
});

describe('views', () => {
  test('of a channel message count its readers since they joined, without the author', async () => {
    const channel = await dialog('channel');
    const views = async (viewer: TestPerson) =>
      (await viewer.call('dialogs.messages', { dialog_id: channel })).map((message) => message.Views);
    const first = await ann.call('dialogs.send', { dialog_id: channel, text: 'First' });
    expect(first.Views).toBe(0);
    await bob.call('dialogs.read', { dialog_id: channel, message: first.ID });
    await bob.call('dialogs.read', { dialog_id: channel, message: first.ID });
    expect(await views(ann)).toEqual([1]);
    await carl.call('dialogs.join', { dialog_id: channel, user_id: '@me' });
    const second = await ann.call('dialogs.send', { dialog_id: channel, text: 'Second', replyTo: first.ID });
    expect(second.ReplyTo?.Views).toBe(1);
    expect(await views(bob)).toEqual([0, 1]);
    await carl.call('dialogs.read', { dialog_id: channel, message: second.ID });
    expect(await views(carl)).toEqual([1, 1]);
    await ann.call('dialogs.setRole', { dialog_id: channel, user_id: bob.id, role: 'owner' });
    await ann.call('dialogs.leave', { dialog_id: channel, user_id: '@me' });
    expect(await views(bob)).toEqual([1, 1]);
  });

  test('are not counted in other dialogs', async () => {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Hello' });
    await bob.call('dialogs.read', { dialog_id, message: ID });
    expect(await ann.call('dialogs.message', { message_id: ID })).toMatchObject({ Views: 0, Read: true });
  });
});

function links(last_id = 0) {
  return bob.call('dialogs.shared', { dialog_id, kind: 'links', last_id });
}

/** A dialog of Ann's with Bob in it. */
async function dialog(type: 'group' | 'channel'): Promise<number> {
  const { ID } = await ann.call('dialogs.create', { name: 'Yard', type });
  await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
  return ID;
}
