import { endpointOf, isName, type Name } from '../../shared/contract';

/**
 * The writes that may wait in an outbox until the host answers. Others need its answer at once: they concern the
 * session, coins, invitations or administration, or would join a dialog that nobody can show yet.
 */
export const QUEUED_CALLS = [
  'dialogs.send',
  'dialogs.editMessage',
  'dialogs.deleteMessage',
  'dialogs.react',
  'dialogs.unreact',
  'dialogs.vote',
  'dialogs.closePoll',
  'dialogs.answerEvent',
  'dialogs.editEvent',
  'dialogs.cancelEvent',
  'dialogs.pinMessage',
  'dialogs.unpinMessage',
  'dialogs.read',
  'dialogs.readThread',
  'dialogs.followThread',
  'dialogs.unfollowThread',
  'dialogs.pin',
  'dialogs.orderPins',
  'dialogs.archive',
  'dialogs.createFolder',
  'dialogs.updateFolder',
  'dialogs.putInFolder',
  'dialogs.takeFromFolder',
  'dialogs.orderFolders',
  'dialogs.removeFolder',
  'dialogs.mute',
  'dialogs.update',
  'posts.create',
  'posts.edit',
  'posts.remove',
  'posts.like',
  'posts.comment',
  'posts.removeComment',
  'posts.likeComment',
  'people.subscribe',
  'people.ignore',
  'people.block',
  'people.unblock',
  'people.readNotifications',
  'music.createPlaylist',
  'music.updatePlaylist',
  'music.removePlaylist',
  'music.followPlaylist',
  'music.unfollowPlaylist',
  'music.addTrack',
  'music.keepTrack',
  'music.moveTrack',
  'music.dropTrack',
  'music.updateTrack',
  'music.removeTrack',
  'account.updateProfile',
  'account.updatePreferences',
  'files.update',
  'files.remove',
  'files.markHeard',
  'photos.update',
  'photos.remove',
  'videos.update',
  'videos.remove',
  'files.upload',
  'photos.upload',
  'music.upload',
  'videos.upload',
] as const satisfies readonly Name[];

/** A call that may wait in an outbox. */
export type QueuedName = (typeof QUEUED_CALLS)[number];

/** Whether a call may wait in an outbox. */
export function isQueued(name: Name): name is QueuedName {
  return QUEUED.has(name);
}

/**
 * Returns the IDs that a call created, in the order of their creation, as far as its result shows them. It shows the
 * first one at most, the `ID` of the new record. Later ones belong to attachments and notifications.
 */
export function createdIds(name: string, result: unknown): number[] {
  if (!isName(name) || !CREATING.has(name)) return [];
  const { ID } = (result ?? {}) as { ID?: unknown };
  return Number.isSafeInteger(ID) ? [ID as number] : [];
}

/** The field of a call's input that names an upload; null if it has none. */
export function uploadPartOf(name: Name): string | null {
  return endpointOf(name).upload?.part ?? null;
}

const QUEUED: ReadonlySet<Name> = new Set(QUEUED_CALLS);

/** The calls whose result has the `ID` of a new record. */
const CREATING: ReadonlySet<Name> = new Set<QueuedName>([
  'dialogs.send',
  'dialogs.createFolder',
  'posts.create',
  'posts.comment',
  'music.createPlaylist',
  'files.upload',
  'photos.upload',
  'music.upload',
  'videos.upload',
]);
