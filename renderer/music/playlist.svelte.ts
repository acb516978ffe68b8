import { SvelteSet } from 'svelte/reactivity';
import type { Playlist, Track } from '../../shared/contract/records';
import { Attempt, EventSubscription, session, tracks, type ServerEvent } from '../api';
import { errorText } from '../i18n/errors';
import { toasts } from '../ui';

/** One playlist that is looked at, own or another's, with its tracks. */
export class OpenPlaylist {
  readonly reading = new Attempt();
  readonly #events = new EventSubscription((event) => this.#handle(event));
  readonly id: number;
  /** As the host has it. */
  #record = $state.raw<Playlist | null>(null);
  /** The order that it was put in, until the host has it: events that arrive meanwhile may be older. */
  #wanted = $state.raw<readonly number[] | null>(null);
  #sending: Promise<void> | undefined;
  readonly #order = $derived(inOrder(this.#record?.Tracks ?? [], this.#wanted));
  readonly #tracks = $derived(this.#order.flatMap((id) => (this.isHidden(id) ? [] : (tracks.of(id) ?? []))));

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
    await this.reading.refresh(() =>
      this.#events.request(
        async (call) => {
          const playlist = await call('music.playlist', { playlist_id: this.id });
          await tracks.ready(playlist.Tracks);
          return playlist;
        },
        (playlist) => this.#take(playlist),
      ),
    );
  }

  /** Puts a track before or after another, at once; as the host has it where that refuses. */
  move(track: number, target: number, isAfter: boolean): Promise<void> {
    if (track !== target) {
      const others = this.#order.filter((id) => id !== track);
      const at = others.indexOf(target) + (isAfter ? 1 : 0);
      this.#wanted = [...others.slice(0, at), track, ...others.slice(at)];
    }
    return (this.#sending ??= this.#send().finally(() => (this.#sending = undefined)));
  }

  /** Shows a track no more, before it is taken out. Gives the way back. */
  hide(track: number): () => void {
    takenOut.add(placeOf(this.id, track));
    return () => putBack(this.id, track);
  }

  /** It is still to be taken out: it was neither shown again nor added anew. */
  isHidden(track: number): boolean {
    return takenOut.has(placeOf(this.id, track));
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') void this.load();
    if (event.Type === 'playlist' && event.ID === this.id && event.Playlist) this.#take(event.Playlist);
  }

  #take(playlist: Playlist): void {
    this.#record = playlist;
    // What is out of it may be added again.
    const there = new Set(playlist.Tracks.map((track) => placeOf(this.id, track)));
    for (const place of [...takenOut])
      if (place.startsWith(`${this.id} `) && !there.has(place)) takenOut.delete(place);
  }

  /** One order after the other, so that the last one stands; those between that were not sent yet are left out. */
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

/** Playlists with what is taken out of them, as long as that can be undone, also for who leaves one and comes back. */
const takenOut = new SvelteSet<string>();

/** Shows a track again that was hidden in a playlist; false where it was not. */
export function putBack(playlist: number, track: number): boolean {
  return takenOut.delete(placeOf(playlist, track));
}

function placeOf(playlist: number, track: number): string {
  return `${playlist} ${track}`;
}

/** The tracks in the order that is wanted; of which that says nothing come after them. */
function inOrder(tracks: readonly number[], wanted: readonly number[] | null): readonly number[] {
  if (!wanted) return tracks;
  const there = new Set(tracks);
  return [...new Set([...wanted.filter((id) => there.has(id)), ...tracks])];
}
