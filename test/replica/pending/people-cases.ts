import type { Name } from '../../../shared/contract';
import { pendingCase, type Case, type World } from './world';

/** Pending calls and where they show. */
export function peopleCases(w: World): Case<Name, Name>[] {
  const ben = { user: w.ben.id };
  const cleo = { user: w.cleo.id };
  return [
    pendingCase(
      'people.subscribe',
      { ...cleo, value: true },
      'people.get',
      cleo,
      (one) => one.RelationshipState === 'friends',
    ),
    pendingCase(
      'people.subscribe',
      { ...cleo, value: true },
      'people.friends',
      { user: '@me' },
      (list) => list.length === 2,
    ),
    pendingCase(
      'people.subscribe',
      { ...ben, value: false },
      'people.get',
      ben,
      (one) => one.RelationshipState === 'he_subscribed',
    ),
    pendingCase('people.ignore', { user_id: w.cleo.id }, 'people.incoming', {}, (list) => list.length === 0),
    pendingCase('people.block', ben, 'posts.list', ben, () => false),
    pendingCase('people.block', cleo, 'people.me', {}, (me) => me.FriendsRequests === 0),
    pendingCase(
      'people.readNotifications',
      { last_id: 0 },
      'people.me',
      {},
      (me) => me.NewNotifications === 0,
    ),
    pendingCase(
      'account.updateProfile',
      { about: 'Pending', emoji: '🙂' },
      'people.me',
      {},
      (me) => me.About === 'Pending',
    ),
    pendingCase(
      'account.updateProfile',
      { name: 'Annabel' },
      'people.get',
      { user: '@me' },
      (me) => me.Name === 'Annabel',
    ),
    pendingCase(
      'account.updatePreferences',
      { 'courtyard.theme': 'dark' },
      'account.preferences',
      {},
      (all) => all['courtyard.theme'] === 'dark',
    ),
  ];
}
