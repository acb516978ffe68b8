import { on } from '../../api';
import { SharedList, type SharedKind } from './shared-list.svelte';

/** Everything that was shared in one dialog, a list for each kind. */
export class SharedMedia {
  readonly lists;
  #open = $state<SharedKind | null>(null);

  constructor(dialogId: number) {
    this.lists = [
      new SharedList(dialogId, 'photos'),
      new SharedList(dialogId, 'videos'),
      new SharedList(dialogId, 'files'),
      new SharedList(dialogId, 'tracks'),
      new SharedList(dialogId, 'links'),
    ] as const;
  }

  /** The list that is looked at whole; null while the newest of each are. */
  get open() {
    return this.lists.find(({ kind }) => kind === this.#open) ?? null;
  }
  show(kind: SharedKind | null): void {
    this.#open = kind;
  }

  /** Loads the newest of each and follows their changes; returns the function that stops. */
  follow(): () => void {
    for (const list of this.lists) void list.load();
    return on((event) => {
      for (const list of this.lists) list.handle(event);
    });
  }
}
