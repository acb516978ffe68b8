import type { Notification } from '../../shared/contract/records';
import { Attempt, call, Fresh, on, own } from '../api';

/** What happened around the person, newest first; grows by events, and by pages when scrolled. */
export class NotificationList {
  #items = $state.raw<Notification[]>([]);
  #hasMore = $state(false);
  #isRead = $state(false);
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
    return item.Type === 'new_friend_request' && item.User.RelationshipState === 'he_subscribed';
  }

  /** Reads the first page, and hears what comes; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset') void this.load();
      else if (heard.Type === 'notification') this.#merge([heard.Notification]);
      else if (heard.Type === 'notification_delete') this.#drop(heard.Notification);
      else if (heard.Type === 'profile') this.#know(heard.User);
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
    return this.#answer(item, async ({ User }) => {
      const { RelationshipState } = await call('people.subscribe', { user: User.ID, value: true });
      this.#know({ ...User, RelationshipState });
    });
  }

  ignore(item: Notification): Promise<boolean> {
    return this.#answer(item, async ({ ID, User }) => {
      await call('people.ignore', { user_id: User.ID });
      this.#drop(ID);
    });
  }

  #answer(item: Notification, answer: (item: Notification) => Promise<void>): Promise<boolean> {
    return this.writing.run(async () => {
      await answer(item);
      await own.load();
    });
  }

  /** Somebody has changed, or what they are to the reader: a request that was taken back waits for nothing. */
  #know(person: Notification['User']): void {
    if (!this.#items.some(({ User }) => User.ID === person.ID)) return;
    this.#put(this.#items.map((item) => (item.User.ID === person.ID ? { ...item, User: person } : item)));
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
