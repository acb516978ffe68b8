import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import fc from '../../support/inputs/properties';
import type { TestPerson, TestService } from '../../support/service';

/** Texts of any Unicode that the service stores as they are. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength })
    .map((value) => value.replace(/[\p{C}\p{Z}]/gu, '_'))
    .map((value) => `т${value}`);

/** What a person's account is filled with. */
export interface Account {
  files: { name: string; folder: string }[];
  captions: { caption: string; isPrivate: boolean }[];
  tracks: { name: string; lyrics: string; isPrivate: boolean; hasCover: boolean }[];
  videos: { description: string; hasPreview: boolean }[];
  playlists: { name: string; isPrivate: boolean; tracks: number[] }[];
  posts: {
    content: string;
    nsfw: boolean;
    audience: number;
    isClosed: boolean;
    language: number;
    photos: number[];
    track: boolean;
    isEdited: boolean;
    repost: boolean;
    comments: string[];
  }[];
  scheduled: string[];
  about: string;
  preferences: Record<string, string>;
}

const PHOTOS = ['picture.png', 'turned.jpg', 'moving.gif', 'picture.avif', 'moving.webp'];
const TRACKS = ['track.mp3', 'track.flac', 'track.m4a', 'track.ogg', 'track.opus', 'track.wav', 'track.aac'];
const VIDEOS = ['video.mp4', 'video.mkv', 'video.webm', 'video.mov'];
const numbers = (below: number, maxLength: number) => fc.uniqueArray(fc.nat(below - 1), { maxLength });

/** Accounts of any content. */
export const accounts: fc.Arbitrary<Account> = fc.record({
  files: fc.array(fc.record({ name: text(20), folder: fc.constantFrom('', 'Дім', 'Дім/Рахунки') }), {
    minLength: 1,
    maxLength: 4,
  }),
  captions: fc.array(fc.record({ caption: text(40), isPrivate: fc.boolean() }), {
    minLength: 2,
    maxLength: PHOTOS.length,
  }),
  tracks: fc.array(
    fc.record({ name: text(30), lyrics: text(60), isPrivate: fc.boolean(), hasCover: fc.boolean() }),
    { minLength: 2, maxLength: TRACKS.length },
  ),
  videos: fc.array(fc.record({ description: text(60), hasPreview: fc.boolean() }), {
    minLength: 1,
    maxLength: 2,
  }),
  playlists: fc.array(
    fc.record({ name: text(30), isPrivate: fc.boolean(), tracks: numbers(TRACKS.length, 5) }),
    { minLength: 1, maxLength: 3 },
  ),
  posts: fc.array(
    fc.record({
      content: text(200),
      nsfw: fc.boolean(),
      audience: fc.nat(2),
      isClosed: fc.boolean(),
      language: fc.nat(3),
      photos: numbers(PHOTOS.length, 3),
      track: fc.boolean(),
      isEdited: fc.boolean(),
      repost: fc.boolean(),
      comments: fc.array(text(50), { maxLength: 3 }),
    }),
    { minLength: 2, maxLength: 8 },
  ),
  scheduled: fc.array(text(50), { maxLength: 2 }),
  about: text(200),
  preferences: fc.dictionary(fc.stringMatching(/^[a-z]{1,10}$/), text(20), { maxKeys: 4 }),
});

