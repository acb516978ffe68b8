import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { crc32, deflateSync } from 'node:zlib';
import { pictureDecoder } from '../../../electron/content/pictures/picture-decoder';
import type { Photo } from '../../../shared/contract/records';
import { bytesOf, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
});

function store(person: TestPerson, name: string, input: object = {}): Promise<Photo> {
  return upload(t.service, person.session, 'photos.upload', fixture(name), input);
}

/** What is served at a photo's address. */
async function served({ Url, ID }: Photo, size?: string) {
  const { searchParams } = new URL(Url, 'http://host');
  const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
  return t.service.content({ kind: 'photo', id: String(ID), exp, sig, size });
}

describe('a photo', () => {
  test('is rotated upright and stripped of location, person and camera data', async () => {
    const photo = await store(ann, 'turned.jpg', { caption: 'Балкон' });
    expect(photo).toMatchObject({ Author: ann.id, Caption: 'Балкон', Width: 60, Height: 80 });
    const found = await served(photo);
    const { type, size, inline } = found;
    const bytes = await bytesOf(found);
    expect([type, size, inline]).toEqual(['image/jpeg', bytes.length, true]);
    for (const word of ['Ada Secret', 'CameraMaker', 'Exif', 'GPS']) {
      expect(fixture('turned.jpg').includes(word) || word === 'GPS').toBe(true);
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    }
    const { width, height, orientation, exif, xmp, iptc } = await sharp(bytes).metadata();
    expect([width, height, orientation, exif, xmp, iptc]).toEqual([
      60,
      80,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // What lay on the left lies on top: it was red.
    const [red = 0, , blue = 0] = await sharp(bytes)
      .extract({ left: 30, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(blue);
  });

  test.each([
    ['turned.jpg', 'image/jpeg', 60, 80],
    ['picture.png', 'image/png', 80, 60],
    ['picture.avif', 'image/webp', 80, 60],
    ['moving.gif', 'image/gif', 40, 30],
    ['moving.webp', 'image/webp', 40, 30],
  ])('is accepted as %s and stored as %s', async (name, type, width, height) => {
    const photo = await store(ann, name);
    expect(photo).toMatchObject({ Width: width, Height: height });
    expect(photo.Preview).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]{20,800}$/);
    expect((await served(photo)).type).toBe(type);
  });

  test.each(['moving.gif', 'moving.webp'])('keeps its animation in every size: %s', async (name) => {
    const photo = await store(ann, name);
    for (const size of [undefined, '64', '1024']) {
      const bytes = await bytesOf(await served(photo, size));
      expect([size, (await sharp(bytes).metadata()).pages]).toEqual([size, 3]);
    }
  });

  test('has three WebP sizes, made once and never enlarged', async () => {
    const large = await sharp({ create: { width: 1500, height: 500, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const photo = await upload(t.service, ann.session, 'photos.upload', large);
    for (const [size, width, height] of [
      ['64', 64, 21],
      ['256', 256, 85],
      ['1024', 1024, 341],
    ] as const) {
      const decoding = vi.spyOn(pictureDecoder, 'run').mockClear();
      const all = await Promise.all([served(photo, size), served(photo, size), served(photo, size)]);
      expect(decoding).toHaveBeenCalledTimes(1);
      expect(new Set(all.map((one) => one.etag))).not.toContain((await served(photo)).etag);
      const made = await sharp(await bytesOf(all[0])).metadata();
      expect([made.format, made.width, made.height]).toEqual(['webp', width, height]);
    }
    const small = await served(await store(ann, 'picture.png'), '1024');
    expect((await sharp(await bytesOf(small)).metadata()).width).toBe(80);
    expect(await refusal(served(photo, '65'))).toMatchObject({ fields: { size: expect.any(String) } });
  });

  test.each([
    ['text', Buffer.from('hello'), 'invalid_type'],
    ['a video', fixture('video.mp4'), 'invalid_type'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'invalid_type'],
    ['nothing', Buffer.alloc(0), 'invalid_type'],
    ['half a picture', fixture('turned.jpg').subarray(0, 700), 'invalid_type'],
    ['a picture of 50,000 by 50,000 pixels', bomb(50_000, 50_000), 'too_large'],
  ])('rejects %s', async (_what, bytes, code) => {
    const sending = upload(t.service, ann.session, 'photos.upload', bytes);
    expect(await refusal(sending)).toMatchObject({ code });
    expect(await ann.call('photos.list', {})).toEqual([]);
  });

  test('uploaded twice with one key exists once', async () => {
    const send = () =>
      upload(t.service, ann.session, 'photos.upload', fixture('turned.jpg'), {}, 'key-of-this-photo');
    expect(await send()).toEqual(await send());
    expect(await ann.call('photos.list', {})).toHaveLength(1);
  });
});

describe('photos', () => {
  test('of a person are listed to others if public', async () => {
    const [open, closed] = [
      await store(ann, 'picture.png'),
      await store(ann, 'moving.gif', { mode: 'private' }),
    ];
    const ids = (photos: Photo[]) => photos.map((photo) => photo.ID);
    expect(ids(await ann.call('photos.list', {}))).toEqual([closed.ID, open.ID]);
    expect(ids(await ann.call('photos.list', { mode: 'private' }))).toEqual([closed.ID]);
    expect(ids(await ann.call('photos.of', { user: '@me', limit: 1, page: 1 }))).toEqual([open.ID]);
    expect(ids(await bob.call('photos.of', { user: ann.id }))).toEqual([open.ID]);
    expect(await bob.call('photos.get', { photo_id: open.ID })).toMatchObject({ ID: open.ID });
    expect(await bob.refused('photos.get', { photo_id: closed.ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('photos.remove', { photo_id: open.ID })).toMatchObject({
      code: 'access_denied',
    });
    await ann.call('people.block', { user: bob.id });
    expect(await bob.refused('photos.of', { user: ann.id })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('photos.get', { photo_id: open.ID })).toMatchObject({ code: 'not_found' });
  });

  test('are returned in batches without deleted and hidden ones', async () => {
    const [open, closed] = [
      await store(ann, 'picture.png'),
      await store(ann, 'moving.gif', { mode: 'private' }),
    ];
    const own = await store(bob, 'picture.png', { mode: 'private' });
    const ids = [own.ID, 12345, closed.ID, open.ID, own.ID];
    expect(await bob.call('photos.some', { ids })).toEqual([
      await bob.call('photos.get', { photo_id: own.ID }),
      await bob.call('photos.get', { photo_id: open.ID }),
    ]);
    expect(await bob.call('photos.some', { ids: `${open.ID},${own.ID}` })).toHaveLength(2);
    for (const wrong of [[], '', '1,x', [0], Array.from({ length: 101 }, (_, n) => n + 1)]) {
      const { fields } = await bob.refused('photos.some', { ids: wrong });
      expect(Object.keys(fields ?? {})[0]).toMatch(/^ids/);
    }
  });

  test('serve as profile pictures, subject to privacy', async () => {
    const face = await store(ann, 'picture.png', { mode: 'private' });
    const [own, others] = [await ann.listen(), await bob.listen()];
    await ann.call('account.updateProfile', { avatar: face.ID });
    expect(await others.take()).toMatchObject([{ Type: 'profile', User: { ID: ann.id, Avatar: face.ID } }]);
    expect(await bob.call('photos.get', { photo_id: face.ID })).toMatchObject({ ID: face.ID });
    await ann.call('account.updateProfile', { viewAvatarState: 2 });
    expect(await bob.refused('photos.get', { photo_id: face.ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('account.updateProfile', { avatar: face.ID })).toMatchObject({
      fields: { avatar: 'must be one of your photos' },
    });
    await own.take();
    await ann.call('photos.remove', { photo_id: face.ID });
    expect((await ann.call('people.me', {})).Avatar).toBe(0);
    expect(await own.take()).toMatchObject([
      { Type: 'photo', ID: face.ID, Photo: null },
      { Type: 'profile', User: { Avatar: 0 } },
    ]);
  });

  test('serve as pictures of dialogs and the community', async () => {
    const face = await store(ann, 'picture.png', { mode: 'private' });
    const made = await ann.call('dialogs.create', {
      name: 'Yard',
      type: 'group',
      private: true,
      avatar: face.ID,
    });
    expect(made.Avatar).toBe(face.ID);
    const dialog_id = made.ID;
    await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
    await ann.call('dialogs.setRole', { dialog_id, user_id: bob.id, role: 'admin' });
    expect(await bob.call('photos.get', { photo_id: face.ID })).toMatchObject({ ID: face.ID });
    expect(await eve.refused('photos.get', { photo_id: face.ID })).toMatchObject({ code: 'not_found' });
    // A person who may change a photo may also send its current values.
    await bob.call('dialogs.update', { dialog_id, avatar: face.ID, name: 'Our yard' });
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Avatar: face.ID, Name: 'Our yard' });
    await ann.call('photos.remove', { photo_id: face.ID });
    expect(await bob.call('dialogs.get', { dialog_id })).toMatchObject({ Avatar: 0 });
    expect(await bob.refused('dialogs.update', { dialog_id, avatar: face.ID })).toMatchObject({
      code: 'validation_error',
    });

    const sign = await store(ann, 'moving.gif', { mode: 'private' });
    expect(await ann.call('community.update', { avatar: sign.ID })).toMatchObject({ Avatar: sign.ID });
    expect(await eve.call('photos.get', { photo_id: sign.ID })).toMatchObject({ ID: sign.ID });
    const line = await eve.listen();
    await ann.call('photos.remove', { photo_id: sign.ID });
    expect(await line.take()).toMatchObject([{ Type: 'community', Community: { Avatar: 0 } }]);
    expect(await eve.call('community.get', {})).toMatchObject({ Avatar: 0 });
  });
});

test('the caption of an own photo is changed, with an event on a change only', async () => {
  const { ID: photo_id } = await store(ann, 'picture.png', { caption: 'Yard' });
  const line = await ann.listen();
  for (let time = 0; time < 2; time++) {
    const changed = await ann.call('photos.update', { photo_id, caption: 'Our yard' });
    expect(changed).toMatchObject({ ID: photo_id, Caption: 'Our yard' });
  }
  expect(await line.take()).toMatchObject([{ Type: 'photo', Photo: { Caption: 'Our yard' } }]);
  expect(await bob.refused('photos.update', { photo_id, caption: 'Mine' })).toMatchObject({
    code: 'access_denied',
  });
});

/** A PNG of a few bytes that says it is huge. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
