import { expect, test } from 'vitest';
import { passDays, START, testService, type TestPerson } from '../../support/service';

const DAY = 86_400;
const coinsOf = async (person: TestPerson) => (await person.call('people.me', {})).Coins;
const act = (person: TestPerson) => person.call('account.updateProfile', { status: 'here' });

test('only the first write of a day gives the daily coins', async () => {
  const t = await testService();
  const [ann, bo] = await t.people('Ann', 'Bo');
  await ann.call('community.update', { dailyCoins: 5 });
  expect(await coinsOf(bo)).toBe(0);
  const line = await bo.listen();
  await act(bo);
  await act(bo);
  expect(await coinsOf(bo)).toBe(5);
  const given = (await line.take()).filter((event) => event.Type === 'profile');
  expect(given.at(0)).toMatchObject({ User: { ID: bo.id, Coins: 5 } });
  await passDays(t, 1);
  await act(bo);
  await act(bo);
  expect(await coinsOf(bo)).toBe(10);
  await passDays(t, 3);
  await act(bo);
  expect(await coinsOf(bo)).toBe(15);
});

test('a repeated write and a clock that goes back give nothing twice', async () => {
  const t = await testService();
  const [ann, bo] = await t.people('Ann', 'Bo');
  await ann.call('community.update', { dailyCoins: 7 });
  await bo.call('account.updateProfile', { status: 'here' }, 'key-of-a-command');
  await bo.call('account.updateProfile', { status: 'here' }, 'key-of-a-command');
  expect(await coinsOf(bo)).toBe(7);
  t.clock.seconds = START - 2 * DAY;
  await act(bo);
  t.clock.seconds = START;
  await act(bo);
  expect(await coinsOf(bo)).toBe(7);
});

test('daily coins can be spent at once, follow the setting, and are not given for a rejected write', async () => {
  const t = await testService();
  const [ann, bo] = await t.people('Ann', 'Bo');
  await act(bo);
  expect(await coinsOf(bo)).toBe(0);
  await ann.call('community.update', { dailyCoins: 5 });
  await bo.refused('people.give', { user: String(bo.id), item: 1 });
  expect(await coinsOf(bo)).toBe(0);
  await bo.call('people.give', { user: String(ann.id), item: 1 });
  expect(await coinsOf(bo)).toBe(0);
  await ann.call('community.update', { dailyCoins: 0 });
  await passDays(t, 1);
  await act(bo);
  expect(await coinsOf(bo)).toBe(0);
});

test.each([-1, 1.5, 1001, 'many'])('rejects %j as the daily amount', async (dailyCoins) => {
  const t = await testService();
  const ann = await t.person('Ann');
  const refused = await ann.refused('community.update', { dailyCoins });
  expect(refused.fields).toHaveProperty('dailyCoins');
});
