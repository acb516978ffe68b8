import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/errors';
import { testService, type TestPerson, type TestService } from '../../support/service';

const TEA = { item: 1, cost: 5 };
const PLUS = 101;

/** Gives coins by a promo code of their own. */
async function fund(owner: TestPerson, person: TestPerson, coins: number): Promise<void> {
  const code = `fund${person.id}${coins}`;
  await owner.call('admin.createPromo', { code, coins, uses: 1 });
  await person.call('account.promo', { promo: code });
}

async function yard(): Promise<
  { t: TestService; people: TestPerson[] } & Record<'ann' | 'ben' | 'eve', TestPerson>
> {
  const t = await testService();
  const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
  await fund(ann, ann, 1000);
  return { t, ann, ben, eve, people: [ann, ben, eve] };
}

describe('the shop', () => {
  it('lists items with unique numbers and prices', async () => {
    const { ben } = await yard();
    const items = (await ben.call('shop.list', {})).flatMap((shop) => shop.Items);
    expect(new Set(items.map((item) => item.ID)).size).toBe(items.length);
    expect(items.every((item) => item.Cost > 0 && (item.Type === 'sub') === item.Sub > 0)).toBe(true);
    expect(await ben.call('shop.inventory', {})).toEqual([]);
  });

  it('lists owned items once each, newest first', async () => {
    const { ann, ben } = await yard();
    for (const item of [1, 2, 1]) await ann.call('people.give', { user: `u${ben.id}`, item });
    expect((await ben.call('shop.inventory', {})).map((item) => item.ID)).toEqual([1, 2]);
    expect(await ann.call('shop.inventory', {})).toEqual([]);
  });
});

