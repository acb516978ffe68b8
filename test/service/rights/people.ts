import {
  SIGNED_IN,
  NOT_BLOCKED,
  NOBODY,
  UNKNOWN,
  IN_YARD,
  nothing,
  ann,
  sky,
  row,
  type Row,
} from './answers';

export const peopleRows: Row[] = [
  row('people.me', '', nothing, SIGNED_IN),
  row('people.get', 'who blocked', ann, NOT_BLOCKED),
  row('people.get', 'who is banned', (w) => ({ user: w.callers.banned.id }), SIGNED_IN),
  row('people.get', 'no one', () => ({ user: 12345 }), UNKNOWN),
  row('people.friends', 'who blocked', ann, NOT_BLOCKED),
  row('people.friends', 'who hides them', sky, NOBODY),
  row('people.friends', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row('people.relationships', 'who blocked', ann, NOT_BLOCKED),
  row('people.subscribe', 'who blocked', ann, NOT_BLOCKED),
  row('people.subscribe', 'who takes no requests', sky, NOBODY),
  row('people.incoming', '', nothing, SIGNED_IN),
  row('people.ignore', 'who asked', (w) => ({ user_id: w.ann.id }), NOT_BLOCKED),
  row('people.ignore', 'who did not ask', (w) => ({ user_id: w.nick }), UNKNOWN),
  row('people.outgoing', '', nothing, SIGNED_IN),
  row('people.block', 'who blocked', ann, NOT_BLOCKED),
  row('people.unblock', 'who blocked', ann, NOT_BLOCKED),
  row('people.report', 'who blocked', (w) => ({ user: w.ann.id, reason: 'Loud' }), NOT_BLOCKED),
  row('people.reportItem', 'a message', (w) => reported('message', w.annsMessage), IN_YARD),
  row('people.reportItem', 'a private group', (w) => reported('dialog', w.den), UNKNOWN),
  row('people.gifts', 'who blocked', ann, NOT_BLOCKED),
  row('people.gifts', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row('people.give', 'to who blocked', (w) => ({ user: w.ann.id, item: 1 }), NOT_BLOCKED),
  row('people.give', 'to who is banned', (w) => ({ user: w.callers.banned.id, item: 1 }), NOBODY),
  row('people.give', 'to who takes no messages', (w) => ({ user: w.sky, item: 1 }), SIGNED_IN),
  row('people.give', 'with a message to them', (w) => ({ user: w.sky, item: 1, message: 'Hi' }), NOBODY),
  row('people.notifications', '', nothing, SIGNED_IN),
  row('people.readNotifications', '', nothing, SIGNED_IN),
  row('people.find', '', nothing, SIGNED_IN),
  row('shop.list', '', nothing, SIGNED_IN),
  row('shop.inventory', '', nothing, SIGNED_IN),
];

function reported(Type: 'message' | 'dialog', Item: number) {
  return { Type, Item, reason: 'Loud' };
}
