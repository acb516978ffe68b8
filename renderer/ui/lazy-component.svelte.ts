import type { Component } from 'svelte';
import { retryImport } from './retry-import';

/**
 * A component whose code is loaded when it is first needed, or in advance while the browser is idle. Once loaded, it is
 * rendered at once. `{#await import()}` would show its placeholder each time. It also leaks memory in Svelte 5.57: what
 * is bound by `bind:this` in the placeholder is never freed, with the whole view around it.
 */
export class LazyComponent<Props extends object = Record<string, never>> {
  readonly #load: () => Promise<{ default: Component<Props> }>;
  #component = $state.raw<Component<Props>>();
  #error = $state.raw<unknown>(null);
  #loading: Promise<void> | null = null;

  /** `load` imports the component's module. */
  constructor(load: () => Promise<{ default: Component<Props> }>) {
    this.#load = load;
  }

  /** The component; undefined until it is loaded. Reactive. */
  get component(): Component<Props> | undefined {
    return this.#component;
  }

  /** Why the last attempt to load it failed; null if it didn't. Reactive. */
  get error(): unknown {
    return this.#error;
  }

  /** Loads the component, unless it is loaded. Resolves even if that fails; the next call tries again. */
  load(): Promise<void> {
    return this.#loadBy(this.#load);
  }

  /** Tries again after a failure; this may reload the page. */
  loadAgain(): Promise<void> {
    return this.#loadBy(() => retryImport(this.#load));
  }

  #loadBy(load: () => Promise<{ default: Component<Props> }>): Promise<void> {
    this.#error = null;
    this.#loading ??= load().then(
      (loaded) => void (this.#component = loaded.default),
      (error: unknown) => {
        this.#error = error;
        this.#loading = null;
      },
    );
    return this.#loading;
  }
}
