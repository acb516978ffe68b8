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
  async fetch(load = this.from): Promise<void> {
    if (this.#component) return;
    try {
      this.#hasFailed = false;
      this.#component = (await load()).default;
    } catch {
      this.#hasFailed = true;
    }
  }

  /** Tries again after a failure; this may reload the page. */
  fetchAgain(): Promise<void> {
    return this.fetch(() => loadAgain(this.from));
  }
}
