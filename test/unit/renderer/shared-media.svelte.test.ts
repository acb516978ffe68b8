// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { SharedMedia } from '../../../renderer/chats/panel/shared-media.svelte';
import { MessageModel } from '../../../shared/contract/records';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { openPage, settled } from './page';

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
