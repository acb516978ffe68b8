import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { FolderContents } from '../../../electron/content/folder-contents';
import { ContentSender } from '../../../electron/standby/host/content-sender';
import { temporaryFolder } from '../../support/temporary-folder';

test('counts what it cannot read, but not what was deleted since it was listed', async () => {
  const folder = temporaryFolder();
  const listed = [1, 2].map((id) => ({ id, hash: Buffer.alloc(32, id), size: 10 }));
  let named = listed;
  const sender: ContentSender = new ContentSender({
    content: {
      files: new FolderContents(
        () => folder,
        () => 0,
      ),
    },
    listing: {
      list: (after) => Promise.resolve(named.filter(({ id }) => id > after)),
      total: () => Promise.resolve(20),
    },
    send: (message, hashes) => {
      if (message.type === 'contents' && Buffer.isBuffer(hashes) && hashes.length > 0)
        setImmediate(() => sender.wanted(hashes));
      else if (message.type === 'contents') setImmediate(() => sender.wanted(Buffer.alloc(0)));
      else if (message.type === 'content') {
        named = listed.slice(0, 1);
        setImmediate(() => sender.stored());
      }
      return Promise.resolve();
    },
    seq: () => 0,
    onStored: () => undefined,
    onHeld: () => undefined,
    logger: pino({ level: 'silent' }),
  });
  onTestFinished(() => sender.stop());
  await new Promise<void>((complete) => void sender.run(complete));
  expect(sender.unreadable).toBe(1);
});
