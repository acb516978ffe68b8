import type { Component } from 'svelte';
import { loadAgain } from '../ui';

/** A lazy-loaded view: fetched once, when first needed or while the browser is idle. */
export class Part<Props extends object> {
  #component = $state.raw<Component<Props>>();
  #hasFailed = $state(false);

  constructor(readonly from: () => Promise<{ default: Component<Props> }>) {}

  /** The view; undefined until loaded. */
  get component(): Component<Props> | undefined {
    return this.#component;
  }

  /** Whether the last attempt to load it failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Loads the view, unless it is loaded already. */
  fetch(): Promise<void> {
    return this.#load(this.from);
  }

  /** Tries again after a failure; this may reload the page. */
  fetchAgain(): Promise<void> {
    return this.#load(() => loadAgain(this.from));
  }

  async #load(from: typeof this.from): Promise<void> {
    if (this.#component) return;
    try {
      this.#hasFailed = false;
      this.#component = (await from()).default;
    } catch {
      this.#hasFailed = true;
    }
  }
}
