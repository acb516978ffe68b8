import type { Given } from '../../../shared/client/given';
import type { Output } from '../../../shared/contract';
import { searchKinds, type SearchKind } from '../../../shared/search';
import { dialogHit, messageHit, personHit, postHit, type Hit } from './hits';
import { fileHit, photoHit, playlistHit, trackHit, videoHit } from './media-hits';

/** The answer of the search call. */
export type Found = Output<'search.all'>;

/** No results of any kind. */
export const NOTHING: Found = {
  People: [],
  Dialogs: [],
  Messages: [],
  Posts: [],
  Tracks: [],
  Playlists: [],
  Photos: [],
  Videos: [],
  Files: [],
};

/** Returns the hits of one kind; `words` are marked in them. */
export function hitsOf(found: Found, kind: SearchKind, words: string): Hit[] {
  switch (kind) {
    case 'people':
      return found.People.map(personHit);
    case 'dialogs':
      return found.Dialogs.map(dialogHit);
    case 'messages':
      return found.Messages.map((message) => messageHit(message, words));
    case 'posts':
      return found.Posts.map((post) => postHit(post, words));
    case 'tracks':
      return found.Tracks.map(trackHit);
    case 'playlists':
      return found.Playlists.map(playlistHit);
    case 'photos':
      return found.Photos.map((photo, place) => photoHit(photo, found.Photos, place));
    case 'videos':
      return found.Videos.map(videoHit);
    case 'files':
      return found.Files.map(fileHit);
  }
}

/** Returns the number of results of all kinds. */
export function sizeOf(found: Found): number {
  return searchKinds.reduce((sum, kind) => sum + listOf(found, kind).length, 0);
}

/** Appends the next page of one kind. Ranked lists may have moved meanwhile, so repeated results are left out. */
export function withPage(earlier: Found, page: Found): Found {
  return {
    People: joined(earlier.People, page.People),
    Dialogs: joined(earlier.Dialogs, page.Dialogs),
    Messages: joined(earlier.Messages, page.Messages),
    Posts: joined(earlier.Posts, page.Posts),
    Tracks: joined(earlier.Tracks, page.Tracks),
    Playlists: joined(earlier.Playlists, page.Playlists),
    Photos: joined(earlier.Photos, page.Photos),
    Videos: joined(earlier.Videos, page.Videos),
    Files: joined(earlier.Files, page.Files),
  };
}

/** The part of the input that asks for what follows the earlier results of a kind. */
export function nextPage(earlier: Found, kind: SearchKind, size: number): Given<'search.all'> {
  const list = listOf(earlier, kind);
  if (kind === 'people' || kind === 'dialogs' || kind === 'tracks') {
    return { page: Math.ceil(list.length / size) };
  }
  return { last_id: list.at(-1)?.ID ?? 0 };
}

function listOf(found: Found, kind: SearchKind): readonly { ID: number }[] {
  return found[capitalized(kind)];
}

/** Returns the field of an answer that has what was found of a kind: `People` for `people`. */
function capitalized<Kind extends string>(kind: Kind): Capitalize<Kind> {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as Capitalize<Kind>;
}

function joined<T extends { ID: number }>(earlier: readonly T[], page: readonly T[]): T[] {
  const known = new Set(earlier.map(({ ID }) => ID));
  return [...earlier, ...page.filter(({ ID }) => !known.has(ID))];
}
