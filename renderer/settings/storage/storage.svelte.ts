import type { Output } from '../../../shared/contract';
import { Attempt, call } from '../../api';

export type StorageUse = Output<'admin.storage'>;

/** The kinds of things that people store, in the order in which they are shown. */
export const storedKinds = ['video', 'photo', 'track', 'file'] as const;
export type StoredKind = (typeof storedKinds)[number];

/** What the community stores. */
export class Storage {
  readonly reading = new Attempt();
  readonly cleaning = new Attempt();
  #use = $state.raw<StorageUse | null>(null);

  /** Null until it was read. */
  get use(): StorageUse | null {
    return this.#use;
  }

  /** How many things of a kind there are, and their bytes. */
  of(kind: StoredKind): { Items: number; Size: number } {
    return this.#use?.Kinds.find(({ Kind }) => Kind === kind) ?? { Items: 0, Size: 0 };
  }

  load(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#use = await call('admin.storage');
    });
  }

  /** Approves moving all unused files to the trash; gives how many were moved, or null where that failed. */
  async clean(): Promise<number | null> {
    let moved = 0;
    const isDone = await this.cleaning.run(async () => {
      moved = (await call('admin.cleanStorage')).Items;
    });
    await this.load();
    return isDone ? moved : null;
  }
}