/** Fills an account, an hour for each thing. */
export async function fill(t: TestService, person: TestPerson, account: Account): Promise<void> {
  const put = (...args: Parameters<typeof upload> extends [unknown, unknown, ...infer R] ? R : never) => {
    t.clock.advance(3600);
    return upload(t.service, person.session, ...args);
  };
  for (const { name, folder } of account.files)
    await put('files.upload', Buffer.from(`in ${name}`), { filename: name, folder });
  const photos: number[] = [];
  for (const [index, { caption, isPrivate }] of account.captions.entries()) {
    const mode = isPrivate ? 'private' : 'public';
    photos.push((await put('photos.upload', fixture(PHOTOS[index]!), { caption, mode })).ID);
  }
  const tracks: number[] = [];
  for (const [index, { name, lyrics, isPrivate, hasCover }] of account.tracks.entries()) {
    const mode = isPrivate ? 'private' : 'public';
    const cover = hasCover ? photos[0]! : 0;
    const { ID } = await put('music.upload', fixture(TRACKS[index]!), { name, mode, cover, author: 'Хор' });
    await person.call('music.updateTrack', { track_id: ID, text: lyrics, genre: 'folk', explicit: true });
    tracks.push(ID);
  }
  for (const [index, { description, hasPreview }] of account.videos.entries()) {
    const { ID } = await put('videos.upload', fixture(VIDEOS[index]!), { description, filename: 'Двір.mp4' });
    if (hasPreview) await person.call('videos.update', { video_id: ID, preview: photos[1]! });
  }
  await fillPlaylists(person, account, tracks, photos);
  await fillWall(t, person, account, { photos, tracks });
  await person.call('account.updateProfile', {
    about: account.about,
    surname: 'Мороз',
    status: 'На подвір’ї',
    emoji: '🦔',
    birthday: '1990-02-03',
    website: 'https://example.org/',
    worksAt: 'Library',
    country: 1,
    cityNative: 'Львів',
    languages: [1, 2],
    relationships: 2,
    avatar: photos[0]!,
    banner: photos[1]!,
    onlineType: 1,
    sendMessageState: 1,
    commentsState: 1,
    searchState: false,
  });
  await person.call('account.updatePreferences', account.preferences);
}

async function fillPlaylists(
  person: TestPerson,
  account: Account,
  tracks: readonly number[],
  photos: readonly number[],
): Promise<void> {
  for (const { name, isPrivate, tracks: indexes } of account.playlists) {
    const { ID } = await person.call('music.createPlaylist', {
      name,
      private: isPrivate,
      description: `About ${name}`,
      cover: photos[1]!,
    });
    for (const index of indexes) {
      if (index < tracks.length)
        await person.call('music.addTrack', { playlist_id: ID, track_id: tracks[index]! });
    }
  }
  const lists = await person.call('music.playlists', { user: '@me' });
  const standard = lists.find(({ Name }) => Name === 'My music')!;
  // Its order is the person's own, and not everything is in it.
  await person.call('music.dropTrack', { playlist_id: standard.ID, track_id: standard.Tracks[0]! });
  await person.call('music.updatePlaylist', {
    playlist_id: standard.ID,
    tracks: standard.Tracks.slice(1).reverse(),
  });
}

async function fillWall(
  t: TestService,
  person: TestPerson,
  account: Account,
  { photos, tracks }: { photos: readonly number[]; tracks: readonly number[] },
): Promise<void> {
  const posts: number[] = [];
  for (const post of account.posts) {
    t.clock.advance(86_400);
    const { content, nsfw, language, audience, isClosed } = post;
    const { ID } = await person.call('posts.create', {
      user: '@me',
      content,
      nsfw,
      language,
      audience,
      comments_closed: isClosed,
      photos_list: post.photos.flatMap((index) => photos[index] ?? []),
      attachments: [
        ...(post.track ? [{ Type: 'track' as const, Item: tracks[0]! }] : []),
        ...(post.track && posts.length > 0 ? [{ Type: 'post' as const, Item: posts[0]! }] : []),
      ],
      ...(post.repost && posts.length > 0 && { repost: posts.at(-1)! }),
    });
    posts.push(ID);
    t.clock.advance(60);
    if (post.isEdited) await person.call('posts.edit', { post_id: ID, content: `${content}, edited` });
    for (const comment of post.comments)
      await person.call('posts.comment', { post_id: ID, content: comment, photos: photos.slice(0, 1) });
  }
  for (const [index, content] of account.scheduled.entries()) {
    const timestamp = t.clock.seconds + (100 + index) * 86_400;
    await person.call('posts.create', { user: '@me', content, timestamp });
  }
}
