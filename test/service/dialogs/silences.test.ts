import { beforeEach, describe, expect, test } from 'vitest';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dialog_id: number;

/** Ann owns the group, Bob is an admin of it, Carl a member. */
beforeEach(async () => {
  t = await testService();
  [, ann, bob, carl] = await t.people('Olga', 'Ann', 'Bob', 'Carl');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  for (const person of [bob, carl]) await person.call('dialogs.join', { dialog_id, user_id: '@me' });
  await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
});

const silence = (value = true, until = 0, by = bob) =>
  by.call('dialogs.silence', { dialog_id, user_id: carl.id, value, until });
const say = (person: TestPerson) => person.call('dialogs.send', { dialog_id, text: 'Hello' });
const memberOf = async (viewer: TestPerson, person: TestPerson) =>
  (await viewer.call('dialogs.members', { dialog_id })).find(({ Member }) => Member.ID === person.id);

describe('a silenced member', () => {
  test('neither writes nor edits, but reads, reacts and deletes', async () => {
    const { ID: message_id } = await say(carl);
    await silence();
    const refusals = [
      await carl.refused('dialogs.send', { dialog_id, text: 'Hello' }),
      await carl.refused('dialogs.send', { dialog_id, text: 'Hello', thread: message_id }),
      await carl.refused('dialogs.editMessage', { message_id, text: 'Changed' }),
    ];
    for (const { code, message } of refusals)
      expect([code, message]).toEqual([
        'access_denied',
        'An admin has stopped you from writing here for now.',
      ]);
    const { ID: other } = await say(bob);
    expect(await carl.call('dialogs.messages', { dialog_id })).toMatchObject([
      { ID: other },
      { ID: message_id },
      {},
      {},
    ]);
    await carl.call('dialogs.react', { message_id: other, emoji: '👍' });
    await carl.call('dialogs.deleteMessage', { message_id });
  });

  test('writes again when its time is over, or an admin lifts it', async () => {
    const until = t.clock.seconds + 3600;
    await silence(true, until);
    expect(await carl.call('dialogs.get', { dialog_id })).toMatchObject({ SilencedUntil: until });
    expect(await memberOf(bob, carl)).toMatchObject({ SilencedUntil: until });
    expect((await carl.refused('dialogs.send', { dialog_id, text: 'Hello' })).code).toBe('access_denied');
    t.clock.advance(3600);
    await say(carl);
    expect(await carl.call('dialogs.get', { dialog_id })).not.toHaveProperty('SilencedUntil');
    await silence();
    expect(await carl.call('dialogs.get', { dialog_id })).toMatchObject({ SilencedUntil: 0 });
    t.clock.advance(10 * 365 * 86_400);
    await carl.call('account.tokens', {}).catch(() => undefined);
    const session = await t.signIn(carl.email, carl.password);
    const again = t.as(session, carl);
    expect((await again.refused('dialogs.send', { dialog_id, text: 'Hello' })).code).toBe('access_denied');
  });

  test('does not get around it by leaving and joining', async () => {
    await silence();
    await carl.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect((await carl.refused('dialogs.join', { dialog_id, user_id: '@me' })).code).toBe('access_denied');
    await bob.call('dialogs.join', { dialog_id, user_id: carl.id });
    await say(carl);
  });

  test('may write as an admin', async () => {
    await silence();
    await ann.call('dialogs.setRole', { dialog_id, user_id: carl.id, role: 'admin' });
    await say(carl);
    expect(await memberOf(bob, carl)).not.toHaveProperty('SilencedUntil');
  });

  test('gets what was scheduled refused', async () => {
    const timestamp = t.clock.seconds + 60;
    await carl.call('dialogs.send', { dialog_id, text: 'Later', timestamp });
    await silence();
    const [waiting] = await carl.call('dialogs.scheduled', { dialog_id });
    const refusal = await carl.refused('dialogs.sendScheduled', { message_id: waiting!.ID });
    expect(refusal.code).toBe('access_denied');
  });
});

test('those who could remove a member silence them', async () => {
  await silence(true, 0, ann);
  const refused = async (by: TestPerson, person: TestPerson) =>
    (await by.refused('dialogs.silence', { dialog_id, user_id: person.id })).code;
  expect([await refused(carl, bob), await refused(carl, carl)]).toEqual(['access_denied', 'access_denied']);
  expect([await refused(bob, ann), await refused(bob, bob)]).toEqual(['access_denied', 'access_denied']);
  await ann.call('dialogs.silence', { dialog_id, user_id: bob.id });
  expect((await bob.refused('dialogs.send', { dialog_id, text: 'Hello' })).code).toBe('access_denied');
  expect(await refused(ann, ann)).toBe('access_denied');
});

test('a silence ends in the future, and there is none in channels', async () => {
  const past = { dialog_id, user_id: carl.id, until: t.clock.seconds };
  expect((await bob.refused('dialogs.silence', past)).fields).toHaveProperty('until');
  const channel = await ann.call('dialogs.create', { name: 'News', type: 'channel' });
  await carl.call('dialogs.join', { dialog_id: channel.ID, user_id: '@me' });
  expect((await ann.refused('dialogs.silence', { dialog_id: channel.ID, user_id: carl.id })).code).toBe(
    'access_denied',
  );
});

test('members are told of a silence and its end', async () => {
  const line = await carl.listen();
  await line.take();
  await silence();
  await silence();
  await silence(false);
  const events = (await line.take()).filter(({ Type }) => Type === 'member');
  expect(events).toMatchObject([
    { User: { ID: carl.id }, Role: 'member', SilencedUntil: 0 },
    { Role: 'member' },
  ]);
  expect(events[1]).not.toHaveProperty('SilencedUntil');
});
