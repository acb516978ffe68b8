import { describe, expect, it } from 'vitest';
import type { Given } from '../../../shared/client/given';
import type { Download } from '../../../shared/contract/media/download';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson } from '../../support/service';
import { unzip } from '../../support/zip';

async function bytesOf({ Bytes }: Download): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of Bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function exportOf(
  person: TestPerson,
  input: Given<'account.export'> = {},
): Promise<Map<string, string>> {
  return unzip(await bytesOf(await person.call('account.export', input)));
}

function json(files: Map<string, string>, path: string): unknown {
  return JSON.parse(files.get(path) ?? 'null');
}

/** Stands for anything that a page could be made to do. */
const EVIL = `<script>alert(1)</script><img src=x onerror='a()'>&"`;

describe('a data export', () => {
  it('is a dated zip with everything that belongs to the person', async () => {
    const t = await testService();
    const [ann, ben, eve] = await t.people('Ann', 'Ben', 'Eve');
    await ann.call('account.updateProfile', { surname: 'Ant', about: 'I am here' });
    await ann.call('account.updatePreferences', { theme: 'dark' });
    await ann.call('people.subscribe', { user: `u${ben.id}` });
    await ben.call('people.subscribe', { user: `u${ann.id}` });
    await ann.call('people.block', { user: `u${eve.id}` });
    await ann.call('admin.createPromo', { code: 'coins', coins: 50, uses: 1 });
    await ann.call('account.promo', { promo: 'coins' });
    await ann.call('people.give', { user: `u${ben.id}`, item: 1, message: 'For you' });
    await ann.call('people.report', { user: `u${eve.id}`, reason: 'a reason' });
    const { ID } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    await ben.call('dialogs.send', { dialog_id: ID, text: 'Hello, Ann' });
    const download = await ann.call('account.export', {});
    expect(download).toMatchObject({ Name: 'courtyard-2026-01-05.zip', Type: 'application/zip' });

    const files = unzip(await bytesOf(download));
    expect(json(files, 'data/profile.json')).toMatchObject({
      Name: 'Ann',
      About: 'I am here',
      Email: ann.email,
    });
    expect(json(files, 'data/preferences.json')).toEqual({ theme: 'dark' });
    expect(json(files, 'data/friends.json')).toMatchObject([{ ID: ben.id }]);
    expect(json(files, 'data/blocked.json')).toMatchObject([{ ID: eve.id }]);
    expect(json(files, 'data/gifts-given.json')).toMatchObject([
      { Target: { ID: ben.id }, Message: 'For you' },
    ]);
    expect(json(files, 'data/gifts-received.json')).toEqual([]);
    expect(json(files, 'data/promo-codes.json')).toEqual([{ Code: 'COINS', Timestamp: t.clock.seconds }]);
    expect(json(files, 'data/reports.json')).toMatchObject([{ Type: 'person', Reason: 'a reason' }]);
    expect(json(files, 'data/devices.json')).toMatchObject([{ Kind: 'session' }]);
    expect(json(files, 'data/notifications.json')).toMatchObject([{ Type: 'accept_friend_request' }]);
    expect(json(files, 'data/dialogs.json')).toMatchObject([{ ID, DialogDude: { ID: ben.id } }]);
    expect(json(files, `dialogs/${ID}/1.json`)).toMatchObject([
      { Text: 'Hello, Ann', Author: { ID: ben.id } },
    ]);
    expect(files.get(`dialogs/${ID}/1.html`)).toContain('Hello, Ann');
    expect([...files.values()].join()).not.toContain(ann.session.token);
  });

  it('contains photos, music and videos with their bytes, and playlists', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { session } = ann;
    const [photo, track, video] = [
      await upload(t.service, session, 'photos.upload', fixture('moving.gif'), { caption: 'Yard' }),
      await upload(t.service, session, 'music.upload', fixture('track.wav'), {
        name: 'Rain/1',
        mode: 'private',
      }),
      await upload(t.service, session, 'videos.upload', fixture('video.mp4'), { filename: 'Двір.mp4' }),
    ];
    const { ID } = await ann.call('music.createPlaylist', { name: 'Evenings' });
    const files = await exportOf(ann);
    expect(json(files, 'data/photos.json')).toMatchObject([{ ID: photo.ID, Caption: 'Yard' }]);
    expect(json(files, 'data/tracks.json')).toMatchObject([{ ID: track.ID, Name: 'Rain/1' }]);
    expect(json(files, 'data/videos.json')).toMatchObject([{ ID: video.ID, Name: 'Двір.mp4' }]);
    const lists = [
      { Name: 'My music', Tracks: [track.ID] },
      { ID, Tracks: [] },
    ];
    expect(json(files, 'data/playlists.json')).toMatchObject(lists);
    expect(files.get(`tracks/${track.ID}-Rain_1.wav`)).toBe(fixture('track.wav').toString());
    expect(files.get(`videos/${video.ID}-Двір.mp4`)).toBe(fixture('video.mp4').toString());
    expect(files.has(`photos/${photo.ID}-photo-${photo.ID}.gif`)).toBe(true);
    expect(files.get('tracks.html')).toContain(`href="tracks/${track.ID}-Rain_1.wav"`);
    expect(files.get('index.html')).toContain('videos.html');
  });

  it('shows what is attached to messages and posts, with links to what it contains', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const photo = await upload(t.service, ann.session, 'photos.upload', fixture('moving.gif'), {
      caption: 'Yard',
    });
    const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('Rules'), {
      filename: 'a b.txt',
    });
    const own = { photos_list: [photo.ID], attachments: [{ Type: 'file' as const, Item: file.ID }] };
    const others = await upload(t.service, ben.session, 'files.upload', Buffer.from('X'), {
      filename: 'bens.txt',
    });
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    await ann.call('dialogs.send', { dialog_id, text: '', ...own });
    await ben.call('dialogs.send', { dialog_id, text: '', attachments: [{ Type: 'file', Item: others.ID }] });
    const poll = { options: ['Friday', 'Sunday'] };
    await ann.call('dialogs.send', { dialog_id, text: 'When?', poll });
    const event = { starts: t.clock.seconds + 3600, place: 'The yard' };
    await ann.call('dialogs.send', { dialog_id, text: 'Dinner', event });
    await ann.call('posts.create', { user: '@me', text: '', ...own });
    const files = await exportOf(ann);

    const page = files.get(`dialogs/${dialog_id}/1.html`) ?? '';
    const picture = `../../photos/${photo.ID}-photo-${photo.ID}.gif`;
    expect(page).toContain(
      `<a href="${picture}" dir="auto"><img src="${picture}" alt="" loading="lazy">Yard</a>`,
    );
    expect(page).toContain(`<a href="../../files/${file.ID}-a%20b.txt" dir="auto">a b.txt</a>`);
    expect(page).toContain('<li><span dir="auto">bens.txt</span></li>');
    expect(page).toContain('Friday: 0');
    expect(page).toContain('<li><span dir="auto">5 Jan 2026, 09:00, The yard</span></li>');
    expect(files.get('posts.html')).toContain('Photo\na b.txt');
    expect(files.get('photos.html')).toContain(`<img src="photos/${photo.ID}`);
    expect(files.get('blocked.html')).toContain('Nothing here.');
    expect(files.get('profile.html')).toContain(ann.email);
  });

  it('has pages in the language and the time zone of the reader, and the same data in every language', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    await ben.call('dialogs.send', { dialog_id, text: 'Hello' });
    await ben.call('people.subscribe', { user: `u${ann.id}` });
    await ann.call('people.report', { user: `u${ben.id}`, reason: 'a reason' });
    const english = await exportOf(ann);
    const ukrainian = await exportOf(ann, { lang: 'uk', timeZone: 'Europe/Kyiv' });
    expect(english.get('index.html')).toContain('Made on 5 Jan 2026, 08:00. All times are those of UTC.');
    expect(ukrainian.get('index.html')).toContain(
      'Створено 5 січ. 2026 р., 10:00. Часовий пояс усіх сторінок — Europe/Kyiv.',
    );
    expect(ukrainian.get(`dialogs/${dialog_id}/1.html`)).toContain('<small>5 січ. 2026 р., 10:00</small>');
    expect(english.get('notifications.html')).toContain('<td dir="auto">sent you a friend request</td>');
    expect(ukrainian.get('notifications.html')).toContain('<td dir="auto">хоче з вами дружити</td>');
    expect(ukrainian.get('reports.html')).toContain(`<td dir="auto">Людина ${ben.id}</td>`);
    const pages = [...ukrainian].filter(([path]) => path.endsWith('.html'));
    for (const [path, page] of pages) expect(page, path).toContain('<html lang="uk">');
    const data = (files: Map<string, string>) => [...files].filter(([path]) => path.endsWith('.json'));
    expect(data(ukrainian)).toEqual(data(english));
  });

  it('is refused in an unknown language or time zone', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const zone = await ann.refused('account.export', { timeZone: 'Mars/Base' });
    expect(zone.fields).toEqual({ timeZone: 'must be the IANA name of a time zone' });
    const language = await ann.refused('account.export', { lang: 'xx' as 'uk' });
    expect(Object.keys(language.fields ?? {})).toEqual(['lang']);
  });

  it('contains drafts, folders of conversations, and what was added of others', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    const { ID: replyTo } = await ann.call('dialogs.send', { dialog_id, text: 'When?' });
    await ann.call('dialogs.saveDraft', { dialog_id, text: 'At noon', replyTo });
    await ann.call('dialogs.createFolder', { name: 'Home', types: ['channel'], dialogs: [dialog_id] });
    const { ID: playlist_id } = await ben.call('music.createPlaylist', { name: 'Evenings' });
    await ann.call('music.followPlaylist', { playlist_id });
    const { ID: pack_id } = await ben.call('stickers.createPack', { name: 'Cats' });
    await upload(t.service, ben.session, 'stickers.upload', fixture('moving.webp'), { pack_id, emoji: '🐈' });
    await ann.call('stickers.addPack', { pack_id });
    const files = await exportOf(ann);
    expect(json(files, 'data/drafts.json')).toEqual([
      { Dialog: dialog_id, Name: 'Garden', Text: 'At noon', ReplyTo: replyTo, Timestamp: t.clock.seconds },
    ]);
    expect(json(files, 'data/folders.json')).toMatchObject([
      { Name: 'Home', Types: ['channel'], Dialogs: [dialog_id], Names: ['Garden'] },
    ]);
    expect(json(files, 'data/followed-playlists.json')).toMatchObject([
      { ID: playlist_id, Name: 'Evenings', Author: { ID: ben.id } },
    ]);
    expect(json(files, 'data/playlists.json')).toEqual([]);
    expect(json(files, 'data/added-stickers.json')).toMatchObject([{ ID: pack_id, Name: 'Cats' }]);
    expect(json(files, 'data/stickers.json')).toEqual([]);
    for (const [page, text] of Object.entries({ drafts: 'At noon', folders: 'Garden' }))
      expect(files.get(`${page}.html`)).toContain(text);
  });

  it('names chats with deleted accounts in the language of its pages', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
    await ann.call('dialogs.createFolder', { name: 'Home', types: [], dialogs: [dialog_id] });
    await ben.call('account.remove', { password: ben.password });
    await ann.call('dialogs.saveDraft', { dialog_id, text: 'At noon' });
    const files = await exportOf(ann, { lang: 'uk' });
    for (const page of ['index', 'drafts', 'folders'])
      expect(files.get(`${page}.html`)).toContain(`особистий чат ${dialog_id}`);
    expect([...files.values()].join()).not.toContain(`private ${dialog_id}`);
    expect(json(files, 'data/drafts.json')).toMatchObject([{ Dialog: dialog_id, Name: '' }]);
  });

  it('contains files under names valid on every operating system', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const store = (person: TestPerson, filename: string) =>
      upload(t.service, person.session, 'files.upload', Buffer.from(`in ${filename}`), { filename });
    const [one, two] = [await store(ann, 'звіт 100%.txt'), await store(ann, 'to:b?..')];
    await store(ben, "Ben's own");
    const files = await exportOf(ann);
    expect(files.get(`files/${one.ID}-звіт 100%.txt`)).toBe('in звіт 100%.txt');
    expect(files.get(`files/${two.ID}-to_b_`)).toBe('in to:b?..');
    expect(json(files, 'data/files.json')).toMatchObject([{ ID: one.ID }, { ID: two.ID, Name: 'to:b?..' }]);
    expect(files.get('files.html')).toContain(`files/${one.ID}-${encodeURIComponent('звіт 100%.txt')}`);
    expect([...files.values()].join()).not.toContain('Ben&#39;s own');
  });

  it('limits file names by bytes without splitting a character', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const names = [
      `${'🇺🇦'.repeat(31)}.txt`,
      `${'🦔'.repeat(62)}.tar`,
      `${'院'.repeat(83)}.pdf`,
      `${'院'.repeat(85)}`,
      `e${'\u0301'.repeat(127)}`,
      `${'x'.repeat(251)}.txt`,
    ];
    for (const filename of [...names, ...names]) {
      await upload(t.service, ann.session, 'files.upload', Buffer.from('in it'), { filename });
    }
    const zip = await bytesOf(await ann.call('account.export', {}));
    const paths = [...unzip(zip).keys()];
    expect(paths.filter((path) => path.startsWith('files/'))).toHaveLength(2 * names.length);
    expect(paths.filter((path) => Buffer.byteLength(path) > 255)).toEqual([]);
    expect(new Set(paths.map((path) => path.normalize('NFKC').toLowerCase())).size).toBe(paths.length);
    const stored = paths.filter((path) => path.startsWith('files/')).map((path) => path.replace(/^.*?-/, ''));
    for (const [index, name] of stored.slice(0, names.length).entries()) {
      expect(name.isWellFormed()).toBe(true);
      const [given = '', extension = ''] = [names[index], /\.\w{3}$/.exec(names[index] ?? '')?.[0]];
      expect(name.endsWith(extension)).toBe(true);
      const body = name.slice(0, name.length - extension.length);
      expect(given.startsWith(body)).toBe(true);
      // A letter with more marks than fit is the only character that is cut.
      if (index !== 4) expect(body).toBe(wholeCharacters(given, body.length));
    }
  });

  it('links its pages to its files and runs no scripts', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    await ben.call('account.updateProfile', { name: EVIL.slice(0, 40), surname: EVIL });
    const { ID } = await ben.call('dialogs.create', { name: EVIL, type: 'group' });
    await ann.call('dialogs.join', { dialog_id: ID, user_id: '@me' });
    const { ID: first } = await ben.call('dialogs.send', { dialog_id: ID, text: EVIL });
    await ben.call('dialogs.send', { dialog_id: ID, text: EVIL, replyTo: first });
    await ben.call('people.subscribe', { user: `u${ann.id}` });
    const files = await exportOf(ann);
    for (const [path, text] of files) {
      if (!path.endsWith('.html')) continue;
      expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:"`);
      expect(text).not.toMatch(/<script|<img|onerror='|src=x>/);
      for (const [, link = ''] of text.matchAll(/href="([^"]+)"/g)) {
        const target = new URL(link, `https://zip/${path}`).pathname.slice(1);
        expect([path, link, files.has(target)]).toEqual([path, link, true]);
      }
    }
  });

  it('splits long conversations into pages, oldest first', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { ID } = await ann.call('dialogs.create', { name: 'Long', type: 'group' });
    const texts = Array.from({ length: 1001 }, (_, n) => `message ${n}`);
    for (const text of texts) {
      await ann.call('dialogs.send', { dialog_id: ID, text });
      t.clock.advance(1);
    }
    const files = await exportOf(ann);
    const pages = [1, 2, 3].map((page) => json(files, `dialogs/${ID}/${page}.json`) as { Text: string }[]);
    expect(pages.map((page) => page.length)).toEqual([500, 500, 1]);
    expect(pages.flat().map((message) => message.Text)).toEqual(texts);
    expect(files.has(`dialogs/${ID}/4.json`)).toBe(false);
  });

  it('streams its data and stops when the session is revoked', async () => {
    const t = await testService();
    const [ann, ben] = await t.people('Ann', 'Ben');
    const { ID: open } = await ann.call('dialogs.create', { name: 'Open', type: 'group' });
    await ben.call('dialogs.join', { dialog_id: open, user_id: '@me' });
    const late = await ben.call('account.export', {});
    await ann.call('dialogs.send', { dialog_id: open, text: 'after the call' });
    const files = unzip(await bytesOf(late));
    expect(files.get(`dialogs/${open}/1.json`)).toContain('after the call');

    const refusedLate = await ben.call('account.export', {});
    await ann.call('admin.ban', { user_id: ben.id, reason: 'spam' });
    expect((await refusal(bytesOf(refusedLate))).code).toBe('auth_failed');
  });

  it('stops when the client disconnects', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    const { Bytes } = await ann.call('account.export', {});
    for await (const chunk of Bytes) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await exportOf(ann)).size).toBeGreaterThan(5);
  });

  it('is limited to six an hour', async () => {
    const t = await testService();
    const ann = await t.person('Ann');
    for (let n = 0; n < 6; n++) await ann.call('account.export', {});
    expect((await ann.refused('account.export', {})).code).toBe('rate_limit_exceeded');
    t.clock.advance(3600);
    await ann.call('account.export', {});
  });
});

/** As many whole characters, as people see them, as make a length at most. */
function wholeCharacters(text: string, length: number): string {
  let whole = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (whole.length + segment.length > length) break;
    whole += segment;
  }
  return whole;
}
