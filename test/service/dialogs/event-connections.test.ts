import { beforeEach, describe, expect, test } from 'vitest';
import type { Event, Hello } from '../../../shared/events';
import { RATES, SOCKET } from '../../../shared/limits';
import { queryData } from '../../support/databases/data-folders';
import {
  refusal,
  testService,
  type TestLine,
  type TestPerson,
  type TestService,
} from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';

/** Ann and Bob share a group. */
let data: string;
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  data = temporaryFolder();
  t = await testService({ data });
  [ann, bob] = await t.people('Ann', 'Bob');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await bob.call('dialogs.join', { dialog_id, user_id: '@me' });
  await ann.call('dialogs.send', { dialog_id, text: 'Welcome' });
});

describe('event connections of one token', () => {
  test('are limited to ten, and a closed one frees its slot', async () => {
    const lines: TestLine[] = [];
    for (let count = 0; count < SOCKET.perToken; count++) lines.push(await bob.listen());
    const refused = await refusal(bob.listen());
    expect([refused.code, refused.message]).toEqual([
      'rate_limit_exceeded',
      'This session has 10 event connections, which is the limit. Close one and try again.',
    ]);
    const elsewhere = t.as(await t.signIn(bob.email, bob.password), bob);
    await elsewhere.listen();
    await ann.listen();
    lines[0]?.close();
    await bob.listen();
    await refusal(bob.listen());
    for (const line of lines.slice(1)) expect(line.closed).toBeNull();
  });

  test('are counted when opened concurrently', async () => {
    const send = () => undefined;
    const opening = Array.from({ length: 30 }, () => t.service.connect(bob.session, { send, close: send }));
    const opened = (await Promise.allSettled(opening)).filter(({ status }) => status === 'fulfilled');
    expect(opened).toHaveLength(SOCKET.perToken);
  });

  test('may replay missed events sixty times a minute; connections without gaps are free', async () => {
    const { Log: log, Seq: since } = helloOf(await bob.listen());
    await sendMany(1);
    for (let count = 0; count < RATES.replaysPerMinute; count++) (await bob.listen({ since, log })).close();
    const refused = await refusal(bob.listen({ since, log }));
    expect([refused.code, refused.retryAfter]).toEqual(['rate_limit_exceeded', 60]);
    const line = await bob.listen();
    const { Seq } = helloOf(line);
    line.close();
    (await bob.listen({ since: Seq, log })).close();
    const elsewhere = t.as(await t.signIn(bob.email, bob.password), bob);
    (await elsewhere.listen({ since, log })).close();
    t.clock.advance(60);
    expect(await stored(await bob.listen({ since, log }))).toHaveLength(1);
  });
});

describe('replays', () => {
  test('a short one finishes before a long one requested earlier', async () => {
    const { Log: log, Seq: begin } = helloOf(await ann.listen());
    await sendMany(300);
    const { Seq: since } = helloOf(await bob.listen());
    await sendMany(1);
    const sent: string[] = [];
    const listener = (name: string) => ({
      send: (frame: string) => frame.startsWith('{"Type":"message"') && sent.push(name),
      close: () => undefined,
    });
    const opening = [
      t.service.connect(ann.session, { since: begin, log, ...listener('long') }),
      t.service.connect(bob.session, { since, log, ...listener('short') }),
    ];
    await Promise.all(opening);
    await t.service.settled();
    expect(sent.filter((name) => name === 'long')).toHaveLength(301);
    expect(sent.indexOf('short')).toBeGreaterThanOrEqual(0);
    expect(sent.indexOf('short')).toBeLessThan(sent.lastIndexOf('long'));
  });
});

