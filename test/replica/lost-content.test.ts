import { expect, test } from 'vitest';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { comparable, replicaOf } from '../support/replicas';
import { testService } from '../support/service';

test('what a person can no longer see anywhere is told when they lose a dialog', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const pictureOf = async (person: typeof ann) => {
    const picture = fixture('picture.png');
    return (await upload(t.service, person.session, 'photos.upload', picture, { mode: 'private' })).ID;
  };
  const groupOf = async (name: string) => {
    const { ID: dialog_id } = await ben.call('dialogs.create', { name, type: 'group' });
    await ben.call('dialogs.join', { dialog_id, user_id: ann.id });
    return dialog_id;
  };
  const [garden, yard] = [await groupOf('Garden'), await groupOf('Yard')];
  const [only, both, own] = [await pictureOf(ben), await pictureOf(ben), await pictureOf(ann)];
  const send = (person: typeof ann, dialog_id: number, photo: number) =>
    person.call('dialogs.send', { dialog_id, photos_list: [photo] });
  await send(ben, garden, only);
  await send(ben, garden, both);
  await send(ben, yard, both);
  await send(ann, garden, own);
  const told: unknown[] = [];
  const { replica, sync } = replicaOf(t, ann, { onContentLost: (lost) => told.push(...lost) });
  await sync.catchUp();
  expect(told).toEqual([]);
  await ben.call('dialogs.leave', { dialog_id: garden, user_id: ann.id });
  await sync.catchUp();
  expect(told).toEqual([{ kind: 'photo', id: only }]);
  await replica.close();
});

/** Ben has sent Ann a photo, a file and a forwarded photo of Cid; her replica holds them. */
async function sent() {
  const t = await testService();
  const [ann, ben, cid] = await t.people('Ann', 'Ben', 'Cid');
  const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Garden', type: 'group' });
  for (const one of [ann, cid]) await ben.call('dialogs.join', { dialog_id, user_id: one.id });
  const picture = fixture('picture.png');
  const { ID: photo } = await upload(t.service, ben.session, 'photos.upload', picture, { mode: 'private' });
  const { ID: file } = await upload(t.service, ben.session, 'files.upload', Buffer.from('Hello'), {
    filename: 'plan.txt',
  });
  const { ID: cids } = await upload(t.service, cid.session, 'photos.upload', picture, { mode: 'private' });
  await ben.call('dialogs.send', {
    dialog_id,
    photos_list: [photo],
    attachments: [{ Type: 'file', Item: file }],
  });
  const { ID: message } = await cid.call('dialogs.send', { dialog_id, photos_list: [cids] });
  await ben.call('dialogs.send', { dialog_id, forward: message });
  const told: unknown[] = [];
  const held = replicaOf(t, ann, { onContentLost: (lost) => told.push(...lost) });
  await held.sync.catchUp();
  const read = () => held.reader.answer('dialogs.messages', { dialog_id });
  const expectAsOnHost = async () => {
    await held.sync.catchUp();
    expect(comparable(await read())).toEqual(comparable(await ann.call('dialogs.messages', { dialog_id })));
  };
  return { ben, photo, file, told, held, expectAsOnHost };
}

test('what its owner deleted is deleted in the replicas of those who had received it', async () => {
  const { ben, photo, file, told, held, expectAsOnHost } = await sent();
  await ben.call('files.remove', { file_id: file });
  await ben.call('photos.remove', { photo_id: photo });
  await expectAsOnHost();
  expect(told).toEqual(
    expect.arrayContaining([
      { kind: 'photo', id: photo },
      { kind: 'file', id: file },
    ]),
  );
  expect(await held.reader.asLastSeen('photos.some', { ids: [photo] })).toEqual([]);
  await held.replica.close();
});

test('who deletes the account is forgotten in the replicas of others, but not what they forwarded', async () => {
  const { ben, photo, file, told, held, expectAsOnHost } = await sent();
  await ben.call('account.remove', { password: ben.password });
  await expectAsOnHost();
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      { kind: 'photo', id: photo },
      { kind: 'file', id: file },
    ]),
  );
  await held.replica.close();
});
