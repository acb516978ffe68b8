import { SvelteSet } from 'svelte/reactivity';
import type { Playlist, Track } from '../../shared/contract/records';
import { Attempt, EventSubscription, tracks, type ServerEvent } from '../api';
import { myMusic } from '../player';

/** Tracks that belong together: an album or an artist. */
export interface MusicGroup {
  name: string;
  /** Whose an album is; empty for an artist. */
  artist: string;
  cover: number;
  tracks: readonly Track[];
}

/** The own music and playlists, and how the music falls into albums and artists. */
export class Library {
  readonly reading = new Attempt();
  readonly #events = new EventSubscription((event) => this.#handle(event));
  #playlists = $state.raw<readonly Playlist[]>([]);
  #isRead = $state(false);
  query = $state('');

  readonly #tracks = $derived(myMusic.ids.flatMap((id) => (hidden.has(id) ? [] : (tracks.of(id) ?? []))));
  readonly #found = $derived(this.#tracks.filter(matcher(this.query)));
  readonly #albums = $derived(
    groupsOf(
      this.#found.filter((track) => track.Release),
      (track) => [track.Release, track.Author],
    ),
  );
  readonly #artists = $derived(
    groupsOf(
      this.#found.filter((track) => track.Author),
      (track) => [track.Author, ''],
    ),
  );
  readonly #shown = $derived(this.#playlists.filter((playlist) => !hidden.has(playlist.ID)));

  get isRead(): boolean {
    return this.#isRead;
  }
  /** All of it, newest first. */
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  /** Those of it that hold the words that are looked for. */
  get found(): readonly Track[] {
    return this.#found;
  }
  get albums(): readonly MusicGroup[] {
    return this.#albums;
  }
  get artists(): readonly MusicGroup[] {
    return this.#artists;
  }
  /** The own playlists but the one that holds all, newest first. */
  get playlists(): readonly Playlist[] {
    return this.#shown;
  }

  /** Loads it and keeps it up to date; returns the function that stops it. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  async load(): Promise<void> {
    await this.reading.refresh(async () => {
      await myMusic.load();
      await this.#events.request(
        (call) =>
          Promise.all([
            call('music.playlists', { user: '@me' }),
            tracks.ready(myMusic.ids.slice(0, SEEN_FIRST)),
          ]),
        ([playlists]) => {
          this.#playlists = playlists.filter((playlist) => playlist.ID !== myMusic.playlist);
          this.#isRead = true;
        },
      );
    });
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    if (event.Type === 'playlist') this.#take(event.ID, event.Playlist);
  }

  isHidden(id: number): boolean {
    return hidden.has(id);
  }

  /** Shows a track or playlist no more, before it is removed. Gives the way back. */
  hide(id: number): () => void {
    hidden.add(id);
    return () => hidden.delete(id);
  }

  #take(id: number, playlist: Playlist | null): void {
    if (id === myMusic.playlist) return;
    const isKnown = this.#playlists.some((one) => one.ID === id);
    if (!playlist) this.#playlists = this.#playlists.filter((one) => one.ID !== id);
    else if (isKnown) this.#playlists = this.#playlists.map((one) => (one.ID === id ? playlist : one));
    else this.#playlists = [playlist, ...this.#playlists];
  }
}

/** Tracks and playlists that were removed, as long as that can be undone, also for who leaves the view and comes back. */
const hidden = new SvelteSet<number>();

/** So many are waited for before any is shown; the others of a large collection come while these are seen. */
const SEEN_FIRST = 200;

/** Whether a track holds every word, anywhere in what it is called. */
function matcher(query: string): (track: Track) => boolean {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return () => true;
  return ({ Name, Author, Release }) => {
    const said = `${Name} ${Author} ${Release}`.toLocaleLowerCase();
    return wanted.every((word) => said.includes(word));
  };
}

function groupsOf(all: readonly Track[], named: (track: Track) => [string, string]): MusicGroup[] {
  const groups = Map.groupBy(all, (track) => named(track).join('\u0000'));
  return [...groups.values()]
    .map((some) => {
      const [name, artist] = named(some[0]!);
      // The newest came last; an album is heard from its first.
      const inOrder = [...some].sort((one, other) => one.ID - other.ID);
      return { name, artist, cover: inOrder.find((track) => track.Cover)?.Cover ?? 0, tracks: inOrder };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
