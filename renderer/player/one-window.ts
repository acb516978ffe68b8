/** Lets one window of the browser or the desktop program play at a time. */
export class OneWindow {
  readonly #channel: BroadcastChannel;

  /** `onother` is called when another window starts to play. */
  constructor(onother: () => void) {
    this.#channel = new BroadcastChannel('courtyard.player');
    this.#channel.onmessage = onother;
  }

  /** Pauses all other windows. */
  take(): void {
    this.#channel.postMessage('playing');
  }

  /** Neither pauses other windows from now on nor is paused by them. */
  close(): void {
    this.#channel.close();
  }
}
