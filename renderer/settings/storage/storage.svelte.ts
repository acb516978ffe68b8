import type { Output } from '../../../shared/contract';
import { Attempt, call } from '../../api';

export type StorageUse = Output<'admin.storage'>;

/** The kinds of stored content, in display order. */
export const storedKinds = ['video', 'photo', 'track', 'file'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** The storage use of the community. */
export class Storage {
  readonly loading = new Attempt();
  readonly cleaning = new Attempt();
  #use = $state.raw<StorageUse | null>(null);

  /** Null until loaded. */
  get use(): StorageUse | null {
    return this.#use;
  }

  /** Returns the number of items of a kind and their size in bytes. */
  of(kind: StoredKind): { Items: number; Size: number } {
    return this.#use?.Kinds.find(({ Kind }) => Kind === kind) ?? { Items: 0, Size: 0 };
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => {
      this.#use = await call('admin.storage');
    });
  }

  /** Moves all unused files to the trash. Returns how many were moved, or null on failure. */
  async clean(): Promise<number | null> {
    let moved = 0;
    const isDone = await this.cleaning.run(async () => {
      moved = (await call('admin.cleanStorage')).Items;
    });
    await this.load();
    return isDone ? moved : null;
  }
}
