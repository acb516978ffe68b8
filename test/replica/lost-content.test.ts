import { expect, test } from 'vitest';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { replicaOf } from '../support/replicas';
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
