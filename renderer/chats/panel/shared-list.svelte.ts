import type { File, Photo, Track, Video } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { Attempt, call, type Heard } from '../../api';

/** The kinds of things that are shared in a dialog, with what one of them is; a link is its address. */
export interface SharedKinds {
  photos: Photo;
  tracks: Track;
  videos: Video;
  files: File;
  links: string;
}
export type SharedKind = keyof SharedKinds;

/** One thing that was shared, and in which message. */
export interface SharedItem<Kind extends SharedKind> {
  Message: number;
  Item: SharedKinds[Kind];
  /** Unix seconds. */
  Timestamp: number;
}

/** What of one kind was shared in a dialog, newest first; read by pages. */
export class SharedList<Kind extends SharedKind> {
  readonly reading = new Attempt();
  readonly kind: Kind;
  readonly #dialogId: number;
  #items = $state.raw<readonly SharedItem<Kind>[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);

  constructor(dialogId: number, kind: Kind) {
    this.#dialogId = dialogId;
    this.kind = kind;
  }

  get items(): readonly SharedItem<Kind>[] {
    return this.#items;
  }
  get hasMore(): boolean {
    return this.#hasMore;
  }
  /** It was read at all. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the newest. */
  async load(): Promise<void> {
    await this.reading.refresh(() => this.#read(0));
  }

  /** Reads what comes after the last. */
  async loadMore(): Promise<void> {
    await this.reading.run(() => this.#read(this.#items.at(-1)?.Message ?? 0));
  }

  /** What is written, changed or deleted in the dialog may have been shared in it. */
  hear(heard: Heard): void {
    if (heard.Type === 'message_delete' && heard.Dialog === this.#dialogId) {
      this.#items = this.#items.filter(({ Message }) => Message !== heard.Message);
      // What is being read now may have it still.
      if (this.reading.busy) void this.load();
    } else if (heard.Type === 'reset') {
      void this.load();
    } else if (heard.Type === 'message' || heard.Type === 'message_edit') {
      const { Dialog, Photos, Attachments, Text } = heard.Message;
      const isLaden = Photos.length > 0 || Attachments.length > 0 || Text.includes('://');
      if (Dialog.ID === this.#dialogId && isLaden) void this.load();
    }
  }

  #olderThan(last: SharedItem<Kind> | undefined): SharedItem<Kind>[] {
    return last ? this.#items.filter(({ Message }) => Message < last.Message) : [];
  }

  async #read(before: number): Promise<void> {
    const input = { dialog_id: this.#dialogId, kind: this.kind, last_id: before };
    const found = (await call('dialogs.shared', input)) as SharedItem<Kind>[];
    if (before) this.#items = [...this.#items, ...found];
    else this.#items = [...found, ...this.#olderThan(found.at(-1))];
    // What was read further back stays, and so does where it ended.
    if (before || this.#items.length === found.length) this.#hasMore = found.length >= PAGE_SIZES.shared;
    this.#isRead = true;
  }
}
