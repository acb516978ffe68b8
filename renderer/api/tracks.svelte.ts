import type { Track } from '../../shared/contract/records';
import { RecordCache } from './record-cache.svelte';
import type { ServerEvent } from './live.svelte';

/** A cache of tracks by ID, used by playlists and the queue; kept up to date by events. */
class Tracks extends RecordCache<Track> {
  constructor() {
    super((call, ids) => call('music.some', { ids }, { attempts: 2 }));
    this.events.open();
  }

  protected override handle(event: ServerEvent): void {
    if (event.Type !== 'track') return;
    if (event.Track) this.put([event.Track]);
    else this.forget(event.ID);
  }
}

/** The tracks visible to the signed-in person. */
export const tracks = new Tracks();
