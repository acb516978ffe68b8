import type { SyncChange } from '../../../shared/contract/sync';
import { findVisibleFiles, requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import type { EventRow } from '../events/queries';
import { addDialogs, addMembers, addMessages } from './dialog-rows';
import { addItems } from './item-rows';
import { addFolders, addNotifications } from './own-rows';
import { addPeople } from './people-rows';
import { addPlaylists } from './playlist-rows';
import { addChangedReactions, type ChangedReactions } from './reaction-rows';
import { findMemberships } from './row-queries';
import { RowSet, wireRow } from './row-set';
import { addScheduled } from './scheduled-rows';
import { addStickerPacks } from './sticker-rows';
import { addCommunity } from './community-rows';
import type { ReplicaTable } from './tables';
import { addComments, addPosts } from './wall-rows';

/** What an event's body says of the rows that it touched. */
interface TouchingBody {
  Dialog?: number;
  User?: number;
  Comment?: number;
  /** The emoji of the reaction that came or went. */
  Emoji?: string;
  /** Which one of those with this emoji that was, counted from 1. */
  Nth?: number;
  /** Present if another one is the earliest now. */
  First?: 1;
}

/** The rows that some events touched, read together as the caller sees them afterwards. */
export class TouchedRows {
  readonly #ids = new Map<ReplicaTable, Set<number>>();
  /** Places of touched messages and notifications, whose primary keys have two columns. */
  readonly #owners = new Map<number, number>();
  readonly #members = new Map<string, { dialog: number; person: number }>();
  readonly #reactions = new Map<string, ChangedReactions & { dialog: number; positions: Set<number> }>();
  #seq = 0;

  /** Adds what an event touched. */
  add(event: EventRow, caller: number): void {
    this.#seq = event.seq;
    const body = JSON.parse(event.body) as TouchingBody;
    const id = event.ref_id;
    switch (event.type) {
      case 'message_reaction':
        this.#touchReaction(event, body);
        return;
      case 'message':
      case 'message_edit':
      case 'message_poll':
      case 'message_calendar':
      case 'message_pin':
      case 'message_delete':
      case 'thread_message':
      case 'thread':
        this.#touch('message', id, body.Dialog ?? event.scope_id);
        this.#touch('dialog', body.Dialog ?? event.scope_id);
        return;
      case 'dialog_folder':
        this.#touch('dialog_folder', id);
        return;
      case 'read':
        this.#touch('dialog', id);
        return;
      case 'dialog':
        this.#touch('dialog', id);
        return;
      case 'member': {
        const dialog = body.Dialog ?? event.scope_id;
        this.#touch('dialog', dialog);
        this.#members.set(`${dialog}:${id}`, { dialog, person: id });
        return;
      }
      case 'notification':
      case 'notification_delete':
        this.#touch('notification', id, caller);
        this.#touch('person', caller);
        return;
      case 'post':
      case 'post_edit':
      case 'post_delete':
        this.#touch('post', id);
        return;
      case 'comment':
      case 'comment_delete':
      case 'like':
        this.#touch('post', id);
        if (body.Comment) this.#touch('comment', body.Comment);
        return;
      case 'profile':
        this.#touch('person', id);
        return;
      case 'community':
        this.#touch('community', id);
        return;
      case 'stickers':
        this.#touch('sticker_pack', id);
        return;
      case 'scheduled_message':
      case 'scheduled_post':
        this.#touch('scheduled_item', id);
        return;
      case 'file':
      case 'photo':
      case 'track':
      case 'playlist':
      case 'video':
        this.#touch(event.type, id);
        if (event.type === 'playlist') this.#touch('person', caller);
        return;
    }
  }

  /** Adds notifications of a person whose items may have appeared. */
  addNotifications(ids: readonly number[], person: number, seq: number): void {
    this.#seq = seq;
    for (const id of ids) this.#touch('notification', id, person);
  }

  /** Reads the rows; those that are gone or no longer visible are null. */
  async changes(ctx: ReadContext): Promise<SyncChange[]> {
    const rows = new RowSet();
    if (this.#idsOf('community').length > 0) await addCommunity(ctx, rows);
    await addPeople(ctx, this.#idsOf('person'), rows);
    const ownDialogs = await this.#ownDialogs(ctx);
    await addDialogs(ctx, ownDialogs, rows);
    await this.#addMembers(ctx, ownDialogs, rows);
    // An event that is only for one person is theirs also after they left the dialog.
    const isOwn = (id: number) => ownDialogs.includes(this.#owners.get(id) ?? 0);
    await addMessages(ctx, this.#idsOf('message').filter(isOwn), rows);
    await this.#addReactions(ctx, rows);
    await addPosts(ctx, this.#idsOf('post'), rows);
    await addComments(ctx, this.#idsOf('comment'), rows);
    await addNotifications(ctx, this.#idsOf('notification'), rows);
    await addItems(
      ctx,
      {
        photo: this.#idsOf('photo'),
        file: await findVisibleFiles(ctx, this.#idsOf('file')),
        track: this.#idsOf('track'),
        video: this.#idsOf('video'),
      },
      rows,
    );
    await addPlaylists(ctx, this.#idsOf('playlist'), rows);
    await addStickerPacks(ctx, this.#idsOf('sticker_pack'), rows);
    await addScheduled(ctx, this.#idsOf('scheduled_item'), rows);
    await addFolders(ctx, this.#idsOf('dialog_folder'), rows);
    const found = [...rows.entries()];
    const present = new Set(found.map((one) => `${one.table}:${one.key}`));
    const gone = [...this.#keys(), ...rows.missing].filter((one) => !present.has(`${one.table}:${one.key}`));
    return [
      ...gone.map(({ table, key }) => ({ Seq: this.#seq, Table: table, ID: key, Row: null })),
      ...found.map(({ table, key, row }) => ({
        Seq: this.#seq,
        Table: table,
        ID: key,
        Row: wireRow(table, row),
      })),
    ];
  }

  #touchReaction(event: EventRow, { Emoji, Nth, First }: TouchingBody): void {
    const [message, dialog] = [event.ref_id, event.scope_id];
    // Logged by an earlier version.
    if (Emoji === undefined || Nth === undefined) return this.#touch('message', message, dialog);
    const key = `${message}:${Emoji}`;
    const positions = this.#reactions.get(key)?.positions ?? new Set();
    const isFirstChanged = First === 1 || this.#reactions.get(key)?.isFirstChanged === true;
    positions.add(Nth);
    this.#reactions.set(key, { message, dialog, emoji: Emoji, positions, isFirstChanged });
  }

  #touch(table: ReplicaTable, id: number, owner?: number): void {
    const ids = this.#ids.get(table) ?? new Set();
    this.#ids.set(table, ids);
    ids.add(id);
    if (owner !== undefined) this.#owners.set(id, owner);
  }

  #idsOf(table: ReplicaTable): number[] {
    return [...(this.#ids.get(table) ?? [])];
  }

  /** The touched dialogs of which the caller is a member. */
  async #ownDialogs(ctx: ReadContext): Promise<number[]> {
    const dialogs = [...this.#idsOf('dialog'), ...[...this.#members.values()].map((one) => one.dialog)];
    const memberships = await findMemberships(ctx.db, requirePerson(ctx).id, dialogs);
    return memberships.map((row) => Number(row.dialog_id));
  }

  async #addMembers(ctx: ReadContext, ownDialogs: readonly number[], rows: RowSet): Promise<void> {
    const own = new Set(ownDialogs);
    for (const { dialog, person } of this.#members.values()) {
      if (own.has(dialog)) await addMembers(ctx, await findMemberships(ctx.db, person, [dialog]), rows);
    }
  }

  /** Adds the touched reactions in dialogs of the caller, unless their message is sent with all of its reactions. */
  async #addReactions(ctx: ReadContext, rows: RowSet): Promise<void> {
    const told = new Set([...rows.column('message', 'id'), ...this.#idsOf('message')]);
    const touched = [...this.#reactions.values()].filter(({ message }) => !told.has(message));
    if (touched.length === 0) return;
    const dialogs = touched.map(({ dialog }) => dialog);
    const memberships = await findMemberships(ctx.db, requirePerson(ctx).id, dialogs);
    const own = new Set(memberships.map((row) => Number(row.dialog_id)));
    await addChangedReactions(
      ctx,
      touched.filter(({ dialog }) => own.has(dialog)),
      rows,
    );
  }

  /** The primary keys of all touched rows. */
  #keys(): { table: ReplicaTable; key: string }[] {
    const keys = [...this.#ids].flatMap(([table, ids]) =>
      [...ids].map((id) => {
        const owner = this.#owners.get(id);
        return { table, key: owner === undefined ? String(id) : `${owner}:${id}` };
      }),
    );
    return [...keys, ...[...this.#members.keys()].map((key) => ({ table: 'member' as const, key }))];
  }
}
