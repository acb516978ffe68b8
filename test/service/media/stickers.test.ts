import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Sticker } from '../../../shared/contract/records';
import { STICKERS } from '../../../shared/limits';
import { bytesOf, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let pack_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob] = await t.people('Ann', 'Bob');
  ({ ID: pack_id } = await ann.call('stickers.createPack', { name: 'Cats' }));
});

/** Ann is the owner of the community, so Bob is the one who lacks rights. */
function draw(emoji = '😀', bytes = fixture('moving.webp')): Promise<Sticker> {
  return upload(t.service, ann.session, 'stickers.upload', bytes, { pack_id, emoji });
}

async function chat(): Promise<number> {
  return (await ann.call('dialogs.createPrivate', { user_id: bob.id })).ID;
}

async function idsIn(person: TestPerson): Promise<number[]> {
  return (await person.call('stickers.pack', { pack_id })).Stickers.map(({ ID }) => ID);
}

describe('a pack', () => {
  test('has pictures with emoji, in the order that its creator chooses', async () => {
    const [first, second, third] = [await draw('😀 😺'), await draw('😢'), await draw('👍')];
    expect(first).toMatchObject({ Pack: pack_id, Emoji: ['😀', '😺'] });
    await ann.call('stickers.updatePack', { pack_id, name: 'Kittens', stickers: [third.ID, first.ID] });
    const pack = await bob.call('stickers.pack', { pack_id });
    expect(pack).toMatchObject({ Name: 'Kittens', Mine: false, Added: false, Author: { ID: ann.id } });
    expect(pack.Stickers.map(({ ID }) => ID)).toEqual([third.ID, first.ID, second.ID]);
    const fourth = await draw();
    expect(await idsIn(ann)).toEqual([third.ID, first.ID, second.ID, fourth.ID]);
  });

  test.each([
    ['moving.gif', 'image/gif'],
    ['picture.png', 'image/png'],
    ['picture.avif', 'image/webp'],
  ])('takes %s', async (name) => {
    expect(await draw('😀', fixture(name))).toMatchObject({ Emoji: ['😀'] });
  });

  test('refuses other formats, and pictures that are too large', async () => {
    expect(await refusal(draw('😀', fixture('turned.jpg')))).toMatchObject({ code: 'invalid_type' });
    expect(await refusal(draw('😀', Buffer.from('hello')))).toMatchObject({ code: 'invalid_type' });
    const wide = await sharp({
      create: { width: STICKERS.pixels + 1, height: 2, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    expect(await refusal(draw('😀', wide))).toMatchObject({ code: 'too_large' });
    const heavy = Buffer.concat([fixture('picture.png'), Buffer.alloc(STICKERS.bytes)]);
    expect(await refusal(draw('😀', heavy))).toMatchObject({ code: 'too_large' });
    expect(await idsIn(ann)).toEqual([]);
  });

  test('needs one to five emoji for each sticker', async () => {
    for (const emoji of ['', 'cat', '😀😀', '😀 😢 👍 😺 🐈 🐕'])
      expect((await refusal(draw(emoji))).fields).toHaveProperty('emoji');
    const { ID: sticker_id } = await draw();
    await ann.call('stickers.update', { sticker_id, emoji: '🐈 🐈' });
    expect((await ann.call('stickers.pack', { pack_id })).Stickers[0]?.Emoji).toEqual(['🐈']);
  });

  test('is changed only by its creator, and deleted by its creator or an administrator', async () => {
    const { ID: sticker_id } = await draw();
    const others = await bob.call('stickers.createPack', { name: 'Dogs' });
    const refused = [
      await bob.refused('stickers.updatePack', { pack_id, name: 'Mine' }),
      await bob.refused('stickers.removePack', { pack_id }),
      await bob.refused('stickers.update', { sticker_id, emoji: '👎' }),
      await bob.refused('stickers.remove', { sticker_id }),
    ];
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['access_denied']));
    await ann.call('stickers.removePack', { pack_id: others.ID });
    expect(await bob.call('stickers.packs', {})).toEqual([]);
    expect(await ann.call('admin.acts', {})).toMatchObject([{ Act: 'remove_sticker_pack' }]);
  });

  test('is hidden across a block', async () => {
    await draw();
    await ann.call('people.block', { user: bob.id });
    expect((await bob.refused('stickers.pack', { pack_id })).code).toBe('not_found');
    expect(await bob.call('stickers.allPacks', {})).toEqual([]);
  });

  test('is listed for everyone once it has stickers', async () => {
    expect(await bob.call('stickers.allPacks', {})).toEqual([]);
    await draw();
    expect(await bob.call('stickers.allPacks', {})).toMatchObject([{ ID: pack_id }]);
  });

  test('can be added by others, who receive its changes as events', async () => {
    const [anns, bobs] = [await ann.listen(), await bob.listen()];
    await bob.call('stickers.addPack', { pack_id });
    await bob.call('stickers.addPack', { pack_id });
    expect(await bob.call('stickers.packs', {})).toMatchObject([{ ID: pack_id, Added: true }]);
    await draw();
    expect(await anns.take()).toMatchObject([{ Type: 'stickers', Pack: pack_id }]);
    expect(await bobs.take()).toMatchObject([
      { Type: 'stickers', Pack: pack_id },
      { Type: 'stickers', Pack: pack_id },
    ]);
    await bob.call('stickers.dropPack', { pack_id });
    expect(await bob.call('stickers.packs', {})).toEqual([]);
  });
});

describe('a sticker', () => {
  test('is the whole message', async () => {
    const { ID: sticker } = await draw('😺');
    const dialog_id = await chat();
    const message = await bob.call('dialogs.send', { dialog_id, sticker });
    expect(message).toMatchObject({ Text: '', Photos: [], Attachments: [] });
    expect(message.Sticker).toMatchObject({ ID: sticker, Pack: pack_id, Emoji: ['😺'] });
    expect((await bob.refused('dialogs.send', { dialog_id, sticker, text: 'Hi' })).fields).toHaveProperty(
      'sticker',
    );
    const timestamp = t.clock.seconds + 60;
    expect((await bob.refused('dialogs.send', { dialog_id, sticker, timestamp })).fields).toHaveProperty(
      'timestamp',
    );
    expect((await bob.refused('dialogs.send', { dialog_id, sticker: 5 })).fields).toHaveProperty('sticker');
    const edit = { message_id: message.ID, text: 'Hi' };
    expect((await bob.refused('dialogs.editMessage', edit)).code).toBe('conflict');
  });

  test('is neither among photos nor among what was shared', async () => {
    const { ID: sticker } = await draw();
    const dialog_id = await chat();
    await ann.call('dialogs.send', { dialog_id, sticker });
    expect(await ann.call('photos.list', {})).toEqual([]);
    expect(await bob.call('photos.of', { user: ann.id })).toEqual([]);
    expect(await ann.call('dialogs.sharedCounts', { dialog_id })).toMatchObject({ Photos: 0, Files: 0 });
  });

  test('stays in messages after it left its pack; one that was never sent is deleted', async () => {
    const [sent, unsent] = [await draw('😀'), await draw('😢')];
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: await chat(), sticker: sent.ID });
    await ann.call('stickers.removePack', { pack_id });
    const { Sticker: kept } = await bob.call('dialogs.message', { message_id });
    expect(kept).toMatchObject({ ID: sent.ID, Pack: 0, Emoji: ['😀'] });
    expect((await ann.refused('photos.get', { photo_id: unsent.ID })).code).toBe('not_found');
  });

  test("keeps its bytes when unused content is swept, and is deleted with its creator's account", async () => {
    const sticker = await draw();
    const dialog_id = await chat();
    const { ID: message_id } = await bob.call('dialogs.send', { dialog_id, sticker: sticker.ID });
    t.clock.advance(2 * 3600);
    await ann.call('admin.cleanStorage', {});
    const { pathname, searchParams } = new URL(sticker.Url, 'http://host');
    const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
    const served = await t.service.content({ kind: 'photo', id: pathname.split('/')[3] ?? '', exp, sig });
    expect((await bytesOf(served)).length).toBe(served.size);
    await ann.call('admin.setRole', { user_id: bob.id, role: 'admin' });
    await ann.call('account.remove', { password: ann.password });
    expect((await bob.call('dialogs.message', { message_id })).Sticker).toBeNull();
    expect(await bob.call('stickers.allPacks', {})).toEqual([]);
  });
});

test('the number and size of packs are limited', async () => {
  for (let made = 1; made < STICKERS.packs; made++)
    await ann.call('stickers.createPack', { name: `${made}` });
  expect((await ann.refused('stickers.createPack', { name: 'More' })).code).toBe('too_large');
});
