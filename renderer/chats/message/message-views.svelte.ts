import type { Component } from 'svelte';
import { loadEventView } from '../events/load';
import { loadPollView } from '../polls/load';
import { registerViewLoader } from './view-loaders';

/** A view of what few messages have. Once loaded, it is rendered together with its message. */
class MessageView<Props extends object> {
  readonly #load: () => Promise<{ default: Component<Props> }>;
  #component = $state.raw<Component<Props>>();
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<{ default: Component<Props> }>) {
    this.#load = load;
  }

  /** The view; undefined until it is loaded. Reactive. */
  get component(): Component<Props> | undefined {
    return this.#component;
  }

  /** Loads it, unless it is loaded. Resolves even if that fails; the next call tries again. */
  ready(): Promise<void> {
    this.#loading ??= this.#load().then(
      (loaded) => void (this.#component = loaded.default),
      () => void (this.#loading = undefined),
    );
    return this.#loading;
  }
}

/** Polls of messages. */
export const pollView = new MessageView(loadPollView);
/** Calendar events of messages. */
export const eventView = new MessageView(loadEventView);

registerViewLoader('Poll', () => pollView.ready());
registerViewLoader('Event', () => eventView.ready());
