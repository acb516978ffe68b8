import { expect, test } from 'vitest';
import { upload } from '../support/content';
import { testProcesses } from '../support/databases/processes';
import { exportFiles, zipOf } from '../support/export-archive';
import { fixture } from '../support/fixtures';
import { temporaryFolder } from '../support/temporary-folder';
import { untilThere } from '../support/waiting';
import { PausingDecoder } from '../service/importing/pausing-decoder';

const COUNT = 5;

/** Two processes that share a folder; the first one has begun to import photos and stops before one of them. */
async function importingFirst(at: number) {
  const decoder = new PausingDecoder(at);
  const t = await testProcesses(2, { data: temporaryFolder(), first: { pictureDecoder: decoder } });
  const [ann] = await t.first.people('Ann');
  const there = t.at(t.others[0], ann);
  await upload(t.first.service, ann.session, 'account.import', await photos());
  await decoder.reached;
  return { ...t, decoder, ann, there };
}

function photos(): Promise<Buffer> {
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const records = numbers.map((ID) => ({
    ID,
    Timestamp: 1_700_000_000,
    Caption: `Photo ${ID}`,
    Private: false,
  }));
  const contents = Object.fromEntries(
    numbers.map((ID) => [`photos/${ID}-photo.png`, fixture('picture.png')]),
  );
  return zipOf(exportFiles({ photos: records }, contents));
}

test('an import is shown and stopped at any process', async () => {
  const { first, decoder, ann, there } = await importingFirst(3);
  expect(await there.call('account.importState', {})).toMatchObject({
    Status: 'running',
    Items: [{ Kind: 'photo', Imported: 2 }],
  });
  expect(await there.call('account.cancelImport', {})).toMatchObject({ Status: 'cancelled' });
  decoder.release();
  await first.service.settled();
  expect(await ann.call('account.importState', {})).toMatchObject({ Status: 'cancelled' });
  expect(await ann.call('photos.list', { limit: 100 })).toHaveLength(3);
});

test('an import runs at one process, and another one continues it when that one is gone', async () => {
  const { services, there, open } = await importingFirst(2);
  // One that begins meanwhile does not begin it a second time.
  const third = await open();
  await third.settled();
  await third.close();
  expect(await there.call('photos.list', { limit: 100 })).toHaveLength(2);
  await services[0]!.close();
  const state = () => there.call('account.importState', {});
  await untilThere(async () => (await state()).Status === 'done');
  expect(await state()).toMatchObject({ Items: [{ Kind: 'photo', Imported: COUNT, Existing: 0 }] });
  expect(await there.call('photos.list', { limit: 100 })).toHaveLength(COUNT);
});
