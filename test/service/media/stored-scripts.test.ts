import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { report } from '../../faults/scale';
import { uploadFileName } from '../../../shared/file-names';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

/**
 * What has run in pages that trusted it: as OWASP's sheet on filter evasion and the polyglots that go round collect it.
 */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '[go](javascript:alert(1))',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '</textarea><iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<!--<script>-->alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(1)',
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(alert(1))//',
  "'; DROP TABLE person; --",
  '__proto__',
];

/** Texts that came back as they were, in all places. */
let unchanged = 0;
let t: TestService;
let ann: TestPerson;
let ben: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, ben] = await t.people('Ann', 'Ben');
  await ann.call('admin.createPromo', { code: 'WELCOME', coins: 100_000, uses: 5 });
  await ben.call('account.promo', { promo: 'WELCOME' });
});

afterAll(() =>
  report({ fault: 'scripts in stored texts', cases: unchanged, result: 'each came back as plain text' }),
);

describe('stores and returns script-like text unchanged', () => {
  test.each(SCRIPTS)('%s', async (words) => {
    const said = new Map<string, unknown>();

    await ann.call('account.updateProfile', {
      name: words,
      surname: words,
      status: words,
      about: words,
      worksAt: words,
      cityNative: words,
    });
    const { Name, Surname, Status, About, WorksAt, CityNative } = await ben.call('people.get', {
      user: ann.id,
    });
    Object.entries({ Name, Surname, Status, About, WorksAt, CityNative }).forEach(([key, value]) =>
      said.set(key, value),
    );
    said.set('token', (await ann.call('account.createToken', { name: words })).Name);
    const kept = await ann.call('account.updatePreferences', { draft: words });
    said.set('preference', (kept as Record<string, unknown>)['draft']);

    const made = await ann.call('dialogs.create', { name: words, type: 'group', description: words });
    const dialog_id = made.ID;
    await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
    const dialog = await ben.call('dialogs.get', { dialog_id });
    said.set('dialog', dialog.Name).set('description', dialog.Description);
    await ann.call('dialogs.send', { dialog_id, text: words });
    said.set('message', (await ben.call('dialogs.messages', { dialog_id }))[0]?.Text);

    const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: words });
    said.set('post', (await ben.call('posts.get', { post_id })).Content);
    await ben.call('posts.comment', { post_id, content: words });
    said.set('comment', (await ann.call('posts.comments', { post_id }))[0]?.Content);
    const gift = await ben.call('people.give', { user: String(ann.id), item: 1, message: words });
    said.set('gift', gift.Message);

    const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'), {
      caption: words,
    });
    said.set('caption', (await ben.call('photos.get', { photo_id: photo.ID })).Caption);
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from(words), {
      filename: words,
    });
    said.set('file', (await ann.call('files.get', { file_id: file.ID })).Name);
    const tags = { name: words, author: words, release: words };
    const { ID: track_id } = await upload(t.service, ann.session, 'music.upload', fixture('track.mp3'), tags);
    await ann.call('music.updateTrack', { track_id, genre: words, text: words });
    const track = await ben.call('music.track', { track_id });
    for (const key of ['Name', 'Author', 'Release', 'Genre', 'Text'] as const)
      said.set(`track ${key}`, track[key]);
    const list = { name: words, release: words, description: words };
    const { ID: playlist_id } = await ann.call('music.createPlaylist', list);
    const playlist = await ben.call('music.playlist', { playlist_id });
    for (const key of ['Name', 'Release', 'Description'] as const) said.set(`playlist ${key}`, playlist[key]);
    const video = await upload(t.service, ann.session, 'videos.upload', fixture('video.mp4'), {
      description: words,
    });
    await ann.call('videos.update', { video_id: video.ID, name: words });
    const { Name: film, Description } = await ann.call('videos.get', { video_id: video.ID });
    said.set('video', film).set('video Description', Description);

    await ann.call('community.update', { name: words, description: words });
    const community = await t.open('community.get', {});
    said.set('community', community.Name).set('community Description', community.Description);
    await ben.call('people.reportItem', { Type: 'post', Item: post_id, reason: words });
    said.set('report', (await ann.call('admin.reports', { open: true }))[0]?.Reason);
    await ann.call('admin.ban', { user_id: ben.id, reason: words });
    said.set('act', (await ann.call('admin.acts', {}))[0]?.Reason);

    // Of a path, a file's name is the last segment.
    const expected = [...said.keys()].map((key) => [key, key === 'file' ? uploadFileName(words) : words]);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(expected));
    unchanged += said.size;
  });
});
