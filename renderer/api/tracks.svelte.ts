import type { Track } from '../../shared/contract/records';
import { ByNumber } from './by-number.svelte';
import { call } from './call';
import { on } from './live.svelte';

/** Tracks by their numbers, as playlists and the queue name them; kept fresh by events. */
class Tracks extends ByNumber<Track> {
  constructor() {
    super((ids) => call('music.some', { ids }, { attempts: 2 }));
    on((heard) => {
      if (heard.Type !== 'track') return;
      if (heard.Track) this.keep([heard.Track]);
      else this.forget(heard.ID);
    });
  }
}

/** Those of whoever is signed in. */
export const tracks = new Tracks();
