import type { Name, Output, Parsed } from '../../shared/contract';
import type { MessageModel } from '../../shared/contract/records';
import type { Holdings } from './holding-queries';

/** Whether a replica held everything that an answer needed. */
export type Coverage<N extends Name> = (holds: Holdings, input: Parsed<N>, answer: Output<N>) => boolean;

/**
 * The calls that a replica can answer, and when an answer is complete. All others go to the host: administration,
 * sessions, apps, the shop. Those that are `asLastSeen` are answered by a replica while the host is away: what they
 * show changes without an event to everybody, such as counts and views, or is held only in part.
 */
export const COVERAGE: { [N in Name]?: Coverage<N> } = {
  'account.preferences': asLastSeen,
  'community.get': asLastSeen,
  'dialogs.calendar': asLastSeen,
  'dialogs.find': asLastSeen,
  'dialogs.folders': isOwnWhole,
  'dialogs.get': (holds, { dialog_id }, dialog) => isDialogHeld(holds, dialog_id) && !endsWithPost(dialog),
  'dialogs.invites': asLastSeen,
  'dialogs.list': (holds, _, dialogs) => holds.hasAllUnread() && !dialogs.some(endsWithPost),
  'dialogs.members': asLastSeen,
  'dialogs.message': (holds, _, message) => areMessagesHeld(holds, message.Dialog.ID, 1, [message]),
  'dialogs.messages': isPageHeld,
  'dialogs.pinned': asLastSeen,
  'dialogs.scheduled': asLastSeen,
  'dialogs.searchMessages': asLastSeen,
  'dialogs.shared': asLastSeen,
  'dialogs.sharedCounts': asLastSeen,
  'dialogs.versions': asLastSeen,
  'files.folders': isOwnWhole,
  'files.get': asLastSeen,
  'files.list': isOwnWhole,
  'music.find': asLastSeen,
  'music.of': asLastSeen,
  'music.playlist': asLastSeen,
  'music.playlists': asLastSeen,
  'music.some': asLastSeen,
  'music.track': asLastSeen,
  'music.tracks': isOwnWhole,
  'people.blocked': asLastSeen,
  'people.find': asLastSeen,
  'people.followers': asLastSeen,
  'people.friends': asLastSeen,
  'people.get': (holds, _, person) => holds.follows(person.ID),
  'people.gifts': asLastSeen,
  'people.incoming': asLastSeen,
  'people.me': asLastSeen,
  'people.notifications': asLastSeen,
  'people.outgoing': asLastSeen,
  'people.relationships': asLastSeen,
  'people.subscriptions': asLastSeen,
  'photos.get': asLastSeen,
  'photos.list': isOwnWhole,
  'photos.of': asLastSeen,
  'photos.some': asLastSeen,
  'posts.all': asLastSeen,
  'posts.comments': asLastSeen,
  'posts.find': asLastSeen,
  'posts.get': asLastSeen,
  'posts.getComment': asLastSeen,
  'posts.list': asLastSeen,
  'posts.scheduled': asLastSeen,
  'search.all': asLastSeen,
  'stickers.pack': asLastSeen,
  'stickers.packs': asLastSeen,
  'videos.get': asLastSeen,
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

/** Whether a message shows a post, whose likes and comments change without an event to everybody who can see it. */
function showsPost({ Repost, Attachments, ReplyTo }: MessageModel): boolean {
  const isAttached = Attachments.some((attachment) => attachment.Type === 'post');
  return Repost !== null || isAttached || (ReplyTo !== null && showsPost(ReplyTo));
}

/** Whether a message shows a quiz that reveals its answer at a time, without an event. */
function hidesAnswer({ Poll: poll, ReplyTo: source }: MessageModel): boolean {
  const isHidden = poll?.Quiz === true && poll.Correct === null && poll.Closes > 0;
  return isHidden || (source !== null && hidesAnswer(source));
}

function endsWithPost({ LastMessage }: { LastMessage: MessageModel | null }): boolean {
  return LastMessage !== null && (showsPost(LastMessage) || hidesAnswer(LastMessage));
}

function isPageHeld(
  holds: Holdings,
  input: Parsed<'dialogs.messages'>,
  messages: readonly MessageModel[],
): boolean {
  const { dialog_id: dialog, around_id: target, limit } = input;
  // The message may be newer than what was synced last.
  if (target > 0 && !messages.some(({ ID }) => ID === target)) return false;
  return areMessagesHeld(holds, dialog, limit, messages) && isStartHeld(holds, input, messages);
}

/** Whether a page begins among the messages that are held without a hole, not with the first ones after the hole. */
function isStartHeld(
  holds: Holdings,
  input: Parsed<'dialogs.messages'>,
  messages: readonly MessageModel[],
): boolean {
  const { dialog_id: dialog, thread, after_id, around_id, around_time, around_unread, limit } = input;
  const filledTo = holds.scope('dialog', dialog)?.filledTo ?? 0;
  // The whole dialog is held, or the whole thread because it begins among the held messages.
  if (filledTo <= thread) return true;
  if (!around_unread && around_time === 0 && around_id === 0) return after_id === 0 || after_id >= filledTo;
  const mark = thread > 0 ? holds.threadMark(dialog, thread) : holds.readMark(dialog);
  const center = centerOf(input, messages, mark);
  // More than half are newer if the older ones are not held.
  return messages.filter(({ ID }) => ID > center).length <= limit / 2;
}

/** The ID of the message around which a page was read; 0 if there is none. */
function centerOf(
  { around_id, around_time, around_unread }: Parsed<'dialogs.messages'>,
  messages: readonly MessageModel[],
  mark: number,
): number {
  if (around_unread) return mark;
  if (around_time === 0) return around_id;
  return messages.findLast(({ Timestamp }) => Timestamp >= around_time)?.ID ?? 0;
}

/** Channels count who has read each message, which only the host knows. */
function areMessagesHeld(
  holds: Holdings,
  dialog: number,
  limit: number,
  messages: readonly MessageModel[],
): boolean {
  const scope = holds.scope('dialog', dialog);
  if (!scope || holds.isChannel(dialog) || messages.some((one) => showsPost(one) || hidesAnswer(one)))
    return false;
  if (scope.state === 'whole') return true;
  const oldest = Math.min(...messages.map((message) => message.ID));
  return scope.state === 'held' && messages.length === limit && oldest >= scope.filledTo;
}
