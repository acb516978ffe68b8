import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bytesOf } from '../support/content';
import { fixture } from '../support/fixtures';
import { testService, type TestPerson, type TestService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { createFrom, sendRest, uploadFrom } from './page-uploads';
import { filled, newFolder, pageOf, programOf, settled } from './program';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function group(owner: TestPerson, ...others: TestPerson[]): Promise<number> {
  const { ID } = await owner.call('dialogs.create', { name: 'Garden', type: 'group' });
  for (const { id } of others) await owner.call('dialogs.join', { dialog_id: ID, user_id: id });
  return ID;
}

/** SHA-256 of the bytes that the host has under a URL. */
async function hashAt({ service }: TestService, url: string): Promise<string> {
  const { pathname, searchParams } = new URL(url, 'http://host.test');
  const [, , kind = '', id = ''] = pathname.split('/');
  const { exp = '', sig = '' } = Object.fromEntries(searchParams);
  return sha256(await bytesOf(await service.content({ kind, id, exp, sig })));
}

test('a photo, a file, a track and a video stand in their places while the host is away, and arrive whole', async () => {
  const t = await testService();
  const [, ben] = await t.people('Ann', 'Ben');
  const program = programOf(t, ben);
  await filled(program);
  program.host.cut();
  const photo = await uploadFrom(program, t, ben, 'photos.upload', { bytes: fixture('turned.jpg') });
  const file = await uploadFrom(program, t, ben, 'files.upload', {
    bytes: randomBytes(100_000),
    input: { filename: 'plan.bin', folder: 'Plans' },
  });
  const track = await uploadFrom(program, t, ben, 'music.upload', {
    bytes: fixture('track.mp3'),
    input: { filename: 'track.mp3' },
  });
  const video = await uploadFrom(program, t, ben, 'videos.upload', {
    bytes: fixture('video.mp4'),
    input: { filename: 'film.mp4' },
  });
  expect([photo.Width, photo.Height]).toEqual([60, 80]);
  const ids = async (call: TestPerson['call']) => ({
    photos: (await call('photos.list', {})).map(({ ID }) => ID),
    files: (await call('files.list', {})).map(({ ID, Name, Folder }) => [ID, Name, Folder]),
    tracks: (await call('music.tracks', {})).map(({ ID }) => ID),
    videos: (await call('videos.list', {})).map(({ ID, Name }) => [ID, Name]),
  });
  expect(await ids(program.call)).toEqual({
    photos: [photo.ID],
    files: [[file.ID, 'plan.bin', 'Plans']],
    tracks: [track.ID],
    videos: [[video.ID, 'film.mp4']],
  });
  expect(program.synced.outboxItems).toMatchObject([
    { name: 'photos.upload', upload: { sent: 0 } },
    { name: 'files.upload', upload: { name: 'a.bin', size: 100_000, sent: 0 } },
    { name: 'music.upload', upload: { sent: 0 } },
    { name: 'videos.upload', upload: { sent: 0 } },
  ]);
  await settled(program);
  const after = await ids(ben.call);
  expect(await ids(program.call)).toEqual(after);
  expect(after).toMatchObject({
    files: [[expect.any(Number), 'plan.bin', 'Plans']],
    videos: [[expect.any(Number), 'film.mp4']],
  });
  expect(after.photos).not.toEqual([photo.ID]);
  // The host reads the cover in the track, too.
  expect([after.photos.length, after.tracks.length]).toEqual([2, 1]);
});

test('a message, a post and an avatar with pending photos get the real ones', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  const frames = await pageOf(program, ben);
  await filled(program);
  program.host.cut();
  const photo = await uploadFrom(program, t, ben, 'photos.upload', {
    bytes: fixture('picture.png'),
    input: { mode: 'private' },
  });
  const bytes = randomBytes(1_500_000);
  const file = await uploadFrom(program, t, ben, 'files.upload', { bytes, input: { filename: 'plan.bin' } });
  const attachments = [{ Type: 'file' as const, Item: file.ID }];
  const message = await program.call('dialogs.send', {
    ...{ dialog_id, text: 'Look', photos_list: [photo.ID], attachments },
  });
  expect([message.Photos, message.Attachments]).toMatchObject([[photo.ID], [{ Item: { ID: file.ID } }]]);
  await program.call('dialogs.send', { dialog_id, text: 'And then' });
  await program.call('posts.create', { user: '@me', content: 'Mine', photos_list: [photo.ID] });
  await program.call('account.updateProfile', { avatar: photo.ID });
  expect(frames).toContainEqual(expect.objectContaining({ Type: 'message', Message: message }));

  await settled(program);
  expect(program.synced.outboxItems).toEqual([]);
  const [then, look] = await ann.call('dialogs.messages', { dialog_id });
  expect([look?.Text, then?.Text]).toEqual(['Look', 'And then']);
  const [stored] = await ben.call('photos.list', {});
  expect(look?.Photos).toEqual([stored!.ID]);
  const [attached] = look!.Attachments;
  expect(await hashAt(t, (attached!.Item as { Url: string }).Url)).toBe(sha256(bytes));
  const [post] = await ann.call('posts.list', { user: `u${ben.id}` });
  expect(post?.Photos).toEqual([stored!.ID]);
  expect((await ann.call('people.get', { user: `u${ben.id}` })).Avatar).toBe(stored!.ID);
  expect(await program.synced.uploads.contentOf({ kind: 'photo', id: photo.ID, variant: '' })).toEqual({
    hostId: stored!.ID,
  });
});

