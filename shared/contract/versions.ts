import type { Input, Name, Output, Parsed } from '.';
import { ProfileChanges } from './account';
import type { Attachment, UserModel } from './records';

/** Values by the input keys of the call that changes them. */
export type Version = Record<string, unknown>;

/** How to read the current version of what an edit changes: by a call, and as values that the edit could set again. */
export interface VersionedEdit {
  read: Name;
  inputFor: (edit: Record<string, unknown>) => Record<string, unknown>;
  versionOf: (record: unknown) => Version;
}

/** Returns how to read the current version of what a call edits; null if the call takes no `ifVersion`. */
export function versionedEditOf(name: string): VersionedEdit | null {
  return EDITS.get(name) ?? null;
}

/** Returns the values of those keys that another version has too. */
export function pickVersion(version: Version, keys: Record<string, unknown>): Version {
  return Object.fromEntries(Object.entries(version).filter(([key]) => Object.hasOwn(keys, key)));
}

/** Of two changes of the own online status, the later one is always meant. */
const PROFILE_KEYS = new Set(Object.keys(ProfileChanges.omit({ onlineStatus: true }).shape));

/** The order of a playlist's tracks is left out: it can only be changed for the tracks that are there. */
const EDITS: ReadonlyMap<string, VersionedEdit> = new Map([
  edit(
    'dialogs.editMessage',
    'dialogs.message',
    ({ message_id }) => ({ message_id }),
    (message) => ({
      text: message.Text,
      photos_list: message.Photos,
      attachments: attachmentsIn(message.Attachments),
      timestamp: message.Timestamp,
    }),
  ),
  edit(
    'posts.edit',
    'posts.get',
    ({ post_id }) => ({ post_id }),
    (post) => ({
      content: post.Content,
      text: post.Content,
      photos_list: post.Photos,
      attachments: attachmentsIn(post.Attachments),
      language: post.Language,
      nsfw: post.Nsfw,
      audience: post.Audience ?? 0,
      comments_closed: post.CommentsClosed ?? false,
      repost: post.Repost?.ID ?? 0,
      timestamp: post.Timestamp,
    }),
  ),
  edit(
    'dialogs.update',
    'dialogs.get',
    ({ dialog_id }) => ({ dialog_id }),
    (dialog) => ({
      name: dialog.Name,
      description: dialog.Description,
      avatar: dialog.Avatar,
      topic: dialog.Topic,
      country: dialog.Country,
      private: dialog.Private,
      link: dialog.Link,
    }),
  ),
  edit('account.updateProfile', 'people.me', () => ({}), profileVersion),
  edit(
    'music.updatePlaylist',
    'music.playlist',
    ({ playlist_id }) => ({ playlist_id }),
    (playlist) => ({
      name: playlist.Name,
      release: playlist.Release,
      description: playlist.Description,
      cover: playlist.Cover,
      private: playlist.Private,
    }),
  ),
  edit(
    'music.updateTrack',
    'music.track',
    ({ track_id }) => ({ track_id }),
    (track) => ({
      name: track.Name,
      author: track.Author,
      release: track.Release,
      cover: track.Cover,
      genre: track.Genre,
      text: track.Text,
      explicit: track.Explicit === 1,
    }),
  ),
  edit(
    'photos.update',
    'photos.get',
    ({ photo_id }) => ({ photo_id }),
    ({ Caption }) => ({ caption: Caption }),
  ),
  edit(
    'files.update',
    'files.get',
    ({ file_id }) => ({ file_id }),
    ({ Name: name, Folder: folder }) => ({
      name,
      folder,
    }),
  ),
  edit(
    'videos.update',
    'videos.get',
    ({ video_id }) => ({ video_id }),
    (video) => ({
      name: video.Name,
      description: video.Description,
      preview: video.Preview,
    }),
  ),
]);

function edit<N extends Name, R extends Name>(
  name: N,
  read: R,
  inputFor: (edit: Parsed<N>) => Input<R>,
  versionOf: (record: Output<R>) => Partial<Record<Exclude<keyof Parsed<N>, 'ifVersion'>, unknown>>,
): [string, VersionedEdit] {
  return [name, { read, inputFor, versionOf } as unknown as VersionedEdit];
}

function attachmentsIn(attachments: readonly Attachment[]): unknown[] {
  return attachments.flatMap(({ Type, Item }) => (Item ? [{ Type, Item: Item.ID }] : []));
}

/** The record names each editable field like the input, but with a capital letter. */
function profileVersion(person: UserModel): Version {
  const entries = Object.entries(person).map(([key, value]) => [
    key.charAt(0).toLowerCase() + key.slice(1),
    value,
  ]);
  return Object.fromEntries(entries.filter(([key]) => PROFILE_KEYS.has(String(key)))) as Version;
}