describe('a resumed connection', () => {
  test('receives each missed event once, in order, from any cursor', async () => {
    const line = await bob.listen();
    const { Log: log, Seq: begin } = helloOf(line);
    await sendMany(20);
    await ann.call('dialogs.update', { dialog_id, name: 'Court' });
    await ann.call('people.subscribe', { user: bob.id });
    const numbered = (events: Stored[]) => events.map((event) => [event.Seq, event.Type]);
    const all = await stored(line);
    expect(all.length).toBeGreaterThan(20);
    for (const since of [begin, ...all.map((event) => event.Seq)]) {
      const again = await bob.listen({ since, log });
      expect(numbered(await stored(again))).toEqual(numbered(all.filter((event) => event.Seq > since)));
      again.close();
    }
  });

  test('loses, repeats and reorders nothing that arrives while it catches up', async () => {
    const { Log: log, Seq: since } = helloOf(await bob.listen());
    await sendMany(250);
    const coming = sendMany(250);
    const lines = await Promise.all(Array.from({ length: 5 }, () => bob.listen({ since, log })));
    await coming;
    const sent = (await texts()).slice(-500);
    for (const line of lines) {
      const heard = (await stored(line)).flatMap((event) =>
        event.Type === 'message' ? [event.Message.Text] : [],
      );
      expect(heard).toEqual(sent);
    }
  });

  test('resumes after a restart of the host', async () => {
    const { Log: log, Seq: since } = helloOf(await bob.listen());
    await sendMany(3);
    await t.service.close();
    t = await testService({ data, clock: t.clock });
    const again = await t.as(bob.session, bob).listen({ since, log });
    expect(helloOf(again)).toMatchObject({ Log: log, Seq: since + 3 });
    expect(await stored(again)).toHaveLength(3);
  });

  test.each([
    ['of another log', (hello: Hello) => ({ since: hello.Seq, log: 'another' })],
    ['that lies before what is kept', () => ({ since: 1 })],
    ['that has not been given yet', (hello: Hello) => ({ since: hello.Seq + 1000, log: hello.Log })],
  ])('is reset by a cursor %s', async (_what, place) => {
    const hello = helloOf(await bob.listen());
    await sendMany(5);
    await t.service.close();
    await queryData(data, 'DELETE FROM event WHERE seq <= ?', hello.Seq - 1);
    t = await testService({ data, clock: t.clock });
    const line = await t.as(bob.session, bob).listen({ ...place(hello), quiet: true });
    const now = helloOf(line);
    expect(now).toMatchObject({ Oldest: hello.Seq, Seq: hello.Seq + 5 });
    expect(line.frames[1]).toEqual({ Type: 'reset', Log: hello.Log, Seq: now.Seq });
    line.frames.length = 0;
    const [, Seq] = [
      await t.as(ann.session, ann).call('dialogs.send', { dialog_id, text: 'Hi' }),
      now.Seq + 1,
    ];
    expect(await stored(line)).toMatchObject([{ Type: 'message', Seq }]);
  });

  test('can resume from the oldest retained number', async () => {
    const hello = helloOf(await bob.listen());
    await sendMany(2);
    await t.service.close();
    await queryData(data, 'DELETE FROM event WHERE seq <= ?', hello.Seq + 1);
    t = await testService({ data, clock: t.clock });
    const line = await t.as(bob.session, bob).listen({ since: hello.Seq + 1, log: hello.Log });
    expect(await stored(line)).toMatchObject([{ Seq: hello.Seq + 2 }]);
  });

  test('receives only what the person may see now', async () => {
    const { Log: log, Seq: since } = helloOf(await bob.listen());
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'A slip' });
    await ann.call('dialogs.deleteMessage', { message_id });
    await ann.call('dialogs.send', { dialog_id, text: 'For members' });
    await ann.call('dialogs.leave', { dialog_id, user_id: bob.id });
    const heard = await stored(await bob.listen({ since, log }));
    expect(heard.map((event) => event.Type)).toEqual(['dialog_delete', 'member']);
    expect(JSON.stringify(heard)).not.toContain('slip');
  });
});

describe('a connection receives', () => {
  test('only personal events without a subscription', async () => {
    const line = await bob.listen({ quiet: true });
    await bob.call('account.updateProfile', { link: 'bob.baker' });
    await line.take();
    await ann.call('dialogs.send', { dialog_id, text: 'Hello @bob.baker' });
    await ann.call('dialogs.update', { dialog_id, name: 'Court' });
    await ann.call('dialogs.createPrivate', { user_id: bob.id });
    expect((await line.take()).map((event) => event.Type)).toEqual(['notification', 'dialog']);
  });

  test('dialogs it subscribes to, until it unsubscribes', async () => {
    const { ID: other } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const line = await bob.listen({ quiet: true });
    const hears = async () => {
      await line.take();
      for (const id of [dialog_id, other]) await ann.call('dialogs.send', { dialog_id: id, text: 'Hi' });
      const events = await line.take();
      return events.flatMap((event) => (event.Type === 'message' ? [event.Message.Dialog.ID] : []));
    };
    line.command({ command: 'subscribe', category: 'dialog', thing_id: other });
    expect(await hears()).toEqual([other]);
    line.command({ command: 'subscribe', category: 'dialog', thing_id: bob.id });
    expect(await hears()).toEqual([dialog_id, other]);
    line.command({ command: 'unsubscribe', category: 'dialog', thing_id: bob.id });
    expect(await hears()).toEqual([other]);
    line.command({ command: 'unsubscribe', category: 'dialog', thing_id: other });
    expect(await hears()).toEqual([]);
  });

  test('nothing more of a dialog after leaving it', async () => {
    const line = await bob.listen({ quiet: true });
    line.command({ command: 'subscribe', category: 'dialog', thing_id: dialog_id });
    await line.take();
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    await line.take();
    await ann.call('dialogs.send', { dialog_id, text: 'Gone?' });
    expect(await line.take()).toEqual([]);
  });
});

