import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** The key of a `Playable`. */
type Key = number | string;

/** Where the voice message that was started can be paused: known without loading the player. */
class VoiceActivity {
  readonly #controls = new SvelteMap<Key, number>();
  #started = $state.raw<Key | null>(null);

  /** Whether one was started whose own controls are no longer on the page. Reactive. */
  get needsBar(): boolean {
    return this.#started !== null && !this.#controls.has(this.#started);
  }

  /** One was started; null once it has ended. */
  set started(key: Key | null) {
    this.#started = key;
  }

  /** The controls of a voice message are on the page until the returned function is called. */
  addControls(key: Key): () => void {
    const add = (by: number) =>
      untrack(() => {
        const count = (this.#controls.get(key) ?? 0) + by;
        if (count > 0) this.#controls.set(key, count);
        else this.#controls.delete(key);
      });
    add(1);
    return () => add(-1);
  }
}

export const voiceActivity = new VoiceActivity();
