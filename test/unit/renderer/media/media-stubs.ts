import { vi } from 'vitest';
import type { player as Player } from '../../../../renderer/player';
import { Track } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { settled } from '../page';

const handlers = new Map<MediaSessionAction, MediaSessionActionHandler | null>();
const keys = {
  metadata: null as MediaMetadataInit | null,
  playbackState: 'none',
  setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) =>
    void handlers.set(action, handler),
  setPositionState: () => undefined,
};

/** Connects nodes that make no sound. */
class SilentContext {
  readonly destination = {};
  readonly currentTime = 0;
  createGain = () => ({
    gain: { value: 1, setValueAtTime: () => 0, cancelScheduledValues: () => 0 },
    context: this,
    connect: (out: unknown) => out,
  });
  createMediaElementSource = () => ({ connect: (out: unknown) => out });
  resume = () => Promise.resolve();
}

/** The audio elements that modules made, oldest first: two of the music, and one of voice messages. */
export const elements: HTMLAudioElement[] = [];

/** Delivers at once what real channels deliver some time later. */
class DirectChannel {
  static readonly #all = new Set<DirectChannel>();
  onmessage: () => void = () => undefined;

  constructor() {
    DirectChannel.#all.add(this);
  }

  postMessage(): void {
    for (const channel of DirectChannel.#all) if (channel !== this) channel.onmessage();
  }

  close(): void {
    DirectChannel.#all.delete(this);
  }
}

/** Gives the page media keys and sound that is silent. Call it before a player is imported. */
export function stubMedia(): void {
  vi.stubGlobal('BroadcastChannel', DirectChannel);
  vi.stubGlobal('AudioContext', SilentContext);
  vi.stubGlobal('Audio', function () {
    elements.push(document.createElement('audio'));
    return elements.at(-1);
  });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: MediaMetadataInit) {
        Object.assign(this, init);
      }
    },
  );
  Object.defineProperty(navigator, 'mediaSession', { value: keys });
}

/** Presses a media key. */
export const press = (action: MediaSessionAction) => handlers.get(action)?.({ action });
/** Whether the system offers an action. */
export const isOffered = (action: MediaSessionAction) => Boolean(handlers.get(action));
/** The title and the state that the system shows. */
export const shown = () => [keys.metadata?.title, keys.playbackState];
/** Plays two tracks in order. */
export async function playTwoTracks(player: typeof Player): Promise<void> {
  fakeHost.answer('photos.some', () => []);
  const list = ['Rain', 'Bench'].map((Name, index) =>
    recordOf(Track, { ID: index + 1, Name, Url: `${Name}.mp3`, Duration: 60 }),
  );
  player.playList(list, 0, { key: 'album', name: 'Evenings' });
  await settled();
}
