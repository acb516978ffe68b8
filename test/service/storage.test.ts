import { expect, test } from 'vitest';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { testService } from '../support/service';

test('storage is counted by kind and by person, as things come and go', async () => {
  const t = await testService();
  const [ann, ben, cleo] = await t.people('Ann', 'Ben', 'Cleo');
  const file = (person: typeof ann, size: number) =>
    upload(t.service, person.session, 'files.upload', Buffer.alloc(size, person.name));
  const first = await file(ann, 100);
  await file(ben, 300);
  await file(ben, 50);
  const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
  const { size } = await t.service.content(addressOf(photo.Url));

  const before = await ann.call('admin.storage', {});
  expect(before).toMatchObject({
    Size: 450 + size,
    Kinds: [
      { Kind: 'file', Items: 3, Size: 450 },
      { Kind: 'photo', Items: 1, Size: size },
    ],
  });
  expect(before.Free).toBeGreaterThan(0);
  const people = before.People.map(({ User, Items, Size }) => [User.ID, Items, Size]);
  const expected = [
    [ben.id, 2, 350],
    [ann.id, 2, 100 + size],
  ];
  expect(people).toEqual(expected.sort((one, other) => (other[2] ?? 0) - (one[2] ?? 0)));
  const listed = await ann.call('admin.people', {});
  expect(new Map(listed.map(({ ID, Storage }) => [ID, Storage]))).toEqual(
    new Map([
      [ann.id, 100 + size],
      [ben.id, 350],
      [cleo.id, 0],
    ]),
  );

  await ann.call('files.remove', { file_id: first.ID });
  await ann.call('photos.remove', { photo_id: photo.ID });
  await ben.call('account.remove', { password: ben.password });
  expect(await ann.call('admin.storage', {})).toMatchObject({ Size: 0, People: [] });
});

function addressOf(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://host');
  const [, , kind = '', id = ''] = pathname.split('/');
  return { kind, id, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' };
}
