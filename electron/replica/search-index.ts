import type { Db } from '../database/db';
import { indexDialog } from '../service/dialogs/search-queries';
import { reindexMessage, unindexMessage } from '../service/messages/search-queries';
import { indexTrack } from '../service/music/track-queries';
import { indexPerson } from '../service/people/search-queries';
import { indexPost, unindexPost } from '../service/posts/search-queries';
import { listIndexableMessages, listIndexablePeople } from '../service/search/backfill-queries';
import { indexItem, unindexItem } from '../service/search/item-queries';
import type { ReplicaTable } from '../service/sync/tables';

const ITEMS = ['file', 'video', 'photo', 'playlist'] as const;

/** Updates the full-text index of a replica, with the same functions as the host. */
export class SearchIndex {
  readonly #db: Db;
  readonly #changed = new Map<ReplicaTable, Set<number>>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Remembers a row that was stored or removed. */
  add(table: ReplicaTable, id: number): void {
    const ids = this.#changed.get(table) ?? new Set();
    this.#changed.set(table, ids.add(id));
  }

  /** Updates the entries of all remembered rows. */
  async update(): Promise<void> {
    const db = this.#db;
    const ids = (table: ReplicaTable) => [...(this.#changed.get(table) ?? [])];
    for (const id of ids('message')) await unindexMessage(db, id);
    for (const row of await listIndexableMessages(db, ids('message'))) await reindexMessage(db, row);
    for (const id of await listIndexablePeople(db, ids('person'))) await indexPerson(db, id);
    for (const id of ids('dialog')) if (await this.#has('dialog', id)) await indexDialog(db, id);
    for (const id of ids('post'))
      await ((await this.#has('post', id)) ? indexPost(db, id) : unindexPost(db, id));
    for (const id of ids('track')) await indexTrack(db, id);
    for (const kind of ITEMS) {
      for (const id of ids(kind))
        await ((await this.#has(kind, id)) ? indexItem(db, kind, id) : unindexItem(db, id));
    }
    this.#changed.clear();
  }

  async #has(table: 'dialog' | 'post' | (typeof ITEMS)[number], id: number): Promise<boolean> {
    return (
      (await this.#db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
    );
  }
}
