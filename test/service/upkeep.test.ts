import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../electron/database/open';
import { deleteOldEvents } from '../../electron/service/events/queries';
import { countRows, queryData } from '../support/databases/data-folders';
import { serverUrl } from '../support/databases/databases';
import { passDays, testService, type TestPerson, type TestService } from '../support/service';
import { temporaryFolder } from '../support/temporary-folder';

const MINUTE = 60_000;
const DAY = 24 * 3600;

let folder: string;
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  folder = temporaryFolder();
  t = await testService({ data: folder });
  [ann, bob] = await t.people('Ann', 'Bob');
});

describe('a deleted dialog', () => {
  test('is cleared with all its content, in steps, and nothing else is', async () => {
    const [gone, kept] = [await group('Gone'), await group('Kept')];
    const messages = [...(await sendMany(gone, 450)), ...(await sendMany(kept, 3))];
    // More reactions than one step takes, on the messages of the first step.
    await reactToAll(messages.slice(0, 60));
    await reactToAll(messages.slice(-1));
    await ann.call('dialogs.remove', { dialog_id: gone });
    expect(await count('message', gone)).toBe(451);

    await swept();
    for (const table of ['message', 'message_place', 'link', 'member', 'invite'] as const) {
      expect([table, await count(table, gone)]).toEqual([table, 0]);
    }
    expect(await count('reaction')).toBe(2 * EMOJI.length);
    expect(await count('dialog')).toBe(1);
    // A search waits until the last messages are indexed, too.
    expect(await bob.call('dialogs.searchMessages', { mask: 'message' })).toHaveLength(3);
    // The words of the three messages and of nothing else are in the index; "joined" has no words.
    expect(await count('message_search')).toBe(3);
    await expectIntactIndex('message_search');

    expect(await bob.call('dialogs.messages', { dialog_id: kept })).toHaveLength(4);
    expect(await bob.call('dialogs.shared', { dialog_id: kept, kind: 'links' })).toHaveLength(3);
    expect((await bob.call('dialogs.list', {})).map((dialog) => dialog.ID)).toEqual([kept]);
  });

  test('disappears at once, and a mention in it shows nothing', async () => {
    const gone = await group('Gone');
    await bob.call('account.updateProfile', { link: 'bob.b' });
    const { ID: message } = await ann.call('dialogs.send', { dialog_id: gone, text: 'Hello @bob.b' });
    await ann.call('dialogs.remove', { dialog_id: gone });
    const unseen = async () => {
      expect(await bob.refused('dialogs.message', { message_id: message })).toMatchObject({
        code: 'not_found',
      });
      expect(await bob.refused('dialogs.messages', { dialog_id: gone })).toMatchObject({ code: 'not_found' });
      expect(await bob.call('dialogs.searchMessages', { mask: 'hello' })).toEqual([]);
      expect(await bob.call('people.notifications', {})).toMatchObject([
        { Type: 'message_mention', Item: null },
      ]);
    };
    await unseen();
    await swept();
    await unseen();
  });

  test('is cleared after a restart if the host stopped before', async () => {
    const gone = await group('Gone');
    await ann.call('dialogs.send', { dialog_id: gone, text: 'Hello' });
    await ann.call('dialogs.remove', { dialog_id: gone });
    await t.service.close();
    expect(await count('message', gone)).toBe(2);
    await testService({ data: folder, clock: t.clock });
    await sweptAll();
    expect([await count('message', gone), await count('dialog')]).toEqual([0, 0]);
  });
});