describe('a gift', () => {
  it('costs coins, notifies the recipient and appears on their profile', async () => {
    const { t, ann, ben, eve } = await yard();
    const [giver, receiver, other] = [await ann.listen(), await ben.listen(), await eve.listen()];
    const gift = await ann.call('people.give', {
      user: String(ben.id),
      item: TEA.item,
      message: 'Drink it!',
    });
    expect(gift).toMatchObject({
      User: { ID: ann.id, Name: 'Ann' },
      Target: { ID: ben.id },
      Item: { ID: TEA.item, Cost: TEA.cost, Type: 'gift' },
      Timestamp: t.clock.seconds,
      Message: 'Drink it!',
    });
    expect(await giver.take()).toMatchObject([{ Type: 'profile', User: { ID: ann.id, Coins: 995 } }]);
    expect(await receiver.take()).toMatchObject([
      {
        Type: 'notification',
        Notification: {
          Type: 'gift',
          User: { ID: ann.id },
          Item: { ID: gift.ID, Message: 'Drink it!' },
          Read: false,
        },
      },
    ]);
    expect(await other.take()).toEqual([]);
    expect(await eve.call('people.gifts', { user: String(ben.id) })).toMatchObject([
      { ID: gift.ID, User: { ID: ann.id }, Message: 'Drink it!' },
    ]);
    expect(await ben.call('people.notifications', {})).toMatchObject([
      { Type: 'gift', Item: { ID: gift.ID } },
    ]);
    expect((await ben.call('people.me', {})).NewNotifications).toBe(1);
  });

  it('is listed newest first, in pages', async () => {
    const { ann, ben } = await yard();
    const given: number[] = [];
    for (let n = 0; n < 5; n++)
      given.unshift((await ann.call('people.give', { user: `u${ben.id}`, item: 1 })).ID);
    const page = async (page: number) =>
      (await ann.call('people.gifts', { user: `u${ben.id}`, page, limit: 2 })).map((gift) => gift.ID);
    expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([
      given.slice(0, 2),
      given.slice(2, 4),
      given.slice(4),
      [],
    ]);
  });

  it('can hide its message, or its sender too, from everyone but the recipient', async () => {
    const { ann, ben, eve } = await yard();
    await ann.call('people.give', { user: `u${ben.id}`, item: 1, message: 'between us', privacy: 1 });
    await ann.call('people.give', { user: `u${ben.id}`, item: 2, message: 'a secret', privacy: 2 });
    const seen = async (by: TestPerson) =>
      (await by.call('people.gifts', { user: `u${ben.id}` })).map((gift) => [gift.User.ID, gift.Message]);
    const whole = [
      [ann.id, 'a secret'],
      [ann.id, 'between us'],
    ];
    expect(await seen(ben)).toEqual(whole);
    expect(await seen(ann)).toEqual(whole);
    expect(await seen(eve)).toEqual([
      [0, ''],
      [ann.id, ''],
    ]);
    const [hidden] = await eve.call('people.gifts', { user: `u${ben.id}` });
    expect(JSON.stringify(hidden)).not.toContain(String(ann.id));
    expect(JSON.stringify(hidden)).not.toContain('Ann');
  });

  it('from someone behind a block shows no sender', async () => {
    const { ann, ben, eve } = await yard();
    await ann.call('people.give', { user: `u${ben.id}`, item: 1, message: 'hello' });
    await eve.call('people.block', { user: `u${ann.id}` });
    expect(await eve.call('people.gifts', { user: `u${ben.id}` })).toMatchObject([
      { User: { ID: 0 }, Message: '' },
    ]);
    await ann.call('people.block', { user: `u${ben.id}` });
    expect(await ben.call('people.gifts', { user: '@me' })).toMatchObject([{ User: { ID: 0 }, Message: '' }]);
    expect(await ben.call('people.notifications', {})).toEqual([]);
    expect((await ben.refused('people.gifts', { user: `u${ann.id}` })).code).toBe('not_found');
    expect((await ann.refused('people.gifts', { user: `u${ben.id}` })).code).toBe('access_denied');
  });

  it('to a deleted, banned or blocking person is refused without cost', async () => {
    const { ann, ben, eve } = await yard();
    await ben.call('people.block', { user: `u${ann.id}` });
    expect((await ann.refused('people.give', { user: `u${ben.id}`, item: 1 })).code).toBe('not_found');
    await ann.call('people.block', { user: `u${eve.id}` });
    expect((await ann.refused('people.give', { user: `u${eve.id}`, item: 1 })).code).toBe('access_denied');
    await ann.call('people.unblock', { user: `u${eve.id}` });
    await ann.call('admin.ban', { user_id: eve.id, reason: 'spam' });
    expect((await ann.refused('people.give', { user: `u${eve.id}`, item: 1 })).code).toBe('access_denied');
    expect((await ann.refused('people.give', { user: 'u123', item: 1 })).code).toBe('not_found');
    expect((await ann.call('people.me', {})).Coins).toBe(1000);
  });

  it('has no message for recipients who accept none', async () => {
    const { ann, ben } = await yard();
    await ben.call('account.updateProfile', { sendMessageState: 1 });
    const refused = await ann.refused('people.give', { user: `u${ben.id}`, item: 1, message: 'psst' });
    expect(refused.code).toBe('access_denied');
    await ann.call('people.give', { user: `u${ben.id}`, item: 1 });
  });

  it.each([
    [{ item: 999 }, 'item'],
    [{ item: 'tea' }, 'item'],
    [{ item: 1, message: 'm'.repeat(301) }, 'message'],
    [{ item: 1, message: 'a\0b' }, 'message'],
    [{ item: 1, privacy: 3 }, 'privacy'],
    [{ item: 1, user: '@me' }, 'user'],
  ])('rejects %j', async (input, field) => {
    const { ann, ben } = await yard();
    const refused = await ann.refused('people.give', { user: `u${ben.id}`, ...input });
    expect(refused.fields).toHaveProperty(field);
    expect((await ann.call('people.me', {})).Coins).toBe(1000);
  });

  it('cannot be bought with missing coins, even concurrently', async () => {
    const { ann, ben, eve } = await yard();
    await fund(ann, eve, 23);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        eve.call('people.give', { user: `u${ben.id}`, item: TEA.item }).then(
          () => 'given',
          (error: unknown) => (error as AppError).code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'given')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'validation_error')).toHaveLength(16);
    expect((await eve.call('people.me', {})).Coins).toBe(3);
    expect(await ben.call('people.gifts', { user: '@me' })).toHaveLength(4);
  });

  it('is sent once for repeated requests with one key', async () => {
    const { ann, ben } = await yard();
    const give = () => ann.call('people.give', { user: `u${ben.id}`, item: 1 }, 'one-cup-of-tea');
    const [first, ...others] = await Promise.all([give(), give(), give()]);
    expect(others).toEqual([first, first]);
    expect((await ann.call('people.me', {})).Coins).toBe(1000 - TEA.cost);
  });
});

describe('a subscription', () => {
  it('can be bought for oneself or others, is public, and is not bought twice', async () => {
    const { ann, ben, eve } = await yard();
    const line = await eve.listen();
    await ann.call('people.give', { user: '@me', item: PLUS });
    await ann.call('people.give', { user: `u${ben.id}`, item: PLUS + 1 });
    const events = await line.take();
    expect(events).toMatchObject([
      { Type: 'profile', User: { ID: ann.id, Sub: 1, Coins: 0 } },
      { Type: 'profile', User: { ID: ben.id, Sub: 2 } },
    ]);
    for (const user of ['@me', `u${ben.id}`]) {
      expect((await ann.refused('people.give', { user, item: PLUS })).code).toBe('conflict');
    }
    expect((await ann.call('people.me', {})).Coins).toBe(300);
    expect(await ann.call('people.gifts', { user: '@me' })).toEqual([]);
    expect((await ann.call('shop.inventory', {})).map((item) => item.ID)).toEqual([PLUS]);
    expect(await ben.call('people.notifications', {})).toMatchObject([{ Type: 'gift' }]);
  });
});
