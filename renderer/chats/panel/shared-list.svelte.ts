import type { File, Photo, Track, Video } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, isOutdating, PagedList, type ServerEvent } from '../../api';

/** The kinds of shared media in a dialog, with the type of one item; a link is its address. */
export interface SharedKinds {
  photos: Photo;
  tracks: Track;
  videos: Video;
  files: File;
  links: string;
}
export type SharedKind = keyof SharedKinds;

/** One shared item, and the id of its message. */
export interface SharedItem<Kind extends SharedKind> {
  Message: number;
  Item: SharedKinds[Kind];
  /** Unix seconds. */
  Timestamp: number;
}

/** The shared media of one kind in a dialog, newest first. */
export class SharedList<Kind extends SharedKind> extends PagedList<SharedItem<Kind>> {
  readonly kind: Kind;
  readonly #dialogId: number;

  constructor(dialogId: number, kind: Kind) {
    super({
      read: ({ last }) => {
        const input = { dialog_id: dialogId, kind, last_id: last?.Message ?? 0 };
        return call('dialogs.shared', input) as Promise<SharedItem<Kind>[]>;
      },
      keyOf: ({ Message, Item }) => `${Message} ${typeof Item === 'string' ? Item : Item.ID}`,
      size: PAGE_SIZES.shared,
    });
    this.#dialogId = dialogId;
    this.kind = kind;
  }

  /** Updates the list after messages were sent, edited or deleted. */
  handle(event: ServerEvent): void {
    if (event.Type === 'message_delete' && event.Dialog === this.#dialogId) {
      this.filter(({ Message }) => Message !== event.Message);
    } else if (isOutdating(event)) {
      void this.load();
    } else if (touchesShared(event, this.#dialogId)) {
      void this.load();
    }
  }
}

/** Returns whether an event may change what was shared in a dialog. */
export function touchesShared(event: ServerEvent, dialogId: number): boolean {
  if (event.Type === 'message_delete') return event.Dialog === dialogId;
  // What an edited message had is not known here.
  if (event.Type === 'message_edit') return event.Message.Dialog.ID === dialogId;
  if (event.Type !== 'message' || event.Message.Dialog.ID !== dialogId) return false;
  const { Photos, Attachments, Text } = event.Message;
  return Photos.length > 0 || Attachments.length > 0 || Text.includes('://');
}
