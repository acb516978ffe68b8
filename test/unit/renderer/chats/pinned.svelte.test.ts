// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { PinnedMessages } from '../../../../renderer/chats/pins/pinned.svelte';
import { AppError } from '../../../../shared/errors';
import { LIMITS } from '../../../../shared/limits';
import { MessageModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage, settled } from '../page';

const DIALOG = 5;

test('steps from the newest to the oldest and starts over', async () => {
  const pins = await pinned(9, 7, 3);
  expect([pins.place, pins.shown?.ID]).toEqual([1, 9]);
  expect([1, 2, 3, 4].map(() => pins.step()?.ID)).toEqual([9, 7, 3, 9]);
  expect(pins.place).toBe(2);
});

test('is full with as many as there may be', async () => {
  const ids = Array.from({ length: LIMITS.pinnedMessages }, (_, index) => index + 1);
  expect((await pinned(...ids)).isFull).toBe(true);
  expect((await pinned(...ids.slice(1))).isFull).toBe(false);
});

test('follows events, and keeps the current message', async () => {
  const pins = await pinned(7, 3);
  pins.step();
  fakeHost.send({ Type: 'message_pin', Message: message(5), Pinned: true });
  fakeHost.send({
    Type: 'message_pin',
    Message: { ...message(6), Dialog: { ...message(6).Dialog, ID: 6 } },
    Pinned: true,
  });
  fakeHost.send({ Type: 'message_edit', Message: message(5, 'Edited') });
  await settled();
  expect(pins.messages.map(({ ID, Text }) => [ID, Text])).toEqual([
    [7, ''],
    [5, 'Edited'],
    [3, ''],
  ]);
  expect([pins.shown?.ID, pins.place]).toEqual([3, 3]);
  fakeHost.send({ Type: 'message_delete', Dialog: DIALOG, Message: 3 });
  fakeHost.send({ Type: 'message_pin', Message: message(7), Pinned: false });
  await settled();
  expect([pins.shown?.ID, pins.place]).toEqual([5, 1]);
});

test('pins at once, and reverts what the host rejects', async () => {
  const pins = await pinned(3);
  fakeHost.answer('dialogs.pinMessage', () => {
    throw new AppError('conflict');
  });
  const pinning = pins.set(message(4), true);
  expect(pins.has(4)).toBe(true);
  await expect(pinning).rejects.toMatchObject({ code: 'conflict' });
  expect(pins.has(4)).toBe(false);
  fakeHost.answer('dialogs.unpinMessage', () => ({ ok: true as const }));
  await pins.set(message(3), false);
  expect(pins.messages).toEqual([]);
});

async function pinned(...ids: readonly number[]): Promise<PinnedMessages> {
  await openPage();
  fakeHost.answer('dialogs.pinned', () => ids.map((id) => message(id)));
  const pins = new PinnedMessages(DIALOG);
  onTestFinished(pins.follow());
  await settled();
  return pins;
}

function message(ID: number, Text = ''): MessageModel {
  return recordOf(MessageModel, { ID, Text, Dialog: { ...recordOf(MessageModel).Dialog, ID: DIALOG } });
}
