import { on } from '../../api';
import { SharedList, type SharedKind } from './shared-list.svelte';

/** All shared media of one dialog, one list for each kind. */
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

  /** The list that is shown in full; null while the newest of each kind are shown. */
  get open() {
    return this.lists.find(({ kind }) => kind === this.#open) ?? null;
  }
  show(kind: SharedKind | null): void {
    this.#open = kind;
  }

  /** Loads the newest of each kind and subscribes to events; returns a function that unsubscribes. */
  follow(): () => void {
    for (const list of this.lists) void list.load();
    return on((event) => {
      for (const list of this.lists) list.handle(event);
    });
  }
}
