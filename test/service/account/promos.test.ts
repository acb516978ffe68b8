import { describe, expect, it } from 'vitest';
import type { Name } from '../../../shared/contract';
import type { AppError } from '../../../shared/errors';
import { testService, type TestPerson } from '../../support/service';

const DAY = 86_400;

async function coinsOf(person: TestPerson): Promise<number> {
  return (await person.call('people.me', {})).Coins;
}

describe('promo codes', () => {
  it('are created by administrators, listed newest first, and revoked', async () => {
    const t = await testService();
    const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
    await ann.call('admin.setRole', { user_id: ben.id, role: 'admin' });
    const first = await ann.call('admin.createPromo', { code: 'spring-2026', coins: 50, uses: 3 });
    expect(first).toEqual({
      Code: 'SPRING2026',
      Coins: 50,
      Sub: 0,
      Uses: 0,
      MaxUses: 3,
      Expires: 0,
      Timestamp: t.clock.seconds,
    });
    t.clock.advance(60);
    const expires = t.clock.seconds + DAY;
    const second = await ben.call('admin.createPromo', { code: 'весна', sub: 1, uses: 1, expires });
    expect(second).toMatchObject({ Code: 'ВЕСНА', Sub: 1, Expires: expires });
    expect(await ben.call('admin.promos', {})).toEqual([second, first]);
    expect((await ann.refused('admin.createPromo', { code: 'Spring 2026', coins: 1, uses: 1 })).code).toBe(
      'conflict',
    );
    await ann.call('admin.revokePromo', { code: 'spring 2026' });
    expect((await ann.refused('admin.revokePromo', { code: 'spring2026' })).code).toBe('not_found');
    expect(await ann.call('admin.promos', {})).toEqual([second]);
    expect((await eve.refused('account.promo', { promo: 'spring2026' })).code).toBe('not_found');
    const acts = (await ann.call('admin.acts', {})).map((act) => [act.Act, act.Reason]);
    expect(acts.slice(0, 3)).toEqual([
      ['revoke_promo', 'SPRING2026'],
      ['create_promo', 'ВЕСНА'],
      ['create_promo', 'SPRING2026'],
    ]);
    const inputs = {
      'admin.promos': {},
      'admin.createPromo': { code: 'mine', coins: 1, uses: 1 },
      'admin.revokePromo': { code: 'весна' },
    } as const;
    for (const [name, input] of Object.entries(inputs)) {
      expect([name, (await eve.refused(name as Name, input)).code]).toEqual([name, 'access_denied']);
    }
  });

  it.each([
    [{ code: 'abc', coins: 1, uses: 1 }, 'code'],
    [{ code: '', coins: 1, uses: 1 }, 'code'],
    [{ code: 'a/../b', coins: 1, uses: 1 }, 'code'],
    [{ code: 'x'.repeat(41), coins: 1, uses: 1 }, 'code'],
    [{ code: 'none', uses: 1 }, 'coins'],
    [{ code: 'none', coins: -1, uses: 1 }, 'coins'],
    [{ code: 'none', coins: 1e9, uses: 1 }, 'coins'],
    [{ code: 'none', sub: 3, uses: 1 }, 'sub'],
    [{ code: 'none', coins: 1, uses: 0 }, 'uses'],
    [{ code: 'none', coins: 1 }, 'uses'],
    [{ code: 'none', coins: 1, uses: 1, expires: 1 }, 'expires'],
    [{ code: 'none', coin: 1, coins: 1, uses: 1 }, 'coin'],
  ])('rejects %j', async (input, field) => {
    const t = await testService();
    const ann = await t.person('Ann');
    expect((await ann.refused('admin.createPromo', input)).fields).toHaveProperty(field);
    expect(await ann.call('admin.promos', {})).toEqual([]);
  });

  it('give each person their reward once', async () => {
    const t = await testService();
    const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
    await ann.call('admin.createPromo', { code: 'coins', coins: 50, uses: 10 });
    await ann.call('admin.createPromo', { code: 'plus', coins: 5, sub: 1, uses: 10 });
    const [own, others] = [await ben.listen(), await eve.listen()];
    await ben.call('account.promo', { promo: ' Co-ins ' });
    expect(await own.take()).toMatchObject([{ Type: 'profile', User: { ID: ben.id, Coins: 50 } }]);
    expect(await others.take()).toEqual([]);
    expect((await ben.refused('account.promo', { promo: 'coins' })).code).toBe('conflict');
    await ben.call('account.promo', { promo: 'plus' });
    expect(await ben.call('people.me', {})).toMatchObject({ Coins: 55, Sub: 1 });
    expect(await others.take()).toMatchObject([{ Type: 'profile', User: { ID: ben.id, Sub: 1, Coins: 0 } }]);
    expect((await ann.call('admin.promos', {})).map((promo) => promo.Uses)).toEqual([1, 1]);
  });

  it('never replace a higher subscription, and are not used up without effect', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('admin.createPromo', { code: 'premium', sub: 2, uses: 1 });
    await ann.call('admin.createPromo', { code: 'plus', sub: 1, uses: 1 });
    await ann.call('admin.createPromo', { code: 'both', sub: 1, coins: 7, uses: 1 });
    await ann.call('account.promo', { promo: 'premium' });
    expect((await ann.refused('account.promo', { promo: 'plus' })).code).toBe('conflict');
    await ann.call('account.promo', { promo: 'both' });
    expect(await ann.call('people.me', {})).toMatchObject({ Coins: 7, Sub: 2 });
    const promos = await ann.call('admin.promos', {});
    expect(promos.find((promo) => promo.Code === 'PLUS')?.Uses).toBe(0);
  });

  it('expire', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('admin.createPromo', { code: 'today', coins: 1, uses: 5, expires: t.clock.seconds + DAY });
    t.clock.advance(DAY);
    expect((await ann.refused('account.promo', { promo: 'today' })).code).toBe('gone');
    expect(await coinsOf(ann)).toBe(0);
  });

  it('are never redeemed beyond their limit by concurrent requests', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const others = await t.people(...Array.from({ length: 20 }, (_, n) => `Person ${n}`));
    await ann.call('admin.createPromo', { code: 'rush', coins: 3, uses: 10 });
    const claims = await Promise.all(
      others.flatMap((person) =>
        Array.from({ length: 5 }, () =>
          person.call('account.promo', { promo: 'rush' }).then(
            () => 'given',
            (error: unknown) => (error as AppError).code,
          ),
        ),
      ),
    );
    expect(claims).toHaveLength(100);
    expect(claims.filter((claim) => claim === 'given')).toHaveLength(10);
    const coins = await Promise.all(others.map(coinsOf));
    expect(coins.filter((has) => has === 3)).toHaveLength(10);
    expect(coins.filter((has) => has === 0)).toHaveLength(10);
    expect((await ann.call('admin.promos', {}))[0]).toMatchObject({ Uses: 10, MaxUses: 10 });
  });

  it('allow thirty unknown codes an hour', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    await ann.call('admin.createPromo', { code: 'real', coins: 1, uses: 1 });
    for (let n = 0; n < 30; n++) {
      expect((await ann.refused('account.promo', { promo: `guess${n}` })).code).toBe('not_found');
    }
    expect((await ann.refused('account.promo', { promo: 'real' })).code).toBe('rate_limit_exceeded');
    t.clock.advance(3600);
    await ann.call('account.promo', { promo: 'real' });
  });
});
