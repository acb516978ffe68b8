import type { Name, Output, Parsed } from '../../shared/contract';
import type { MessageModel, PostModel } from '../../shared/contract/records';
import type { Holdings } from './holding-queries';

/** Whether a replica held everything that an answer needed. */
export type Coverage<N extends Name> = (holds: Holdings, input: Parsed<N>, answer: Output<N>) => boolean;

/**
 * The calls that a replica can answer, and when an answer is complete. All others go to the host: searches of everybody,
 * administration. `asLastSeen` are those that show counts of others' walls, which change without a word to everybody: a
 * replica answers them while the host is away.
 */
export const COVERAGE: { [N in Name]?: Coverage<N> } = {
  'dialogs.list': (holds) => holds.hasAllUnread(),
  'dialogs.get': (holds, { dialog_id }) => isDialogHeld(holds, dialog_id),
  'dialogs.members': asLastSeen,
  'dialogs.messages': (holds, { dialog_id, limit }, messages) =>
    areMessagesHeld(holds, dialog_id, limit, messages),
  'dialogs.message': (holds, _, message) => areMessagesHeld(holds, message.Dialog.ID, 1, [message]),
  'people.get': (holds, _, person) => holds.follows(person.ID),
  'people.incoming': asLastSeen,
  'people.outgoing': asLastSeen,
  'people.notifications': asLastSeen,
  'posts.get': (holds, _, post) => arePostsHeld(holds, wallOf(post), 1, [post]),
  'posts.list': (holds, { user, limit, feed }, posts) => {
    const wall = holds.personOf(user);
    return !feed && wall !== undefined && arePostsHeld(holds, wall, limit, posts);
  },
  'files.list': isOwnWhole,
  'files.folders': isOwnWhole,
  'photos.list': isOwnWhole,
  'music.tracks': isOwnWhole,
  'videos.list': isOwnWhole,
};

/** The coverage of calls that a replica never answers completely. */
export function asLastSeen(): boolean {
  return false;
}

function isOwnWhole(holds: Holdings): boolean {
  return holds.own()?.state === 'whole';
}

function isDialogHeld(holds: Holdings, dialog: number): boolean {
  const state = holds.scope('dialog', dialog)?.state;
  return state === 'whole' || state === 'held';
}

/** Channels count who has read each message, which only the host knows. */
function areMessagesHeld(
  holds: Holdings,
  dialog: number,
  limit: number,
  messages: readonly MessageModel[],
): boolean {
  const scope = holds.scope('dialog', dialog);
  if (!scope || holds.isChannel(dialog)) return false;
  if (scope.state === 'whole') return true;
  const oldest = Math.min(...messages.map((message) => message.ID));
  return scope.state === 'held' && messages.length === limit && oldest >= scope.filledTo;
}

function arePostsHeld(holds: Holdings, wall: number, limit: number, posts: readonly PostModel[]): boolean {
  const scope = holds.scope('wall', wall);
  if (!scope) return false;
  if (scope.state === 'whole') return true;
  const oldest = Math.min(...posts.map((post) => post.ID));
  return scope.state === 'held' && posts.length === limit && oldest >= scope.filledTo;
}

function wallOf(post: PostModel): number {
  return (post.Target ?? post.Author).ID;
}
