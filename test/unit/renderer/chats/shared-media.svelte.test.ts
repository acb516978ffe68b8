// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { SharedMedia } from '../../../../renderer/chats/panel/shared-media.svelte';
import { MessageModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled } from '../page';

const NONE = { Photos: 0, Videos: 0, Files: 0, Tracks: 0, Links: 0 };

test('shared media are counted in one call, again when something is shared, and listed when opened', async () => {
  await openPage();
  const counts = { ...NONE, Files: 2, Links: 1 };
  fakeHost.answer('dialogs.sharedCounts', () => ({ ...counts }));
  fakeHost.answer('dialogs.shared', () => []);
  const media = new SharedMedia(5);
  onTestFinished(media.follow());
  await settled();
  expect(media.counts).toEqual([
    { kind: 'files', count: 2 },
    { kind: 'links', count: 1 },
  ]);
  expect(fakeHost.inputsOf('dialogs.sharedCounts')).toHaveLength(1);
  expect(fakeHost.inputsOf('dialogs.shared').map(({ kind }) => kind)).toEqual(['photos']);
  media.show('files');
  await settled();
  expect(fakeHost.inputsOf('dialogs.shared').map(({ kind }) => kind)).toEqual(['photos', 'files']);

  counts.Links = 2;
  const say = (Text: string) =>
    fakeHost.send({
      Type: 'message',
      Message: recordOf(MessageModel, { ID: 9, Text, Dialog: { ...recordOf(MessageModel).Dialog, ID: 5 } }),
    });
  say('Nothing shared');
  say('https://example.org');
  await settled();
  expect(media.counts.at(-1)).toEqual({ kind: 'links', count: 2 });
  expect(fakeHost.inputsOf('dialogs.sharedCounts')).toHaveLength(2);
});

test('a link shared while the list of links loads is listed with those of the answer', async () => {
  await openPage();
  fakeHost.answer('dialogs.sharedCounts', () => ({ ...NONE, Links: 1 }));
  fakeHost.answer('dialogs.shared', () => []);
  const media = new SharedMedia(5);
  onTestFinished(media.follow());
  await settled();
  const link = (Message: number, Item: string) => ({ Message, Item, Timestamp: Message });
  const before = link(8, 'https://example.org/before');
  const meanwhile = link(9, 'https://example.org/meanwhile');
  const held = heldAnswer<(typeof before)[]>();
  fakeHost.answer('dialogs.shared', held.handler);
  media.show('links');
  await held.asked;
  fakeHost.answer('dialogs.shared', () => [meanwhile, before]);
  const { Item: Text } = meanwhile;
  const Dialog = { ...recordOf(MessageModel).Dialog, ID: 5 };
  fakeHost.send({ Type: 'message', Message: recordOf(MessageModel, { ID: 9, Text, Dialog }), Seq: 4 });
  await settled();
  held.give([before]);
  await settled();
  expect(media.open?.items).toEqual([meanwhile, before]);
});
