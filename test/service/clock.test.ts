import { beforeEach, describe, expect, test } from 'vitest';
import { mailedCode, refusal, testService, type TestPerson, type TestService } from '../support/service';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let yard: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = await t.people('Ann', 'Bob');
  yard = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  await bob.call('dialogs.join', { dialog_id: yard, user_id: '@me' });
});

describe('after the clock is set back', () => {
  test('new records get larger identifiers and come first', async () => {
    const before = await say('before');
    const old = await ann.call('dialogs.create', { name: 'Old', type: 'group' });
    t.clock.advance(-400 * DAY);
    const after = await say('after');
    expect(after.ID).toBeGreaterThan(before.ID);
    expect(after.Timestamp).toBe(t.clock.seconds);
    const page = await bob.call('dialogs.messages', { dialog_id: yard });
    expect(page.map((message) => message.Text)).toEqual(['after', 'before', '']);
    expect((await ann.call('dialogs.list', {})).map((dialog) => dialog.ID)).toEqual([yard, old.ID]);
    const newer = await bob.call('dialogs.messages', { dialog_id: yard, after_id: before.ID });
    expect(newer.map((message) => message.ID)).toEqual([after.ID]);
    expect(await bob.call('dialogs.searchMessages', { mask: 'after' })).toHaveLength(1);
  });

  test('events stay in order and are replayed once', async () => {
    const first = await bob.listen();
    const hello = first.frames.find((frame) => frame.Type === 'hello');
    await say('one');
    t.clock.advance(-DAY);
    await say('two');
    const heard = await first.take();
    const numbers = heard.map((event) => event.Seq ?? 0);
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    const again = await bob.listen({ since: hello?.Seq ?? 0, log: hello?.Log ?? '' });
    const replayed = await again.take();
    expect(replayed.map(({ Type, Seq }) => ({ Type, Seq }))).toEqual(
      heard.map(({ Type, Seq }) => ({ Type, Seq })),
    );
  });

  test('sessions and named tokens stay valid, and sign-in works', async () => {
    const { Token } = await ann.call('account.createToken', { name: 'bot' });
    t.clock.advance(-10 * 365 * DAY);
    await ann.call('people.me', {});
    await t.as({ ...ann.session, token: Token ?? '' }, ann).call('people.me', {});
    const session = await t.signIn(bob.email, bob.password);
    expect(await t.service.call(session, 'people.me', {})).toMatchObject({ ID: bob.id });
  });

  test('codes do not stay valid longer, though a small step is tolerated', async () => {
    await t.open('account.reset', { email: bob.email });
    const confirm = (code: string) => t.open('account.resetConfirm', { code, password: 'another password' });
    const lost = await mailedCode(t.service, bob.email);
    t.clock.advance(-HOUR);
    expect(await refusal(confirm(lost))).toMatchObject({ code: 'gone' });
    await t.open('account.reset', { email: bob.email });
    t.clock.advance(-5 * MINUTE);
    expect(await confirm(await mailedCode(t.service, bob.email))).toEqual({ ok: true });

    const { Code } = await ann.call('admin.resetCode', { user_id: bob.id });
    t.clock.advance(-HOUR);
    expect(await confirm(Code)).toEqual({ ok: true });
    const { Code: handed } = await ann.call('admin.resetCode', { user_id: bob.id });
    t.clock.advance(-2 * DAY);
    expect(await refusal(confirm(handed))).toMatchObject({ code: 'gone' });
  });

  test('registration codes, address codes and captchas do not stay valid longer', async () => {
    await t.open('account.register', { name: 'Eve', email: 'eve@example.org', password: 'Eve has one' });
    await bob.call('account.changeEmail', { email: 'next@example.org', password: bob.password });
    const captcha = await t.captcha();
    t.clock.advance(-HOUR);
    const codes = [
      await mailedCode(t.service, 'eve@example.org'),
      await mailedCode(t.service, 'next@example.org'),
    ];
    expect(await t.refusedOpen('account.confirm', { code: codes[0], captcha })).toMatchObject({
      fields: { captcha: 'has expired; request a new one' },
    });
    for (const code of codes) {
      const error = await t.refusedOpen('account.confirm', { code, captcha: await t.captcha() });
      expect(error).toMatchObject({ code: 'gone' });
    }
  });

  test('rate limits last no longer than before', async () => {
    const wrong = () => refusal(t.signIn(bob.email, 'a wrong password', { address: '192.0.2.7' }));
    for (let attempt = 0; attempt < 10; attempt++) {
      await wrong();
      t.clock.advance(attempt < 5 ? 0 : 1);
    }
    t.clock.advance(-DAY);
    expect(await wrong()).toMatchObject({ code: 'rate_limit_exceeded' });
    t.clock.advance(10 * MINUTE);
    expect(await wrong()).toMatchObject({ code: 'auth_failed' });
  });

  test('typing is forwarded at once', async () => {
    const [typist, watcher] = [await ann.listen(), await bob.listen()];
    const type = async () => {
      typist.command({ command: 'typing', thing_id: yard });
      await typist.take();
      return (await watcher.take()).filter((event) => event.Type === 'typing').length;
    };
    expect([await type(), await type()]).toEqual([1, 0]);
    t.clock.advance(-HOUR);
    expect([await type(), await type()]).toEqual([1, 0]);
  });

  test('an idempotency key still returns its first answer', async () => {
    const send = () => ann.call('dialogs.send', { dialog_id: yard, text: 'once' }, 'a-key-of-ours');
    const sent = await send();
    t.clock.advance(-DAY);
    expect(await send()).toEqual(sent);
  });
});

function say(text: string) {
  return ann.call('dialogs.send', { dialog_id: yard, text });
}
