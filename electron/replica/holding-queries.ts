import type { Database } from 'better-sqlite3';
import { CommunityRole } from '../../shared/contract/records';
import type { SyncScope } from '../../shared/contract/sync';
import { ScopeStates, type ScopeState } from './scope-states';

/** Finds out what a replica holds, so that callers can distinguish complete results from those with gaps. */
export class Holdings {
  readonly #raw: Database;
  readonly #person: number;
  readonly #scopes: ScopeStates;

  /** `person` is whose replica it is. */
  constructor(raw: Database, person: number) {
    this.#raw = raw;
    this.#person = person;
    this.#scopes = new ScopeStates(raw);
  }

  /** Returns how far a scope is filled; undefined if the replica doesn't hold it. */
  scope(kind: SyncScope['Kind'], id: number): ScopeState | undefined {
    return this.#scopes.find({ Kind: kind, ID: id });
  }

  /** Returns how far the scope of the person's own records is filled. */
  own(): ScopeState | undefined {
    return this.scope('person', this.#person);
  }

  /** The person's role in the community. */
  role(): CommunityRole {
    const role: unknown = this.#raw.prepare('SELECT role FROM person WHERE id = ?').pluck().get(this.#person);
    return CommunityRole.catch('member').parse(role);
  }

  /** The number of messages of a dialog that are held. */
  countMessages(dialog: number): number {
    return this.#number('SELECT count(*) FROM message WHERE dialog_id = ?', dialog);
  }

  /** The person's read mark in a dialog; 0 if there is none. */
  readMark(dialog: number): number {
    return this.#number(
      'SELECT read_id FROM member WHERE dialog_id = ? AND person_id = ?',
      dialog,
      this.#person,
    );
  }

  /** The person's read mark in a thread of a dialog; its last reply if they don't follow it. */
  threadMark(dialog: number, thread: number): number {
    return this.#number(
      `SELECT coalesce(thread_follower.read_id, last_reply_id) FROM message
       LEFT JOIN thread_follower ON thread_follower.thread_id = message.id AND person_id = ?
       WHERE message.dialog_id = ? AND message.id = ?`,
      this.#person,
      dialog,
      thread,
    );
  }

  /** Whether every dialog is held down to what its person has read, so that unread messages can be counted. */
  hasAllUnread(): boolean {
    return (
      this.#number(
        // The row of the member comes with the first page of a dialog.
        `SELECT count(*) FROM replica_scope LEFT JOIN member ON dialog_id = replica_scope.id AND person_id = ?
         WHERE kind = 'dialog' AND (state IN ('waiting', 'filling') OR (state = 'held' AND filled_to > read_id + 1))`,
        this.#person,
      ) === 0
    );
  }

  /** Whether a dialog is a channel. */
  isChannel(dialog: number): boolean {
    return this.#number("SELECT count(*) FROM dialog WHERE id = ? AND type = 'channel'", dialog) > 0;
  }

  /** Whether the person follows another, whose profile therefore arrives with every change. */
  follows(person: number): boolean {
    return (
      this.#number(
        'SELECT count(*) FROM relation WHERE person_id = ? AND target_id = ?',
        this.#person,
        person,
      ) > 0
    );
  }

  #number(sql: string, ...values: (string | number)[]): number {
    const value: unknown = this.#raw.prepare(sql).pluck().get(values);
    return typeof value === 'number' ? value : 0;
  }
}
