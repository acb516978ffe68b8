import type { Input } from '../../../../shared/contract';
import { dialogId, LARGE } from '../../../bench/seed';
import type { TestPerson } from '../../../support/service';

export async function people(admin: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  await ann.call('people.me', {});
  await ben.call('account.updateProfile', { link: 'ben.b' });
  for (const user of ['@me', 'ben.b', `u${ben.id}`]) await ann.call('people.get', { user });
  await ann.call('people.subscribe', { user: 'ben.b' });
  await ben.call('people.incoming', {});
  await ann.call('people.outgoing', {});
  await ben.call('people.ignore', { user_id: ann.id });
  await ben.call('people.subscribe', { user: String(ann.id) });
  await ann.call('people.relationships', { user: 'ben.b' });
  await ann.call('people.friends', { user: 'ben.b' });
  await ann.call('people.followers', { user: 'ben.b' });
  await ann.call('people.subscriptions', { user: 'ben.b' });
  await ben.call('account.updateProfile', { viewFriendsState: 1 });
  await ann.call('people.friends', { user: 'ben.b', page: 3 });
  await ann.call('people.subscribe', { user: 'ben.b', value: false });
  await ann.call('people.subscribe', { user: 'ben.b', value: true });
  await ben.call('people.notifications', {});
  await ben.call('people.readNotifications', { last_id: 1, only: true });
  await ben.call('people.readNotifications', {});
  await ann.call('people.report', { user: 'ben.b', reason: 'too cheerful' });
  await ann.call('people.reportItem', { Type: 'dialog', Item: dialogId(LARGE), reason: 'too long' });
  const everybody: Input<'people.find'>[] = [
    {},
    { query: 'person num' },
    { worksAt: 'mill', country: 3, cityNative: 'ky' },
  ];
  const among: Input<'people.find'>[] = [
    {},
    { online: true },
    { avatar: true },
    { online: true, avatar: true },
    { strangers: true },
  ];
  for (const search of everybody) {
    for (const only of among) {
      for (const sort of [0, 1, 2]) await ann.call('people.find', { ...search, ...only, sort });
    }
  }
  await admin.call('admin.createPromo', { code: 'WELCOME', coins: 900, uses: 5 });
  await ann.call('account.promo', { promo: 'WELCOME' });
  for (const item of [1, 101]) await ann.call('people.give', { user: 'ben.b', item });
  await ben.call('people.gifts', { user: '@me' });
  await ben.call('people.notifications', {});
  await ben.call('shop.list', {});
  await ben.call('shop.category', { category_id: 1 });
  await ben.call('shop.inventory', {});
  await ben.call('shop.activate', { item: 101 });
  await ben.call('geo.countries', {});
  await ben.call('geo.regions', { country_id: 1 });
  await ben.call('geo.cities', { country_id: 1 });
  await ben.call('geo.languages', {});
  await admin.call('admin.promos', {});
  await admin.call('admin.revokePromo', { code: 'WELCOME' });
  await ann.call('people.block', { user: 'ben.b' });
  // Otherwise it depends on the moment of an event whether a record of a blocked person is made.
  await ann.call('people.blocked', {});
  await ann.call('people.gifts', { user: '@me' });
  await ann.call('people.unblock', { user: 'ben.b' });
  await admin.call('people.get', { user: 'ben.b' });
}
