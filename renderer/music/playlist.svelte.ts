import type { Playlist, Track } from '../../shared/contract/records';
import { Attempt, call, on, session, tracks } from '../api';
import { errorWords } from '../i18n/errors';
import { toasts } from '../ui';

/** One playlist that is looked at, own or another's, with its tracks. */
export class OpenPlaylist {
  readonly reading = new Attempt();
  readonly id: number;
  #record = $state.raw<Playlist | null>(null);
  /** Taken out, as long as that can be undone. */
  #hidden = $state.raw<ReadonlySet<number>>(new Set());
  readonly #tracks = $derived(
    (this.#record?.Tracks ?? []).flatMap((id) => (this.#hidden.has(id) ? [] : (tracks.of(id) ?? []))),
  );

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

  /** Reads it and keeps it fresh; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      if (heard.Type === 'playlist' && heard.ID === this.id && heard.Playlist) this.#record = heard.Playlist;
    });
  }

  async load(): Promise<void> {
    await this.reading.run(async () => {
      const playlist = await call('music.playlist', { playlist_id: this.id });
      await tracks.ready(playlist.Tracks);
      this.#record = playlist;
    });
  }

  /** Puts a track before or after another, at once; as it was where the host refuses. */
  async move(track: number, target: number, isAfter: boolean): Promise<void> {
    const before = this.#record;
    if (!before || track === target) return;
    const others = before.Tracks.filter((id) => id !== track);
    const at = others.indexOf(target) + (isAfter ? 1 : 0);
    const order = [...others.slice(0, at), track, ...others.slice(at)];
    this.#record = { ...before, Tracks: order };
    try {
      await call('music.updatePlaylist', { playlist_id: this.id, tracks: order });
    } catch (error) {
      this.#record = before;
      toasts.show({ words: errorWords(error), tone: 'danger' });
    }
  }

  /** Shows a track no more, before it is taken out. Gives the way back. */
  hide(track: number): () => void {
    this.#hidden = new Set([...this.#hidden, track]);
    return () => (this.#hidden = new Set([...this.#hidden].filter((one) => one !== track)));
  }
}
