import { expect, test } from 'vitest';
import type { SyncRow } from '../../shared/contract/sync';
import fc, { runs } from '../support/inputs/properties';
import type { TestPerson } from '../support/service';
import { preparedHost } from '../support/hosts/prepared-host';
import { fillLibraries, RandomWorld, type Call, type Libraries } from './random-world';

/**
 * Columns that say how a row is stored, that follow from another one, or that anyone who can open the item gets with
 * its bytes; marks and references that may name something that is gone. A block row says only what the hidden profile
 * says.
 */
const STRUCTURAL = new Set([
  ...['attachment.id', 'attachment.type', 'notification.item_kind', 'scheduled_item.kind'],
  ...['community.public_key', 'content.hash', 'content.kind', 'content.type', 'photo.preview'],
  ...['dialog.type', 'photo.mode', 'playlist.mode', 'track.mode', 'video.mode'],
  ...['dialog.name_order', 'file.name_order', 'file.name_folded', 'person.name_order'],
  ...['member.read_id', 'member.start_id', 'dialog.furthest_read_id', 'dialog.other_read_id'],
  ...['person.notifications_read_id', 'message_version.id'],
  ...['message.thread_id', 'message.last_reply_id', 'thread_follower.thread_id', 'thread_follower.read_id'],
  ...['message.reply_to', 'notification.item_id', 'notification.fold', 'block.person_id'],
]);

const openHost = preparedHost(async (t) => {
  const people = await t.people('Ann', 'Ben', 'Cleo', 'Dan');
  return { people, state: await fillLibraries(t.service, people) };
});

test('nothing is synced that no ordinary call would give the person', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 80, maxLength: 160 }),
      async (steps) => {
        const { t, people, state, close } = await openHost();
        const world = new RandomWorld(people, state);
        for (const [who, what, which] of steps) {
          await world.act(who, what, which);
          t.clock.advance(1);
        }
        for (const person of people) {
          if ((await person.call('people.me', {}).catch(() => null)) === null) continue;
          const reachable = await reachableBy(person, world, state, people);
          for (const { Table, Row } of await syncedRows(person)) {
            for (const [column, value] of Object.entries(Row)) {
              if (STRUCTURAL.has(`${Table}.${column}`)) continue;
              for (const part of partsOf(value)) {
                checked++;
                if (!reachable.has(part))
                  expect.soft(`${Table}.${column} of ${person.name}: ${part}`).toBe('reachable');
              }
            }
          }
        }
        await close();
      },
    ),
    runs(5),
  );
  expect(checked).toBeGreaterThan(1000);
});

/** Everything that a replica of the person gets: all pages of all scopes, and all changes since the log began. */
async function syncedRows(person: TestPerson): Promise<SyncRow[]> {
  const rows: SyncRow[] = [];
  const { Log, Scopes } = await person.call('sync.begin', {});
  for (const { Kind, ID } of Scopes) {
    for (let after = '', more = true; more;) {
      const page = await person.call('sync.page', { scope: `${Kind}:${ID}`, after });
      rows.push(...page.Rows);
      [after, more] = [page.After, page.More];
    }
  }
  for (let since = 0, more = true; more;) {
    const page = await person.call('sync.changes', { log: Log, since });
    if ('Reset' in page) throw new Error('the log began later');
    rows.push(
      ...page.Changes.flatMap(({ Table, Row }) => (Row && Table !== 'scope' ? [{ Table, Row }] : [])),
    );
    [since, more] = [page.Seq, page.More];
  }
  return rows;
}

/** The texts and IDs in answers to ordinary calls; a call for a thing that is refused gives nothing. */
async function reachableBy(
  person: TestPerson,
  world: RandomWorld,
  libraries: Libraries,
  people: readonly TestPerson[],
): Promise<Set<string | number>> {
  // The answer of the people whom the record of an event lists.
  const reachable = new Set<string | number>(['going']);
  for (const { name, input } of ordinaryReads(world, libraries, people)) {
    const answer = await person.call(name, input as never).catch(() => null);
    for (const part of partsOf(answer)) reachable.add(part);
  }
  for (const part of await shownProfiles(person)) reachable.add(part);
  return reachable;
}

/**
 * People whose profiles events show the person: also of those who blocked them, as far as a block leaves them visible.
 */
async function shownProfiles(person: TestPerson): Promise<(string | number)[]> {
  const { Log: log } = await person.call('sync.begin', {});
  const connection = await person.listen({ since: 0, log });
  const events = await connection.take();
  connection.close();
  return events.flatMap((event) => (event.Type === 'profile' ? partsOf(event.User) : []));
}

function ordinaryReads(world: RandomWorld, libraries: Libraries, people: readonly TestPerson[]): Call[] {
  const limit = 100;
  const kinds = ['photos', 'files', 'tracks', 'videos', 'links'] as const;
  return [
    ...[
      'community.get',
      'people.me',
      'account.preferences',
      'dialogs.list',
      'dialogs.folders',
      'posts.scheduled',
    ].map((name) => ({ name, input: {} }) as Call),
    ...(['people.incoming', 'people.outgoing', 'people.blocked', 'people.notifications'] as const).map(
      (name): Call => ({
        name,
        input: { limit },
      }),
    ),
    ...(['files.list', 'photos.list', 'music.tracks'] as const).map((name): Call => ({
      name,
      input: { limit },
    })),
    ...people.flatMap(({ id: user }): Call[] => [
      { name: 'people.get', input: { user } },
      { name: 'people.gifts', input: { user, limit } },
      { name: 'posts.list', input: { user, limit } },
      { name: 'music.of', input: { user, limit } },
      { name: 'music.playlists', input: { user } },
      { name: 'photos.of', input: { user, limit } },
    ]),
    ...world.dialogs.flatMap((dialog_id): Call[] => [
      { name: 'dialogs.get', input: { dialog_id } },
      { name: 'dialogs.members', input: { dialog_id, limit } },
      { name: 'dialogs.messages', input: { dialog_id, limit } },
      { name: 'dialogs.invites', input: { dialog_id } },
      { name: 'dialogs.scheduled', input: { dialog_id } },
      ...kinds.map((kind): Call => ({ name: 'dialogs.shared', input: { dialog_id, kind, limit } })),
    ]),
    ...world.messages.flatMap((message_id): Call[] => [
      { name: 'dialogs.versions', input: { message_id } },
      // Replies in threads are not among the messages of their dialog.
      { name: 'dialogs.message', input: { message_id } },
    ]),
    ...world.posts.flatMap((post_id): Call[] => [
      { name: 'posts.get', input: { post_id } },
      { name: 'posts.comments', input: { post_id, limit } },
    ]),
    ...world.playlists.map((playlist_id): Call => ({ name: 'music.playlist', input: { playlist_id } })),
    ...libraries.tracks.map((track_id): Call => ({ name: 'music.track', input: { track_id } })),
    ...libraries.photos.map((photo_id): Call => ({ name: 'photos.get', input: { photo_id } })),
    ...libraries.files.map((file_id): Call => ({ name: 'files.get', input: { file_id } })),
  ];
}

/** IDs are larger than any count, time or setting. */
const SMALLEST_ID = 10 ** 12;

/** The texts and IDs in a value, also in the JSON that some columns hold. */
function partsOf(value: unknown): (string | number)[] {
  if (typeof value === 'number') return value >= SMALLEST_ID ? [value] : [];
  if (typeof value === 'string') {
    if (/^[[{]/.test(value)) return partsOf(JSON.parse(value));
    return value === '' ? [] : [value];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(partsOf);
}
