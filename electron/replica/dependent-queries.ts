import type { Statements } from '../database/statements';
import type { ReplicaTable } from '../service/sync/tables';

type Key = readonly (string | number)[];

/** Removes rows that depend on others: a host sends them again together with the row that they depend on. */
export class DependentRows {
  readonly #statements: Statements;
  readonly #person: number;

  /** `person` is whose replica it is. */
  constructor(statements: Statements, person: number) {
    this.#statements = statements;
    this.#person = person;
  }

  /** Removes what depends on a row, given its key. */
  remove(table: ReplicaTable, key: Key): void {
    for (const { from, values } of this.#dependentsOf(table, key)) {
      this.#statements(`DELETE FROM ${from}`).run(values);
    }
  }

  /** Removes what a row contains, once the row itself is gone. */
  removeContents(table: ReplicaTable, [first = 0, second = 0]: Key): void {
    if (table === 'message') this.#statements('DELETE FROM message_place WHERE id = ?').run([second]);
    if (table !== 'post') return;
    const comments = 'SELECT id FROM comment WHERE post_id = ?';
    this.#statements(`DELETE FROM comment_like WHERE comment_id IN (${comments})`).run([first]);
    this.#statements(`DELETE FROM attachment WHERE message_id IN (${comments})`).run([first]);
    this.#statements('DELETE FROM comment WHERE post_id = ?').run([first]);
  }

  #dependentsOf(table: ReplicaTable, key: Key): { from: string; values: Key }[] {
    const [first = 0, second = 0] = key;
    switch (table) {
      case 'person':
        return ['relation', 'block'].flatMap((one) => [
          { from: `${one} WHERE person_id = ? AND target_id = ?`, values: [this.#person, first] },
          { from: `${one} WHERE target_id = ? AND person_id = ?`, values: [this.#person, first] },
        ]);
      case 'message':
        return [
          { from: 'reaction WHERE message_id = ?', values: [second] },
          { from: 'message_version WHERE message_id = ?', values: [second] },
          { from: 'poll WHERE message_id = ?', values: [second] },
          { from: 'poll_option WHERE message_id = ?', values: [second] },
          { from: 'poll_vote WHERE message_id = ?', values: [second] },
          { from: 'calendar_event WHERE message_id = ?', values: [second] },
          { from: 'calendar_answer WHERE message_id = ?', values: [second] },
          { from: 'pinned_message WHERE dialog_id = ? AND message_id = ?', values: [first, second] },
          { from: 'thread_follower WHERE thread_id = ?', values: [second] },
          { from: 'link WHERE dialog_id = ? AND message_id = ?', values: [first, second] },
          { from: 'attachment WHERE message_id = ?', values: [second] },
        ];
      case 'post':
        return [
          { from: 'attachment WHERE message_id = ?', values: [first] },
          { from: 'post_like WHERE post_id = ?', values: [first] },
        ];
      case 'comment':
        return [
          { from: 'attachment WHERE message_id = ?', values: [first] },
          { from: 'comment_like WHERE comment_id = ?', values: [first] },
        ];
      case 'playlist':
        return [
          { from: 'playlist_track WHERE playlist_id = ?', values: [first] },
          { from: 'playlist_follow WHERE playlist_id = ?', values: [first] },
        ];
      case 'sticker_pack':
        return [
          { from: 'sticker WHERE pack_id = ?', values: [first] },
          { from: 'sticker_pack_added WHERE pack_id = ?', values: [first] },
        ];
      case 'file':
        return [{ from: 'file_heard WHERE file_id = ?', values: [first] }];
      case 'dialog_folder':
        return [{ from: 'dialog_folder_item WHERE folder_id = ?', values: [first] }];
      case 'dialog':
        return [{ from: 'invite WHERE dialog_id = ?', values: [first] }];
      default:
        return [];
    }
  }
}