describe('commands', () => {
  test('are answered with their result and the Seq from which it applies', async () => {
    const line = await bob.listen({ quiet: true });
    const { Seq } = helloOf(line);
    for (const command of ['subscribe', 'unsubscribe']) {
      line.command({ command, category: 'dialog', thing_id: dialog_id });
      await line.take();
    }
    line.command({ command: 'subscribe', category: 'dialog', thing_id: dialog_id });
    await bob.call('people.me', {});
    expect(line.frames).toEqual([{ Type: 'subscribed', category: 'dialog', thing_id: dialog_id, Seq }]);
  });

  test.each([
    [{ command: 'subscribe', category: 'dialog', thing_id: 12345 }, 'not_found'],
    [{ command: 'subscribe', category: 'post', thing_id: 1 }, 'validation_error'],
    [{ command: 'subscribe', category: 'dialog' }, 'validation_error'],
    [{ command: 'subscribe', category: 'dialog', thing_id: '1' }, 'validation_error'],
    [{ command: 'subscribe', category: 'dialog', thing_id: 1.5 }, 'validation_error'],
    [{ command: 'dance', thing_id: 1 }, 'validation_error'],
    [{ command: 'typing', thing_id: 12345 }, 'not_found'],
    [{ command: 'typing', thing_id: NaN }, 'validation_error'],
    ['subscribe', 'validation_error'],
    [[], 'validation_error'],
    [null, 'validation_error'],
    [7, 'validation_error'],
  ])('that are malformed get an error: %j', async (command, detail) => {
    const line = await bob.listen({ quiet: true });
    line.frames.length = 0;
    line.command(command);
    await bob.call('people.me', {});
    await t.service.settled();
    expect(line.frames).toEqual([{ Type: 'error', detail }]);
    expect(line.closed).toBeNull();
  });

  test('for typing need write permission and are forwarded once a second at most', async () => {
    const { ID: news } = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
    await bob.call('dialogs.join', { dialog_id: news, user_id: '@me' });
    const lines = [await ann.listen(), await bob.listen()] as const;
    const typing = async (line: TestLine) => (await line.take()).filter((event) => event.Type === 'typing');
    const type = (line: TestLine, thing_id: number) => line.command({ command: 'typing', thing_id });
    t.clock.advance(10);
    type(lines[1], news);
    expect(await typing(lines[0])).toEqual([]);
    expect(lines[1].frames.at(-1)).toEqual({ Type: 'error', detail: 'access_denied' });
    t.clock.advance(1);
    for (let times = 0; times < 3; times++) type(lines[1], dialog_id);
    expect(await typing(lines[0])).toHaveLength(1);
    expect(await typing(lines[1])).toEqual([]);
    t.clock.advance(1);
    type(lines[1], dialog_id);
    expect(await typing(lines[0])).toHaveLength(1);
  });
});

describe('a connection ends', () => {
  test('without blocking others when its client cannot be reached', async () => {
    const broken = () => {
      throw new Error('the window is gone');
    };
    await t.service.connect(bob.session, { send: () => undefined, close: broken });
    expect(await bob.call('account.logout', {})).toEqual({ ok: true });
    expect(await ann.call('dialogs.send', { dialog_id, text: 'Still here' })).toMatchObject({
      Text: 'Still here',
    });
  });

  test.each([
    ['its token is revoked', async () => ann.call('people.me', {}), false],
    ['its person is banned', () => ann.call('admin.ban', { user_id: bob.id, reason: 'Loud' }), true],
  ] as const)('as soon as %s, and others do not', async (_what, act, isAll) => {
    const other = t.as(await t.signIn(bob.email, bob.password), bob);
    const [line, kept, annsLine] = [await bob.listen(), await other.listen(), await ann.listen()];
    if (isAll) {
      await act();
    } else {
      const [, own] = await other.call('account.tokens', {});
      await other.call('account.revokeToken', { token_id: own?.ID ?? 0 });
    }
    expect(line.closed).toMatchObject({ code: 4401 });
    expect([kept.closed !== null, annsLine.closed]).toEqual([isAll, null]);
    const refused = await bob.listen().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'auth_failed' });
  });
});

function helloOf(line: TestLine): Hello {
  const [hello] = line.frames;
  if (hello?.Type !== 'hello') throw new Error('the first frame is hello');
  return hello;
}

type Stored = Event & { Seq: number };

/** What came over a line that is kept in the log. */
async function stored(line: TestLine): Promise<Stored[]> {
  return (await line.take()).filter((event): event is Stored => event.Seq !== undefined);
}

async function sendMany(many: number): Promise<void> {
  for (let done = 0; done < many; done += 50) {
    t.clock.advance(1);
    const some = Array.from(
      { length: Math.min(50, many - done) },
      (_, index) => `Message ${done + index} of ${many} at ${t.clock.seconds}`,
    );
    await Promise.all(some.map((text) => ann.call('dialogs.send', { dialog_id, text })));
  }
}

/** Everything that was said, oldest first. */
async function texts(): Promise<string[]> {
  const all: string[] = [];
  for (let last_id = 0; ;) {
    t.clock.advance(1);
    const page = await ann.call('dialogs.messages', { dialog_id, last_id, limit: 100 });
    all.unshift(...page.toReversed().map((message) => message.Text));
    if (page.length < 100) return all;
    last_id = page.at(-1)?.ID ?? 0;
  }
}
