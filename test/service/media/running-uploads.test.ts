import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { contentFiles, upload } from '../../support/content';
import { refusal, testService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';
import { untilPasses } from '../../support/waiting';

test('all running uploads of a person together fit into their quota, whatever tokens they use', async () => {
  const data = temporaryFolder();
  const t = await testService({ data, settings: { quota: 1000 } });
  const [ann, bob] = await t.people('Ann', 'Bob');
  const { Token = null } = await ann.call('account.createToken', { name: 'bot' });
  const bot = { ...ann.session, token: Token };

  const first = await t.service.receive(ann.session, 'files.upload', undefined);
  const bytes = new PassThrough();
  const receiving = first.receive(bytes);
  bytes.write(Buffer.alloc(800));
  await untilPasses(() => {
    const sizes = contentFiles(data).map((file) => statSync(join(data, 'content', file)).size);
    expect(sizes).toEqual([800]);
  });
  const second = await t.service.receive(bot, 'files.upload', undefined);
  const more = new PassThrough();
  more.end(Buffer.alloc(300));
  expect(await refusal(second.receive(more))).toMatchObject({
    code: 'too_large',
    fields: { storage: 'has 200 bytes left' },
  });
  await second.release();
  await upload(t.service, bob.session, 'files.upload', Buffer.alloc(300));

  bytes.destroy();
  await refusal(receiving);
  await first.release();
  expect(await upload(t.service, bot, 'files.upload', Buffer.alloc(1000))).toMatchObject({ Size: 1000 });
});
