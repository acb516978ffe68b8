import { SvelteSet } from 'svelte/reactivity';
import type { Playlist, Track } from '../../shared/contract/records';
import {
  Attempt,
  call,
  EventSubscription,
  isOutdating,
  isInaccessible,
  session,
  tracks,
  type ServerEvent,
} from '../api';
import { errorText } from '../i18n/errors';
import { toasts } from '../ui';

/** The opened playlist, own or another person's, with its tracks. */
export class OpenPlaylist {
  readonly loading = new Attempt();
  readonly following = new Attempt();
  readonly #events = new EventSubscription((event) => this.#handle(event));
  readonly id: number;
  /** The playlist as stored on the host. */
  #record = $state.raw<Playlist | null>(null);
  /** The new order until the host has stored it: events that arrive meanwhile may be older. */
  #wanted = $state.raw<readonly number[] | null>(null);
  #sending: Promise<void> | undefined;
  readonly #order = $derived(inOrder(this.#record?.Tracks ?? [], this.#wanted));
  readonly #tracks = $derived(this.#order.flatMap((id) => (this.isHidden(id) ? [] : (tracks.get(id) ?? []))));

  constructor(id: number) {
    this.id = id;
  }

  get record(): Playlist | null {
    return this.#record;
  }
  get tracks(): readonly Track[] {
    return this.#tracks;
  }
  get isOwn(): boolean {
    return this.#record?.Author.ID === session.id;
  }

  /** Loads it and keeps it up to date; returns the function that stops it. */
  follow(): () => void {
    void this.load();
    return this.#events.open();
  }

  async load(): Promise<void> {
    await this.loading.refresh(async () => {
      try {
        await this.#read();
      } catch (error) {
        if (isInaccessible(error)) this.#record = null;
        throw error;
      }
    });
  }

  async #read(): Promise<void> {
    await this.#events.request(
      async (call) => {
        const playlist = await call('music.playlist', { playlist_id: this.id });
        await tracks.ready(playlist.Tracks);
        return playlist;
      },
      (playlist) => this.#take(playlist),
    );
  }

  /**
   * Moves a track before or after another one with an optimistic update; if the host refuses, restores the host's
   * order.
   */
  move(track: number, target: number, isAfter: boolean): Promise<void> {
    if (track !== target) {
      const others = this.#order.filter((id) => id !== track);
      const at = others.indexOf(target) + (isAfter ? 1 : 0);
      this.#wanted = [...others.slice(0, at), track, ...others.slice(at)];
    }
    return (this.#sending ??= this.#send().finally(() => (this.#sending = undefined)));
  }

  /** Adds another person's playlist to the own music, or removes it. */
  async toggleFollowed(): Promise<void> {
    const { record } = this;
    if (!record) return;
    const name = record.Followed ? 'music.unfollowPlaylist' : 'music.followPlaylist';
    await this.following.run(async () => {
      await call(name, { playlist_id: this.id });
      if (this.#record) this.#record = { ...this.#record, Followed: !record.Followed };
    });
    if (this.following.error) toasts.show({ message: errorText(this.following.error), tone: 'danger' });
  }

  /** Hides a track before it is removed. Returns the function that shows it again. */
  hide(track: number): () => void {
    takenOut.add(placeOf(this.id, track));
    return () => putBack(this.id, track);
  }

  /** Whether the track is waiting to be removed: the removal was not undone and the track was not added again. */
  isHidden(track: number): boolean {
    return takenOut.has(placeOf(this.id, track));
  }

  #handle(event: ServerEvent): void {
    if (isOutdating(event)) void this.load();
    if (event.Type !== 'playlist' || event.ID !== this.id) return;
    if (event.Playlist) this.#take(event.Playlist);
    // Its owner removed or hid it: loading it again says so.
    else void this.load();
  }

  #take(playlist: Playlist): void {
    this.#record = playlist;
    // A track that is no longer in the playlist may be added again.
    const there = new Set(playlist.Tracks.map((track) => placeOf(this.id, track)));
    for (const place of [...takenOut])
      if (place.startsWith(`${this.id} `) && !there.has(place)) takenOut.delete(place);
  }

  /** Sends one request at a time, so that the latest order wins; skips intermediate orders that were not sent yet. */
  async #send(): Promise<void> {
    try {
      for (let sent: unknown = null; sent !== this.#wanted;) {
        sent = this.#wanted;
        const order = [...this.#order];
        await this.#events.request(
          (call) => call('music.updatePlaylist', { playlist_id: this.id, tracks: order }),
          () => {
            if (this.#record) this.#record = { ...this.#record, Tracks: order };
          },
        );
      }
    } catch (error) {
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
    this.#wanted = null;
  }
}

/**
 * Removed tracks as "playlist track" while the removal can be undone. Module-level, so that it survives leaving the
 * view.
 */
const takenOut = new SvelteSet<string>();

/** Shows a hidden track of a playlist again; returns false if it was not hidden. */
export function putBack(playlist: number, track: number): boolean {
  return takenOut.delete(placeOf(playlist, track));
}

function placeOf(playlist: number, track: number): string {
  return `${playlist} ${track}`;
}

/** Sorts the tracks by the wanted order; tracks it doesn't contain follow at the end. */
function inOrder(tracks: readonly number[], wanted: readonly number[] | null): readonly number[] {
  if (!wanted) return tracks;
  const there = new Set(tracks);
  return [...new Set([...wanted.filter((id) => there.has(id)), ...tracks])];
}
