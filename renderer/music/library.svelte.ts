import { SvelteSet } from 'svelte/reactivity';
import type { Playlist, Track } from '../../shared/contract/records';
import type { Route } from '../../shared/routes';
import { Attempt, EventSubscription, isOutdating, session, tracks, type ServerEvent } from '../api';
import { myMusic } from '../player';

type MusicRoute = Extract<Route, { view: 'music' }>;

/** The tracks of an album or an artist. */
export interface MusicGroup {
  name: string;
  /** The artist of an album; empty for an artist. */
  artist: string;
  cover: number;
  tracks: readonly Track[];
}

/** The person's tracks and playlists, and the albums and artists derived from the tracks. */
export class Library {
  readonly loading = new Attempt();
  readonly #events = new EventSubscription((event) => this.#handle(event));
  #playlists = $state.raw<readonly Playlist[]>([]);
  #isLoaded = $state(false);
  query = $state('');

  readonly #tracks = $derived(myMusic.ids.flatMap((id) => (hidden.has(id) ? [] : (tracks.get(id) ?? []))));
  readonly #found = $derived(this.#tracks.filter(matcher(this.query)));
  readonly #albums = $derived(
    groupsOf(
      this.#tracks.filter((track) => track.Release),
      (track) => [track.Release, track.Author],
    ),
  );
  readonly #artists = $derived(
    groupsOf(
      this.#tracks.filter((track) => track.Author),
      (track) => [track.Author, ''],
    ),
  );
  readonly #shown = $derived(this.#playlists.filter((playlist) => !hidden.has(playlist.ID)));

  get isLoaded(): boolean {
    return this.#isLoaded;
  }
  /** All tracks, newest first. */
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  /** The tracks that match `query`. */
  get found(): readonly Track[] {
    return this.#found;
  }
  get albums(): readonly MusicGroup[] {
    return this.#albums;
  }
  get artists(): readonly MusicGroup[] {
    return this.#artists;
  }

  /** The album or artist at an address; undefined if none of the tracks is theirs. */
  groupOf({ shelf, name, artist = '' }: Omit<MusicRoute, 'view'>): MusicGroup | undefined {
    if (shelf !== 'albums' && shelf !== 'artists') return undefined;
    return this[shelf].find((group) => group.name === name && group.artist === artist);
  }

  /** The albums or artists, whole, of which a track matches `query`. */
  foundGroups(shelf: 'albums' | 'artists'): readonly MusicGroup[] {
    const found = new Set(this.#found);
    return this[shelf].filter(({ tracks }) => tracks.some((track) => found.has(track)));
  }

  /** The own playlists without My Music, newest first, then the followed ones of others. */
  get playlists(): readonly Playlist[] {
    return this.#shown;
  }

  get ownPlaylists(): readonly Playlist[] {
    return this.#shown.filter(isOwn);
  }

  /** Loads it and keeps it up to date; returns the function that stops it. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  async load(): Promise<void> {
    await this.loading.refresh(async () => {
      await myMusic.load();
      await this.#events.request(
        (call) =>
          Promise.all([
            call('music.playlists', { user: '@me' }),
            tracks.ready(myMusic.ids.slice(0, SEEN_FIRST)),
          ]),
        ([playlists]) => {
          this.#playlists = playlists.filter((playlist) => playlist.ID !== myMusic.playlist);
          this.#isLoaded = true;
        },
      );
    });
  }

  #handle(event: ServerEvent): void {
    if (isOutdating(event)) void this.load();
    if (event.Type === 'playlist') this.#take(event.ID, event.Playlist);
  }

  isHidden(id: number): boolean {
    return hidden.has(id);
  }

  /** Hides a track or playlist before it is removed. Returns the function that shows it again. */
  hide(id: number): () => void {
    hidden.add(id);
    return () => hidden.delete(id);
  }

  #take(id: number, playlist: Playlist | null): void {
    if (id === myMusic.playlist) return;
    const isKnown = this.#playlists.some((one) => one.ID === id);
    const isListed = playlist && (isOwn(playlist) || playlist.Followed);
    if (!isListed) this.#playlists = this.#playlists.filter((one) => one.ID !== id);
    else if (isKnown) this.#playlists = this.#playlists.map((one) => (one.ID === id ? playlist : one));
    else if (isOwn(playlist)) this.#playlists = [playlist, ...this.#playlists];
    else
      this.#playlists = [...this.#playlists.filter(isOwn), playlist, ...this.#playlists.filter(isFollowed)];
  }
}

function isOwn({ Author }: Playlist): boolean {
  return Author.ID === session.id;
}

function isFollowed(playlist: Playlist): boolean {
  return !isOwn(playlist);
}

/**
 * Ids of removed tracks and playlists while the removal can be undone. Module-level, so that it survives leaving the
 * view.
 */
const hidden = new SvelteSet<number>();

/** Number of tracks to load before the first render; the rest of a large collection loads afterwards. */
const SEEN_FIRST = 200;

/** Returns a filter for tracks whose name, artist or album contains every term of the query. */
function matcher(query: string): (track: Track) => boolean {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return () => true;
  return ({ Name, Author, Release }) => {
    const searchText = `${Name} ${Author} ${Release}`.toLocaleLowerCase();
    return wanted.every((word) => searchText.includes(word));
  };
}

function groupsOf(all: readonly Track[], named: (track: Track) => [string, string]): MusicGroup[] {
  const groups = Map.groupBy(all, (track) => named(track).join('\u0000'));
  return [...groups.values()]
    .map((some) => {
      const [name, artist] = named(some[0]!);
      // Newest tracks have the highest ids; an album plays from its first track.
      const inOrder = [...some].sort((one, other) => one.ID - other.ID);
      return { name, artist, cover: inOrder.find((track) => track.Cover)?.Cover ?? 0, tracks: inOrder };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
