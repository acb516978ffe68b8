import type { Author, DialogModel, MessageModel, Notification } from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import type { Caller, ReadContext } from '../context';
import { dialogInfosOf } from '../dialogs/info-records';
import { HIDDEN_PERSON } from '../people/deleted-person';
import { authorsOf } from '../people/records';
import type { EventConnection } from './event-connections';

/**
 * One event for a group of viewers who get the same record, encoded on first use: as it is, or for compatible
 * connections in the shape that the platform's public clients expect.
 */
export class EncodedEvent {
  readonly #event: Event;
  readonly #body: string;
  readonly #durable: number | null;
  #json: string | undefined;
  #compatibleJson: string | undefined;

  /**
   * `body` is the event's body in the log, which names the author of a message that was read or deleted; `durable` what
   * the standby has stored, null without a standby.
   */
  constructor(
    event: Event,
    { body = '{}', durable = null }: { body?: string; durable?: number | null } = {},
  ) {
    this.#event = event;
    this.#body = body;
    this.#durable = durable;
  }

  /** Returns the frame for a connection if it is encoded already. */
  encoded(connection: EventConnection): string | undefined {
    if (connection.isCompatible || this.#durable !== null) return undefined;
    return this.#json;
  }

  /** Returns the frame for a connection. */
  async encodeFor(connection: EventConnection, contextOf: (caller: Caller) => ReadContext): Promise<string> {
    if (!connection.isCompatible) {
      if (this.#durable === null) return (this.#json ??= JSON.stringify(this.#event));
      connection.announcedDurable = this.#durable;
      return (this.#json ??= JSON.stringify({ ...this.#event, Durable: this.#durable }));
    }
    this.#compatibleJson ??= JSON.stringify(await this.#compatible(connection, contextOf(connection.caller)));
    if (this.#event.Type === 'message') connection.lastMessage = this.#event.Message;
    return this.#compatibleJson;
  }

  async #compatible({ lastMessage }: EventConnection, ctx: ReadContext): Promise<object> {
    const event = this.#event;
    switch (event.Type) {
      case 'message':
      case 'message_edit':
      case 'thread_message':
      case 'thread':
      case 'message_reaction':
      case 'message_poll':
      case 'message_calendar':
      case 'message_pin':
        return { ...event, Message: compatibleMessage(event.Message) };
      case 'dialog':
        return { ...event, Dialog: compatibleDialog(event.Dialog) };
      case 'notification': {
        const notification = compatibleNotification(event.Notification);
        return { ...event, Notification: notification, Message: notification };
      }
      case 'typing':
        return { ...event, Message: await messageReference(ctx, 0, event.Dialog, event.User) };
      case 'read':
      case 'message_delete': {
        const { Dialog: dialog, Message: id } = event;
        // Sending a message also marks it as read: what it needs was loaded for the message itself.
        if (lastMessage?.ID === id) return { ...event, Message: referenceOf(lastMessage) };
        const { Author: author = 0 } = JSON.parse(this.#body) as { Author?: number };
        return { ...event, Message: await messageReference(ctx, id, dialog, author) };
      }
      default:
        return event;
    }
  }
}

/** A message in frames for public clients, which take any `Type` but "" for a notice. */
type CompatibleMessage = Omit<MessageModel, 'Type' | 'ReplyTo'> & {
  Type: string;
  ReplyTo: CompatibleMessage | null;
};

function compatibleMessage(message: MessageModel): CompatibleMessage {
  const { Type: type, ReplyTo: source } = message;
  return {
    ...message,
    Type: type === 'message' ? '' : type,
    ReplyTo: source && compatibleMessage(source),
  };
}

function compatibleDialog(dialog: DialogModel): object {
  return { ...dialog, LastMessage: dialog.LastMessage && compatibleMessage(dialog.LastMessage) };
}

function compatibleNotification(notification: Notification): object {
  const { Item: item } = notification;
  return { ...notification, Item: item && 'Text' in item ? compatibleMessage(item) : item };
}

async function messageReference(
  ctx: ReadContext,
  id: number,
  dialog: number,
  author: number,
): Promise<CompatibleMessage> {
  const info = (await dialogInfosOf(ctx, [dialog])).get(dialog);
  return referenceOf({
    ID: id,
    Dialog: info ?? { ID: dialog, Type: 'group', Name: '', Avatar: 0 },
    Author: (await authorsOf(ctx, [author])).get(author) ?? HIDDEN_AUTHOR,
  });
}

/** Names a message by its ID, dialog and author. The other keys of a message are there, with empty values. */
function referenceOf({
  ID,
  Dialog,
  Author,
}: Pick<MessageModel, 'ID' | 'Dialog' | 'Author'>): CompatibleMessage {
  return { ID, Author, Dialog, ...EMPTY_MESSAGE };
}

const EMPTY_MESSAGE: Omit<CompatibleMessage, 'ID' | 'Author' | 'Dialog'> = {
  Type: '',
  Text: '',
  Photos: [],
  ReplyTo: null,
  Repost: null,
  Attachments: [],
  Views: 0,
  Timestamp: 0,
  EditTimestamp: 0,
  Read: false,
  Reactions: [],
};

const HIDDEN_AUTHOR: Author = { ...HIDDEN_PERSON, Creative: 0, Ban: 0, Deleted: 0 };
