import type {
  DialogModel,
  File,
  MessageModel,
  Photo,
  Playlist,
  PostModel,
  Track,
  UserModel,
  Video,
} from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { dialogsOf } from '../dialogs/records';
import { searchDialogs } from '../dialogs/search-queries';
import { filesOf } from '../files/records';
import { messagesById } from '../messages/records';
import { searchMessageIds } from '../messages/search-queries';
import { playlistsOf } from '../music/playlist-records';
import { listFindableTracks, searchTrackIds } from '../music/track-queries';
import { tracksOf } from '../music/track-records';
import { userList } from '../people/records';
import { searchPeople } from '../people/search-queries';
import { photosOf } from '../photos/records';
import { postList } from '../posts/records';
import { searchPostIds } from '../posts/search-queries';
import { videosOf } from '../videos/records';
import { searchItemIds, type ItemKind } from './item-queries';

/** A search whose person and dialog the caller may know of. */
export interface SearchQuestion {
  viewer: number;
  mask: string | undefined;
  /** The dialogs to search: all of the viewer's, or `dialog`. */
  dialogs: readonly number[];
  dialog: number | undefined;
  from: number | undefined;
  has: readonly string[];
  /** The range of IDs: from `first` on, below `before`. */
  first: number;
  before: number;
  limit: number;
  offset: number;
}

/** Finds the results of each kind, as the viewer may see them. */
export const finders = {
  people: findPeople,
  dialogs: findDialogs,
  messages: findMessages,
  posts: findPosts,
  tracks: findTracks,
  playlists: findPlaylists,
  photos: findPhotos,
  videos: findVideos,
  files: findFiles,
};

async function findPeople(ctx: ReadContext, question: SearchQuestion): Promise<UserModel[]> {
  const { viewer, mask, limit, offset } = question;
  return userList(ctx, await searchPeople(ctx.db, { ...ANY_PERSON, viewer, query: mask, limit, offset }));
}

/** Also finds the viewer's private groups and channels. */
async function findDialogs(ctx: ReadContext, question: SearchQuestion): Promise<DialogModel[]> {
  const { viewer, mask, limit, offset } = question;
  return dialogsOf(ctx, await searchDialogs(ctx.db, { ...ANY_DIALOG, mask, member: viewer, limit, offset }));
}

async function findMessages(ctx: ReadContext, question: SearchQuestion): Promise<MessageModel[]> {
  await ctx.messageIndex.settled();
  const ids = await searchMessageIds(ctx.db, question);
  return inOrder(ids, await messagesById(ctx, ids));
}

async function findPosts(ctx: ReadContext, question: SearchQuestion): Promise<PostModel[]> {
  return postList(ctx, await searchPostIds(ctx.db, question));
}

/** Without words and an owner there is nothing to rank tracks by. */
async function findTracks(ctx: ReadContext, question: SearchQuestion): Promise<Track[]> {
  const { mask, from } = question;
  if (mask === undefined && from === undefined) return [];
  const ids =
    mask === undefined
      ? await listFindableTracks(ctx.db, { ...question, from: from ?? 0 })
      : await searchTrackIds(ctx.db, { ...question, mask });
  return inOrder(ids, await tracksOf(ctx, ids));
}

async function findPlaylists(ctx: ReadContext, question: SearchQuestion): Promise<Playlist[]> {
  const ids = await itemIds(ctx, 'playlist', question);
  return inOrder(ids, await playlistsOf(ctx, ids));
}

async function findPhotos(ctx: ReadContext, question: SearchQuestion): Promise<Photo[]> {
  const ids = await itemIds(ctx, 'photo', question);
  return inOrder(ids, await photosOf(ctx, ids));
}

async function findVideos(ctx: ReadContext, question: SearchQuestion): Promise<Video[]> {
  const ids = await itemIds(ctx, 'video', question);
  return inOrder(ids, await videosOf(ctx, ids));
}

async function findFiles(ctx: ReadContext, question: SearchQuestion): Promise<File[]> {
  const ids = await itemIds(ctx, 'file', question);
  return inOrder(ids, await filesOf(ctx, ids, { withShared: true }));
}

function itemIds(ctx: ReadContext, kind: ItemKind, question: SearchQuestion): Promise<number[]> {
  return searchItemIds(ctx.db, { ...question, kind });
}

function inOrder<T>(ids: readonly number[], records: ReadonlyMap<number, T>): T[] {
  return ids.flatMap((id) => records.get(id) ?? []);
}

const ANY_PERSON = {
  sort: 0,
  works: undefined,
  country: undefined,
  region: undefined,
  city: undefined,
  relationships: undefined,
  avatar: false,
  strangers: false,
  present: undefined,
};

const ANY_DIALOG = { sort: 0, type: 0, country: 0, topic: 0 };
