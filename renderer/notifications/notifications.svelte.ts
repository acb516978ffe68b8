import type { Notification } from '../../shared/contract/records';
import { Attempt, call, Fresh, on, own } from '../api';

/** What happened around the person, newest first; grows by events, and by pages when scrolled. */
export class NotificationList {
  #items = $state.raw<Notification[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
  /** Requests that were answered here. */
  #answered = $state.raw<ReadonlySet<number>>(new Set());
  readonly reading = new Attempt();
  readonly writing = new Attempt();
  readonly #fresh = new Fresh();

  get items(): readonly Notification[] {
    return this.#items;
  }

  /** Whether the first page was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  get hasUnread(): boolean {
    return this.#items.some((item) => !item.Read);
  }

  /** Whether a request still waits for an answer. */
  isOpen(item: Notification): boolean {
    return (
      item.Type === 'new_friend_request' &&
      item.User.RelationshipState === 'he_subscribed' &&
      !this.#answered.has(item.ID)
    );
  }

  /** Reads the first page, and hears what comes; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      else if (heard.Type === 'notification') this.#merge([heard.Notification]);
      else if (heard.Type === 'notification_delete') this.#drop(heard.Notification);
    });
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      const page = await this.#fresh.read(() => call('people.notifications', {}));
      this.#items = page;
      this.#hasMore = page.length >= PAGE;
      this.#isRead = true;
    });
  }

  loadMore(): Promise<boolean> {
    return this.reading.run(async () => {
      const page = await call('people.notifications', { last_id: this.#items.at(-1)?.ID ?? 0 });
      this.#hasMore = page.length >= PAGE;
      this.#merge(page);
    });
  }

  /** Marks as read: all, or those up to one. */
  markRead(upTo?: Notification): Promise<boolean> {
    return this.writing.run(async () => {
      await call('people.readNotifications', upTo ? { last_id: upTo.ID } : {});
      this.#put(this.#items.map((item) => (!upTo || item.ID <= upTo.ID ? { ...item, Read: true } : item)));
      await own.load();
    });
  }

  accept(item: Notification): Promise<boolean> {
    return this.#answer(item, () => call('people.subscribe', { user: item.User.ID, value: true }));
  }

  ignore(item: Notification): Promise<boolean> {
    return this.#answer(item, () => call('people.ignore', { user_id: item.User.ID }));
  }

  #answer(item: Notification, answer: () => Promise<unknown>): Promise<boolean> {
    return this.writing.run(async () => {
      await answer();
      this.#answered = new Set([...this.#answered, item.ID]);
      await own.load();
    });
  }

  /** Another one tells of it now, or nothing does. */
  #drop(id: number): void {
    this.#put(this.#items.filter((item) => item.ID !== id));
  }

  #merge(more: Notification[]): void {
    const byId = new Map([...this.#items, ...more].map((item) => [item.ID, item]));
    this.#put([...byId.values()].sort((a, b) => b.ID - a.ID));
  }

  #put(items: Notification[]): void {
    this.#items = items;
    this.#fresh.changed();
  }
}

/** How many a page holds (the service's own choice). */
const PAGE = 30;
