import { expect, test } from 'vitest';
import { COVERAGE } from '../../electron/replica/coverage';
import { endpointOf, type Input, type Name } from '../../shared/contract';
import { replicaWorld, type World } from './pending/world';

/** An input of each read that a replica answers. */
function readsOf(w: World): { [N in Name]?: Input<N> } {
  const user = '@me';
  const dialog = { dialog_id: w.group };
  return {
    'account.preferences': {},
    'community.get': {},
    'dialogs.calendar': { from: w.starts, to: w.starts + 1 },
    'dialogs.find': { mask: 'Group' },
    'dialogs.folders': {},
    'dialogs.get': dialog,
    'dialogs.invites': dialog,
    'dialogs.list': {},
    'dialogs.members': dialog,
    'dialogs.message': { message_id: w.last },
    'dialogs.messages': dialog,
    'dialogs.pinned': dialog,
    'dialogs.scheduled': dialog,
    'dialogs.searchMessages': { mask: 'Last' },
    'dialogs.shared': { ...dialog, kind: 'photos' },
    'dialogs.sharedCounts': dialog,
    'dialogs.versions': { message_id: w.last },
    'files.folders': {},
    'files.get': { file_id: w.file },
    'files.list': {},
    'music.find': { mask: 'track' },
    'music.of': { user },
    'music.playlist': { playlist_id: w.filled },
    'music.playlists': { user },
    'music.some': { ids: [w.track] },
    'music.track': { track_id: w.track },
    'music.tracks': {},
    'people.blocked': {},
    'people.find': { query: 'Cleo', online: false },
    'people.followers': { user },
    'people.friends': { user: w.ben.id },
    'people.get': { user: 'cleo' },
    'people.gifts': { user },
    'people.incoming': {},
    'people.me': {},
    'people.notifications': {},
    'people.outgoing': {},
    'people.relationships': { user: w.ben.id },
    'people.subscriptions': { user },
    'photos.get': { photo_id: w.photo },
    'photos.list': {},
    'photos.of': { user },
    'photos.some': { ids: [w.photo] },
    'posts.all': {},
    'posts.comments': { post_id: w.post },
    'posts.find': { mask: 'Post' },
    'posts.get': { post_id: w.post },
    'posts.getComment': { comment_id: w.comment },
    'posts.list': { user, feed: true },
    'posts.scheduled': {},
    'search.all': { mask: 'Ann' },
    'stickers.pack': { pack_id: w.pack },
    'stickers.packs': {},
    'videos.get': { video_id: w.video },
    'videos.list': {},
  } as { [N in Name]?: Input<N> };
}

test('a replica answers every read of the pages while the host is away', async () => {
  const w = await replicaWorld();
  const reads = readsOf(w);
  expect(Object.keys(reads).toSorted()).toEqual(Object.keys(COVERAGE).toSorted());
  for (const [name, input] of Object.entries(reads) as [Name, unknown][]) {
    const answer = await w.reader.asLastSeen(name, input);
    expect.soft(answer, name).toBeDefined();
    const { success, error } = endpointOf(name).output.safeParse(answer);
    expect.soft(success, `${name}: ${error?.message}`).toBe(true);
    const host: unknown = await w.ann.call(name, input as never);
    if (Array.isArray(host) && host.length > 0 && !HOST_KNOWS_MORE.has(name))
      expect.soft((answer as unknown[] | undefined)?.length, name).toBe(host.length);
  }
  await w.replica.close();
});

/** Lists in which the host has more than a person's replica. */
const HOST_KNOWS_MORE: ReadonlySet<Name> = new Set<Name>(['people.friends']);
