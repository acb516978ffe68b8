import type { Notification, UserModel } from '../../shared/contract/records';
import { PAGE_SIZES } from '../../shared/limits';
import { toAuthor } from '../../shared/people';
import { Attempt, call, isOutdating, on, me, PagedList, session } from '../api';
import { ignoreRequest, isRequestIgnored } from '../common/ignored-requests';

/** The notifications of the signed-in person, newest first. */
export class NotificationList extends PagedList<Notification> {
  readonly writing = new Attempt();
  readonly #shown = $derived.by(() =>
    super.items.filter((item) => !isRequest(item) || !isRequestIgnored(item.User.ID)),
  );

  constructor() {
    super({
      read: ({ last }) => call('people.notifications', last ? { last_id: last.ID } : {}),
      keyOf: ({ ID }) => ID,
      size: PAGE_SIZES.notifications,
      compare: (one, other) => other.ID - one.ID,
    });
  }

  override get items(): readonly Notification[] {
    return this.#shown;
  }

  get hasUnread(): boolean {
    return this.items.some((item) => !item.Read);
  }

  /** Whether a friend request is pending. */
  isOpen(item: Notification): boolean {
    return isRequest(item) && item.User.RelationshipState === 'he_subscribed';
  }

  /** Loads the list and follows its changes; returns the function that stops. */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (isOutdating(event)) void this.load();
      else if (event.Type === 'notification') this.put(event.Notification);
      else if (event.Type === 'notification_delete') this.remove(event.Notification);
      else if (event.Type === 'profile') this.#handleProfile(event.User);
    });
  }

  #handleProfile(person: UserModel): void {
    this.#setUser(toAuthor(person));
    // Some may have been marked as read elsewhere; the event doesn't tell how many.
    if (person.ID === session.id && this.hasUnread) void this.load();
  }

  /** Marks all notifications as read, or only one. */
  markRead(only?: Notification): Promise<boolean> {
    return this.writing.run(async () => {
      await call('people.readNotifications', only ? { last_id: only.ID, only: true } : {});
      this.changeAll((item) => (!only || item.ID === only.ID ? { ...item, Read: true } : item));
      await me.load();
    });
  }

  accept({ User }: Notification): Promise<boolean> {
    return this.writing.run(async () => {
      const { RelationshipState } = await call('people.subscribe', { user: User.ID, value: true });
      this.#setUser({ ...User, RelationshipState });
      await me.load();
    });
  }

  /** Ignores a friend request, which can be undone for ten seconds. */
  ignore({ ID, User }: Notification): void {
    ignoreRequest(User.ID, () => this.remove(ID));
  }

  /** Applies a changed person, or a changed relationship: a request that was withdrawn is no longer open. */
  #setUser(person: Notification['User']): void {
    this.changeAll((item) => (item.User.ID === person.ID ? { ...item, User: person } : item));
  }
}

function isRequest({ Type }: Notification): boolean {
  return Type === 'new_friend_request';
}
