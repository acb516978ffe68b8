// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Sending } from '../../../../renderer/media/attachments/sending.svelte';
import { Author, DialogModel, MessageModel, UserModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, ME, openPage, settled, toastTexts } from '../page';

beforeEach(openPage);

const ANN = { ID: 5, Name: 'Ann' };
const BOB = { ID: 6, Name: 'Bob' };
const privateWith = (
  ID: number,
  dude: typeof ANN,
  LastMessage: MessageModel | null = recordOf(MessageModel),
) =>
  recordOf(DialogModel, {
    ID,
    Type: 'private',
    Member: true,
    DialogDude: recordOf(Author, dude),
    LastMessage,
  });

async function begun(): Promise<Sending> {
  fakeHost.answer('dialogs.list', () => [
    recordOf(DialogModel, { ID: 10, Type: 'group', Name: 'Yard', Member: true }),
    recordOf(DialogModel, { ID: 11, Type: 'channel', Name: 'News', Member: true, Role: 'member' }),
    privateWith(12, ANN),
    privateWith(13, BOB, null),
  ]);
  fakeHost.answer('people.find', () => [ANN, BOB].map((one) => recordOf(UserModel, one)));
  fakeHost.answer('dialogs.createPrivate', (input) => privateWith(100 + Number(input['user_id']), BOB));
  fakeHost.answer('dialogs.send', () => recordOf(MessageModel));
  const sending = new Sending();
  await sending.targets.load();
  return sending;
}

const names = ({ targets }: Sending) => targets.found.map(({ name }) => name);

test('lists saved messages first, and also finds people without a chat by name', async () => {
  vi.useFakeTimers();
  const sending = await begun();
  expect(names(sending)).toEqual(['Saved messages', 'Yard', 'Ann']);
  sending.targets.query = 'b';
  await vi.advanceTimersByTimeAsync(1000);
  expect(names(sending)).toEqual(['Bob']);
  sending.targets.query = '';
  expect(names(sending)).toEqual(['Saved messages', 'Yard', 'Ann']);
  vi.useRealTimers();
});

test('lists no private chat in which nobody has written, but finds the person by name', async () => {
  const sending = await begun();
  expect(names(sending)).not.toContain('Bob');
  sending.targets.query = 'bob';
  await vi.waitFor(() => expect(sending.targets.found).toMatchObject([{ name: 'Bob', person: BOB.ID }]));
});

test('creates the private chat when sending to a person, or to oneself, for the first time', async () => {
  const sending = await begun();
  const [saved, yard] = sending.targets.found;
  sending.targets.query = 'bob';
  await vi.waitFor(() => expect(names(sending)).toEqual(['Bob']));
  for (const target of [saved!, yard!, sending.targets.found[0]!]) sending.toggle(target);
  await sending.send([{ text: 'Look' }]);
  await settled();
  const reached = fakeHost.calls.filter(({ name }) => name === 'dialogs.send');
  expect(reached.map(({ input }) => input)).toEqual(
    [100 + ME, 10, 106].map((dialog_id) => ({ dialog_id, text: 'Look', read: false })),
  );
  expect(sending.chosen.size).toBe(0);
  expect(toastTexts()).toEqual(['Sent to 3 chats']);
});

test('the private chat with oneself is called saved messages', async () => {
  const sending = await begun();
  fakeHost.answer('dialogs.list', () => [privateWith(20, { ID: ME, Name: 'Me' })]);
  await sending.targets.load();
  expect(sending.targets.found).toMatchObject([{ name: 'Saved messages', dialog: 20, isSaved: true }]);
});

test('a chat that was not reached stays selected, and one that was reached can be sent the same again', async () => {
  const sending = await begun();
  const [, yard, ann] = sending.targets.found;
  fakeHost.answer('dialogs.send', ({ dialog_id }) => {
    if (dialog_id === 12) throw new AppError('not_found');
    return recordOf(MessageModel);
  });
  for (const target of [ann!, yard!]) sending.toggle(target);
  await sending.send([{ text: 'Look' }]);
  expect([...sending.chosen.values()].map(({ name }) => name)).toEqual(['Ann']);
  expect(toastTexts()).toEqual(['Sent to Yard', expect.stringMatching(/^Not sent to Ann/)]);

  fakeHost.answer('dialogs.send', () => recordOf(MessageModel));
  sending.toggle(yard!);
  await sending.send([{ text: 'Look' }]);
  const sent = fakeHost.calls.filter(({ name }) => name === 'dialogs.send');
  const keysOf = (dialog: number) =>
    sent.filter(({ input }) => (input as { dialog_id: number }).dialog_id === dialog).map(({ key }) => key);
  // The attempt that failed is repeated; the message that arrived is a new one.
  expect(new Set(keysOf(12)).size).toBe(1);
  expect(new Set(keysOf(10)).size).toBe(2);
  expect(sending.chosen.size).toBe(0);
});

test('is not sent again by Enter while it is being sent', async () => {
  const sending = await begun();
  const answer = heldAnswer<MessageModel>();
  fakeHost.answer('dialogs.send', answer.handler);
  sending.toggle(sending.targets.found[1]!);
  const parcels = [{ text: 'One' }, { text: 'Two' }];
  const sent = [sending.send(parcels), sending.send(parcels)];
  await answer.asked;
  answer.give(recordOf(MessageModel));
  await Promise.all(sent);
  expect(fakeHost.inputsOf('dialogs.send')).toMatchObject(parcels);
  expect(fakeHost.inputsOf('dialogs.send')).toHaveLength(2);
});

test('someone who accepts no messages from the sender is named as the reason', async () => {
  const sending = await begun();
  fakeHost.answer('dialogs.createPrivate', () => {
    throw new AppError('access_denied');
  });
  sending.targets.query = 'bob';
  await vi.waitFor(() => expect(names(sending)).toEqual(['Bob']));
  sending.toggle(sending.targets.found[0]!);
  await sending.send([{ text: 'Look' }]);
  expect(toastTexts()).toEqual(['Not sent to Bob: This person doesn’t accept messages from you.']);
});
