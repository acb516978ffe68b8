import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { AccountImport } from '../../../shared/contract/records';
import { upload } from '../../support/content';
import type { TestPerson, TestService } from '../../support/service';
import { unzipBytes } from '../../support/zip';

/** Returns the zip of a person's data export. */
export async function exportOf(person: TestPerson): Promise<Buffer> {
  return buffer((await person.call('account.export', {})).Bytes);
}

/** Imports a zip and returns the result. */
export async function importInto(t: TestService, person: TestPerson, zip: Buffer): Promise<AccountImport> {
  await upload(t.service, person.session, 'account.import', zip);
  await t.service.settled();
  return person.call('account.importState', {});
}

type Fields = Record<string, unknown>;

/**
 * Returns what an export says, in a form that is equal for equal accounts of different communities: whole records, in
 * which only these things differ. Identifiers are replaced by positions; `Timestamp` of what was imported by
 * `Original`; addresses, and what others did (likes, views, comments, reposts), are removed. Contents are there by
 * their SHA-256.
 */
export function canonical(zip: Buffer): Fields {
  const files = unzipBytes(zip);
  const list = (name: string) => JSON.parse(String(files.get(`data/${name}.json`))) as Fields[];
  const positions = new Map<string, string>();
  const lists = Object.fromEntries(
    Object.entries(LISTS).map(([name, kind]) => {
      const records = list(name);
      records.forEach((record, index) => positions.set(`${kind} ${String(record.ID)}`, `${kind} #${index}`));
      return [name, records];
    }),
  );
  const reference = (kind: string, id: unknown) =>
    id === 0 ? 'none' : (positions.get(`${kind} ${String(id)}`) ?? `a foreign ${kind}`);
  const hashes = new Map(
    [...files].flatMap(([path, bytes]) => {
      const [, folder = '', id = ''] = /^([a-z]+)\/(\d+)-/.exec(path) ?? [];
      if (!(folder in CONTENTS)) return [];
      return [[`${folder} ${id}`, createHash('sha256').update(bytes).digest('hex')]];
    }),
  );
  const item = (name: string, record: Fields): Fields => {
    const { ID, Timestamp, Original = Timestamp, ...rest } = without(record, FOREIGN);
    return {
      ...rest,
      Original,
      ...(name in CONTENTS && { Bytes: hashes.get(`${name} ${String(ID)}`) }),
      ...(record.Cover !== undefined && { Cover: reference('photo', record.Cover) }),
      ...(record.Preview !== undefined &&
        typeof record.Preview === 'number' && { Preview: reference('photo', record.Preview) }),
      ...(Array.isArray(record.Tracks) && { Tracks: record.Tracks.map((id) => reference('track', id)) }),
      ...(Array.isArray(record.Photos) && { Photos: record.Photos.map((id) => reference('photo', id)) }),
      ...(Array.isArray(record.Attachments) && {
        Attachments: (record.Attachments as { Type: string; Item: { ID: number } | null }[])
          .filter(({ Item }) => Item !== null)
          .map(({ Type, Item }) => reference(Type, Item?.ID)),
      }),
      ...('Repost' in record && {
        Repost: reference('post', (record.Repost as { ID: number } | null)?.ID ?? 0),
      }),
      ...(typeof record.Post === 'number' && { Post: reference('post', record.Post) }),
    };
  };
  const profile = without(JSON.parse(String(files.get('data/profile.json'))) as Fields, ACCOUNT);
  return {
    profile: {
      ...profile,
      Avatar: reference('photo', profile.Avatar),
      Banner: reference('photo', profile.Banner),
    },
    preferences: JSON.parse(String(files.get('data/preferences.json'))) as Fields,
    ...Object.fromEntries(
      Object.entries(lists).map(([name, records]) => [name, records.map((record) => item(name, record))]),
    ),
  };
}

/** The lists that are imported, and what they call their items. */
const LISTS = {
  files: 'file',
  photos: 'photo',
  tracks: 'track',
  videos: 'video',
  playlists: 'playlist',
  posts: 'post',
  comments: 'comment',
  'scheduled-posts': 'scheduled',
} as const;
const CONTENTS: Record<string, true> = { files: true, photos: true, tracks: true, videos: true };

/** Addresses and secrets of links, the author (always the account itself), and what others did. */
const FOREIGN = ['Url', 'Code', 'Author', 'Likes', 'Comments', 'Reposts', 'Views'];

/**
 * What belongs to an account of one community rather than to its person: identifiers, mail, rank, presence and counts.
 */
const ACCOUNT = [
  ...['ID', 'Link', 'Email', 'EmailReserve', 'RegisterDate', 'Role', 'Online', 'OriginalAccount'],
  ...['Coins', 'Sub', 'Posts', 'Friends', 'Followers', 'Reports', 'TrackList'],
  ...['NewMessages', 'NewNotifications', 'FriendsRequests'],
];

function without(record: Fields, names: readonly string[]): Fields {
  const isText = (name: string) => name === 'Author' && typeof record.Author === 'string';
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name) || isText(name)));
}
