import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Video } from '../../../shared/contract/records';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
});

function store(person: TestPerson, name: string, input: object = {}): Promise<Video> {
  return upload(t.service, person.session, 'videos.upload', fixture(name), input);
}

/** Sends a video to a group of its owner and others. */
async function send(video: Video, ...others: TestPerson[]): Promise<number> {
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  for (const { id } of others) await ann.call('dialogs.join', { dialog_id, user_id: id });
  await ann.call('dialogs.send', { dialog_id, attachments: [{ Type: 'video', Item: video.ID }] });
  return dialog_id;
}

describe('a video', () => {
  test.each([
    ['video.mp4', 'video/mp4', 1, 64, 48],
    ['video.mov', 'video/quicktime', 2, 64, 48],
    ['video.webm', 'video/webm', 1, 64, 48],
    ['video.mkv', 'video/x-matroska', 2, 64, 48],
    // As it is shown: filmed upright.
    ['turned.mp4', 'video/mp4', 2, 48, 64],
  ])('is accepted as %s under any name', async (name, type, duration, width, height) => {
    const video = await store(ann, name, { filename: 'Двір.txt', description: 'In spring' });
    expect(video).toMatchObject({
      Name: 'Двір.txt',
      Description: 'In spring',
      Mine: true,
      Views: 0,
      Preview: 0,
    });
    expect(video).toMatchObject({ Duration: duration, Width: width, Height: height });
    expect(video.Size).toBe(fixture(name).length);
    const { searchParams } = new URL(video.Url, 'http://host');
    const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
    const found = await t.service.content({ kind: 'video', id: String(video.ID), exp, sig });
    expect(found).toMatchObject({ type, name: 'Двір.txt', inline: true });
  });

  test('gets a default name when its file has none', async () => {
    const { ID, Name } = await store(ann, 'video.mov');
    expect(Name).toBe(`video-${ID}.mov`);
    const path = await store(ann, 'video.mov', { filename: '../../Двір.mov' });
    expect(path.Name).toBe('Двір.mov');
    const none = await store(ann, 'video.mov', { filename: '../..' });
    expect(none.Name).toBe(`video-${none.ID}.mov`);
  });

  test('is renamed, described and given a poster by its owner', async () => {
    const { ID: video_id } = await store(ann, 'video.mp4');
    const { ID: preview } = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'), {
      mode: 'private',
    });
    const [own, others] = [await ann.listen(), await bob.listen()];
    const changes = { name: 'Spring', description: 'All of it', preview };
    const changed = await ann.call('videos.update', { video_id, ...changes });
    expect(changed).toMatchObject({ Name: 'Spring', Description: 'All of it', Preview: preview });
    expect(await ann.call('videos.update', { video_id })).toEqual(changed);
    expect(await own.take()).toMatchObject([{ Type: 'video', ID: video_id, Video: { Name: 'Spring' } }]);
    expect(await others.take()).toEqual([]);
    await send(changed, bob);
    expect(await bob.call('photos.get', { photo_id: preview })).toMatchObject({ ID: preview });
    expect(await eve.refused('photos.get', { photo_id: preview })).toMatchObject({ code: 'not_found' });
    await ann.call('photos.remove', { photo_id: preview });
    expect(await ann.call('videos.get', { video_id })).toMatchObject({ Preview: 0 });
    const { ID: foreign } = await upload(t.service, bob.session, 'photos.upload', fixture('picture.png'));
    expect(await ann.refused('videos.update', { video_id, preview: foreign })).toMatchObject({
      fields: { preview: 'must be one of your photos' },
    });
  });

  test('is visible to its recipients only', async () => {
    const video = await store(ann, 'video.webm');
    const dialog_id = await send(video, bob);
    const { ID: video_id } = video;
    expect(await bob.call('videos.get', { video_id })).toMatchObject({ ID: video_id, Mine: false });
    expect(await bob.call('dialogs.shared', { dialog_id, kind: 'videos' })).toMatchObject([
      { Item: { ID: video_id } },
    ]);
    expect(await bob.call('videos.list', {})).toEqual([]);
    expect(await bob.refused('videos.remove', { video_id })).toMatchObject({ code: 'access_denied' });
    expect(await eve.refused('videos.get', { video_id })).toMatchObject({ code: 'not_found' });
    for (const name of ['videos.update', 'videos.remove'] as const)
      expect(await eve.refused(name, { video_id, name: 'x' })).toMatchObject({ code: 'not_found' });
    const passed = { dialog_id, attachments: [{ Type: 'video' as const, Item: video_id }] };
    expect(await bob.call('dialogs.send', passed)).toMatchObject({
      Attachments: [{ Item: { ID: video_id } }],
    });
    await bob.call('people.reportItem', { Type: 'video', Item: video_id, reason: 'Loud' });
    const line = await bob.listen();
    await ann.call('videos.remove', { video_id });
    expect(await line.take()).toMatchObject([
      { Type: 'message_edit', Message: { Attachments: [{ Type: 'video', Item: null }] } },
      { Type: 'message_edit', Message: { Attachments: [{ Type: 'video', Item: null }] } },
    ]);
    expect(await bob.refused('videos.get', { video_id })).toMatchObject({ code: 'not_found' });
    await bob.call('dialogs.send', { dialog_id, text: 'Gone' });
    const [, gone] = await bob.call('dialogs.messages', { dialog_id });
    expect(gone?.Attachments).toMatchObject([{ Type: 'video', Item: null }]);
  });

  test('counts each viewer once a day, without its owner', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    t = await testService();
    [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
    const video = await store(ann, 'video.mp4');
    const { ID: video_id } = video;
    await send(video, bob, eve);
    /** Housekeeping counts now and then; it is given as long as it takes. */
    const counted = async (expected: number) => {
      for (;;) {
        vi.advanceTimersByTime(60_000);
        // Nobody asks too often, and the day does not end.
        t.clock.advance(1);
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
        const { Views } = await ann.call('videos.get', { video_id });
        if (Views >= expected) return Views;
      }
    };
    const see = (...people: TestPerson[]) =>
      Promise.all(people.map((person) => person.call('videos.get', { video_id })));
    await see(ann, bob, bob);
    expect(await counted(1)).toBe(1);
    await see(bob, eve);
    expect(await counted(2)).toBe(2);
    t.clock.advance(24 * 3600);
    await see(bob, ann);
    expect(await counted(3)).toBe(3);
  });
});

test('own videos are listed newest first, in pages', async () => {
  const [one, two, three] = [
    await store(ann, 'video.mp4'),
    await store(ann, 'video.mov'),
    await store(ann, 'video.mkv'),
  ];
  await store(bob, 'video.mp4');
  const listed = async (input: object) => (await ann.call('videos.list', input)).map((video) => video.ID);
  expect(await listed({})).toEqual([three.ID, two.ID, one.ID]);
  expect(await listed({ limit: 2, page: 1 })).toEqual([one.ID]);
  expect(await listed({ page: 9 })).toEqual([]);
});