test('a pending photo shows its picture, also after a restart, and is sent then', async () => {
  const t = await testService();
  const [, ben] = await t.people('Ann', 'Ben');
  const folder = newFolder();
  const first = programOf(t, ben, { folder });
  await filled(first);
  first.host.cut();
  const photo = await uploadFrom(first, t, ben, 'photos.upload', { bytes: fixture('picture.png') });
  await first.close();
  const program = programOf(t, ben, { folder, isUp: false });
  const [shown] = await program.call('photos.list', {});
  expect(shown?.ID).toBe(photo.ID);
  const found = await program.synced.uploads.contentOf({ kind: 'photo', id: photo.ID, variant: '256' });
  expect(found).toMatchObject({ file: { type: 'image/png' } });
  expect(readFileSync((found as { file: { path: string } }).file.path)).toEqual(fixture('picture.png'));
  await settled(program);
  expect(await ben.call('photos.list', {})).toHaveLength(1);
});

test('an upload that the host has in part when it leaves is stored here, and goes on there later', async () => {
  const t = await testService();
  const [, ben] = await t.people('Ann', 'Ben');
  const program = programOf(t, ben);
  await filled(program);
  const bytes = randomBytes(3_000_000);
  const id = await createFrom(program, t, ben, 'files.upload', { bytes });
  program.host.arriving = () => 1_000_000;
  await expect(sendRest(program, t, ben, id, bytes)).rejects.toThrow();
  const { offset } = await t.service.resumable.find(ben.session, id);
  expect(offset).toBeGreaterThan(500_000);
  program.host.arriving = () => Infinity;
  program.host.cut();
  // The host has bytes that are not here: nothing may be promised yet.
  await expect(
    program.call('files.upload', { file: id, filename: 'a.bin' }, 'key-of-the-file'),
  ).rejects.toThrow();
  expect(program.synced.unsent).toBe(0);
  await sendRest(program, t, ben, id, bytes);
  await program.call('files.upload', { file: id, filename: 'a.bin' }, 'key-of-the-file');
  expect(program.synced.unsent).toBe(1);
  let sentAgain = 0;
  program.host.arriving = () => {
    sentAgain++;
    return Infinity;
  };
  await settled(program);
  expect(sentAgain).toBe(1);
  const [stored, ...others] = await ben.call('files.list', {});
  expect([await hashAt(t, stored!.Url), others]).toEqual([sha256(bytes), []]);
});

test('an upload whose answer was lost is stored once, although its page uploads it again', async () => {
  const t = await testService();
  const [, ben] = await t.people('Ann', 'Ben');
  const program = programOf(t, ben);
  await filled(program);
  const bytes = randomBytes(1000);
  const id = await createFrom(program, t, ben, 'files.upload', { bytes });
  await sendRest(program, t, ben, id, bytes);
  program.host.isLost = () => true;
  await expect(
    program.call('files.upload', { file: id, filename: 'a.bin' }, 'key-of-the-file'),
  ).rejects.toThrow();
  program.host.isLost = () => false;
  program.host.cut();
  await sendRest(program, t, ben, id, bytes);
  await program.call('files.upload', { file: id, filename: 'a.bin' }, 'key-of-the-file');
  await settled(program);
  expect(program.synced.outboxItems).toEqual([]);
  expect(await ben.call('files.list', {})).toHaveLength(1);
});

test('while bytes are being sent, other things are done at once, and pages go on receiving events', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await group(ann, ben);
  const program = programOf(t, ben);
  const frames = await pageOf(program, ben);
  await filled(program);
  program.host.cut();
  await uploadFrom(program, t, ben, 'files.upload', { bytes: randomBytes(1000) });
  // Every request for bytes breaks.
  program.host.arriving = () => 0;
  program.join();
  await untilPasses(() => expect(program.synced.asOf).toBe(0));
  const sent = await program.call('dialogs.send', { dialog_id, text: 'Meanwhile' });
  expect((await ann.call('dialogs.messages', { dialog_id }))[0]?.ID).toBe(sent.ID);
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'I see' });
  await untilPasses(() =>
    expect(frames.some((one) => one.Type === 'message' && one.Message.ID === ID)).toBe(true),
  );
  expect(program.synced.outboxItems).toMatchObject([{ name: 'files.upload', state: 'pending' }]);
  program.host.arriving = () => Infinity;
  await settled(program);
  expect(await ben.call('files.list', {})).toHaveLength(1);
});

test('a file that is no picture is refused at once, and nothing waits', async () => {
  const t = await testService();
  const [, ben] = await t.people('Ann', 'Ben');
  const program = programOf(t, ben);
  await filled(program);
  program.host.cut();
  const refused = uploadFrom(program, t, ben, 'photos.upload', { bytes: randomBytes(1000) });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_type' });
  const noTrack = uploadFrom(program, t, ben, 'music.upload', { bytes: randomBytes(1000) });
  await expect(noTrack).rejects.toMatchObject({ code: 'invalid_type' });
  expect(program.synced.unsent).toBe(0);
});