describe('deletes expired', () => {
  test('idempotency keys after 30 days', async () => {
    const yard = await group('Yard');
    const key = 'a-key-of-ours';
    await ann.call('dialogs.send', { dialog_id: yard, text: 'one' }, key);
    t.clock.advance(30 * DAY);
    await swept();
    await ann.refused('dialogs.send', { dialog_id: yard, text: 'two' }, key);
    t.clock.advance(1);
    await swept();
    expect(await count('command')).toBe(0);
    expect(await ann.call('dialogs.send', { dialog_id: yard, text: 'two' }, key)).toMatchObject({
      Text: 'two',
    });
  });

  test('sessions 180 days after their last use', async () => {
    const session = await t.signIn(ann.email, ann.password);
    await passDays(t, 179);
    await ann.call('people.me', {});
    await swept();
    expect(await count('token')).toBe(3);
    t.clock.advance(2 * DAY);
    await swept();
    expect(await count('token')).toBe(1);
    expect((await ann.call('account.tokens', {})).map((token) => token.Current)).toEqual([true]);
    await expect(t.service.call(session, 'people.me', {})).rejects.toMatchObject({ code: 'auth_failed' });
  });

  test('nothing early: the last use follows the clock after it is set back', async () => {
    t.clock.advance(DAY);
    await ann.call('people.me', {});
    await swept();
    t.clock.advance(-DAY / 2);
    await ann.call('people.me', {});
    // A sweep may still run that began before this call. Closing waits for it and stores what it left.
    await t.service.close();
    const tokens = await queryData(folder, 'SELECT last_been FROM token WHERE person_id = ?', ann.id);
    expect(tokens).toEqual([{ last_been: t.clock.seconds }]);
  });

  test('registrations and codes, but not what people keep for recovery', async () => {
    await ann.call('account.createRecoveryCode', { password: ann.password });
    await t.open('account.register', { name: 'Eve', email: 'eve@example.org', password: 'Eve has one' });
    await t.open('account.reset', { email: ann.email });
    expect([await count('registration'), await count('code')]).toEqual([1, 2]);
    t.clock.advance(601);
    await swept();
    expect([await count('registration'), await count('code')]).toEqual([0, 1]);
  });
});

describe('the event log', () => {
  test.each([
    ['as far as they are old and not among those to be kept', [10, 20, 30, 40, 50], 4, 35, [4, 5]],
    ['up to the number and no further', [10, 20, 30, 40, 50], 2, 100, [3, 4, 5]],
    ['without gaps where the clock was set back', [10, 90, 20, 30, 95], 5, 50, [2, 3, 4, 5]],
    ['whatever their age beyond the most that are kept', [10, 20, 30, 40, 50], 3, Infinity, [4, 5]],
    ['not at all where the first is young', [60, 10, 10, 10, 10], 5, 50, [1, 2, 3, 4, 5]],
  ])('drops its oldest %s', async (_what, stamps, upTo, before, left) => {
    const store = openStore(':memory:');
    onTestFinished(() => store.close());
    const { raw, db } = store.writer;
    const insert = raw.prepare(
      `INSERT INTO event (type, scope_kind, scope_id, ref_kind, ref_id, actor_id, body, created_at)
       VALUES ('profile', 'community', 0, 'person', 1, 1, '{}', ?)`,
    );
    for (const stamp of stamps) insert.run(stamp);
    await deleteOldEvents(db, upTo, before);
    expect(raw.prepare('SELECT seq FROM event ORDER BY seq').pluck().all()).toEqual(left);
  });
});

const EMOJI = [...'👍👎😀😂😍😢😡🎉🔥🙏👀💯🚀🌹🍀🍎🐝🐈🌙🌊'];

describe('a removed post', () => {
  test('is cleared with all its content, in steps, and nothing else is', async () => {
    const { ID: gone } = await ann.call('posts.create', { user: '@me', content: 'Gone' });
    const { ID: kept } = await ann.call('posts.create', { user: '@me', content: 'Kept' });
    const comments = await inTurns(
      Array.from({ length: 450 }, () => gone),
      async (post_id) => (await bob.call('posts.comment', { post_id, content: 'Hi' })).ID,
    );
    await inTurns(comments.slice(0, 3), (comment_id) => ann.call('posts.likeComment', { comment_id }));
    const { ID: comment_id } = await bob.call('posts.comment', { post_id: kept, content: 'Hi' });
    await ann.call('posts.likeComment', { comment_id });
    for (const post_id of [gone, kept]) await bob.call('posts.like', { post_id });
    await ann.call('posts.remove', { post_id: gone });
    expect((await bob.refused('posts.likeComment', { comment_id: comments[0] ?? 0 })).code).toBe('not_found');
    expect([await count('comment'), await count('removed_post')]).toEqual([451, 1]);
    await swept();
    while ((await count('removed_post')) > 0) await swept();
    const tables = ['comment', 'comment_like', 'post_like', 'post', 'post_search', 'removed_post'];
    expect(await Promise.all(tables.map((table) => count(table)))).toEqual([1, 1, 1, 1, 1, 0]);
    await expectIntactIndex('post_search');
  });
});

