import type { Playlist, Track } from '../../shared/contract/records';
import { call, EventSubscription, me, session, type ServerEvent } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/** The playlist of all tracks the person added, in its order. */
class MyMusic {
  #ids = $state.raw<readonly number[]>([]);
  readonly #idSet = $derived(new Set(this.#ids));
  #isLoaded = $state(false);
  /** Ids of the loaded playlist and of its owner. */
  #playlist = 0;
  #person = 0;

  readonly #events = new EventSubscription((event) => this.#handle(event));

  constructor() {
    this.#events.open();
  }

  /** Track ids, newest first. */
  get ids(): readonly number[] {
    return this.#ids;
  }

  /** Id of the playlist; 0 if it doesn't exist yet. */
  get playlist(): number {
    return me.person?.TrackList ?? 0;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  has(track: number): boolean {
    return this.#idSet.has(track);
  }

  /** Applies the playlist returned by a call or an event. */
  apply(playlist: Playlist): void {
    this.#ids = playlist.Tracks;
    this.#playlist = playlist.ID;
    this.#isLoaded = true;
  }

  /** Loads the playlist unless it is loaded; call it before showing its tracks. Throws AppError. */
  async load(): Promise<void> {
    if (this.#person !== session.id) [this.#person, this.#playlist, this.#ids] = [session.id, 0, []];
    const { TrackList = 0 } = me.person ?? (await me.load());
    if (TrackList === 0) this.#isLoaded = true;
    else if (TrackList !== this.#playlist) {
      await this.#events.request(
        (call) => call('music.playlist', { playlist_id: TrackList }),
        (playlist) => this.apply(playlist),
      );
    }
  }

  /** Adds or removes a track with an optimistic update. Shows a toast with the result or the error. */
  async toggle(track: Track): Promise<void> {
    const before = this.#ids;
    const isAdded = !this.has(track.ID);
    this.#ids = isAdded ? [track.ID, ...before] : before.filter((id) => id !== track.ID);
    try {
      if (isAdded) await call('music.keepTrack', { track_id: track.ID });
      else await this.#remove(track);
      toasts.show({ message: isAdded ? m().player.addedToLibrary : m().player.removedFromLibrary });
    } catch (error) {
      this.#ids = before;
      toasts.show({ message: errorText(error), tone: 'danger' });
    }
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') this.#playlist = 0;
    if (event.Type !== 'playlist' || !event.Playlist) return;
    if (event.ID === me.person?.TrackList) this.apply(event.Playlist);
    // Adding the first track creates the playlist; its id arrives with the person's profile.
    else if (me.person?.TrackList === 0)
      void me.load().then(
        () => this.load(),
        () => undefined,
      );
  }

  async #remove(track: Track): Promise<void> {
    // Adding the first track creates the playlist, so its id may not be loaded yet.
    const { TrackList = 0 } = me.person?.TrackList ? me.person : await me.load();
    await this.#events.request(
      (call) => call('music.dropTrack', { playlist_id: TrackList, track_id: track.ID }),
      (playlist) => this.apply(playlist),
    );
  }
}

/** My Music of the signed-in person. */
export const myMusic = new MyMusic();