describe('views', () => {
  test('of a post count each other person once a day, then forget who it was', async () => {
    const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'Bread' });
    const views = async () => {
      await swept();
      return (await ann.call('posts.get', { post_id })).Views;
    };
    expect(await views()).toBe(0);
    await bob.call('posts.get', { post_id });
    await bob.call('posts.list', { user: ann.id });
    await bob.call('posts.find', { mask: 'bread' });
    expect(await views()).toBe(1);
    await bob.call('posts.get', { post_id });
    expect(await views()).toBe(1);
    t.clock.advance(DAY);
    await bob.call('posts.list', { user: ann.id });
    expect(await views()).toBe(2);
    expect(await count('viewing')).toBe(2);
    t.clock.advance(2 * DAY);
    expect(await views()).toBe(2);
    expect(await count('viewing')).toBe(0);
  });

  test('of more posts than one transaction stores are all counted', async () => {
    const [cat] = await t.people('Cat');
    const posts = Array.from({ length: 260 }, (_, index) => `Bread ${index}`);
    await inTurns(posts, (content) => ann.call('posts.create', { user: '@me', content }));
    for (const reader of [bob, cat]) {
      let last_id: number | undefined = 0;
      while (last_id !== undefined)
        last_id = (await reader.call('posts.list', { user: ann.id, last_id, limit: 50 })).at(-1)?.ID;
    }
    await swept();
    expect(await count('viewing')).toBe(520);
    expect(await queryData(folder, 'SELECT DISTINCT views FROM post')).toEqual([{ views: 2 }]);
  });

  test('not yet counted when the host stopped are counted later', async () => {
    const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'Bread' });
    await bob.call('posts.get', { post_id });
    await t.service.close();
    expect(await queryData(folder, 'SELECT views FROM post WHERE id = ?', post_id)).toEqual([{ views: 1 }]);
  });
});

async function group(name: string): Promise<number> {
  const { ID } = await ann.call('dialogs.create', { name, type: 'group' });
  await bob.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
  return ID;
}

async function sendMany(dialog: number, many: number): Promise<number[]> {
  const texts = Array.from({ length: many }, (_, index) => `message ${index} https://example.org/${index}`);
  return (await inTurns(texts, (text) => ann.call('dialogs.send', { dialog_id: dialog, text }))).map(
    (message) => message.ID,
  );
}

async function reactToAll(messages: readonly number[]): Promise<void> {
  const all = messages.flatMap((message_id) => EMOJI.map((emoji) => ({ message_id, emoji })));
  for (const person of [ann, bob]) await inTurns(all, (one) => person.call('dialogs.react', one));
}

/** A hundred at a time, as nobody may ask more in a second. */
async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let done = 0; done < items.length; done += 100) {
    t.clock.advance(1);
    results.push(...(await Promise.all(items.slice(done, done + 100).map(act))));
  }
  return results;
}

/** Lets minutes of the host's life pass until housekeeping was done. Clearing dialogs is its last act. */
async function swept(): Promise<void> {
  // The first of them may be cleared by a sweep that began before this call.
  for (const name of ['First marker', 'Second marker']) {
    const { ID } = await ann.call('dialogs.create', { name, type: 'channel' });
    await ann.call('dialogs.remove', { dialog_id: ID });
    await sweptAll();
  }
}

async function sweptAll(): Promise<void> {
  while ((await count('closed_dialog')) > 0) {
    vi.advanceTimersByTime(MINUTE);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

function count(table: string, dialog?: number): Promise<number> {
  const column = table === 'closed_dialog' || table === 'dialog' ? 'id' : 'dialog_id';
  return countRows(folder, table, dialog === undefined ? '' : ` WHERE ${column} = ${dialog}`);
}

/** Only SQLite can check one; PostgreSQL keeps no index beside the rows. */
async function expectIntactIndex(table: string): Promise<void> {
  if (serverUrl === undefined)
    await queryData(folder, `INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
}
