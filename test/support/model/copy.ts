import type {
  Community,
  CommunityRole,
  DialogMemberModel,
  DialogModel,
  MessageModel,
  Notification,
  PersonRecord,
  UserModel,
} from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import { toAuthor } from '../../../shared/people';
import { CopiedWalls } from './copied-walls';
import type { TestClock, TestPerson } from '../service';

/**
 * Models the state of one person's app: everything they can read, loaded once and then updated only by events. The
 * content of an event is applied directly; newly visible data is fetched.
 */
export class Copy {
  readonly viewer: TestPerson;
  readonly #clock: TestClock;
  readonly #everyone: readonly number[];
  dialogs = new Map<number, DialogModel>();
  messages = new Map<number, MessageModel[]>();
  members = new Map<number, DialogMemberModel[]>();
  people = new Map<number, UserModel>();
  notifications: Notification[] = [];
  community: Community | null = null;
  readonly walls: CopiedWalls;
  /** The viewer's role according to the last event. */
  #role: CommunityRole | undefined;

  constructor(viewer: TestPerson, everyone: readonly number[], clock: TestClock) {
    this.viewer = viewer;
    this.#everyone = everyone;
    this.#clock = clock;
    this.walls = new CopiedWalls(viewer, clock);
  }

  async load(): Promise<this> {
    this.community = await this.viewer.call('community.get', {});
    for (const dialog of await this.viewer.call('dialogs.list', {})) await this.#gain(dialog);
    await this.#readPeople();
    await this.walls.load(this.#followed());
    await this.#readNotifications();
    this.#role ??= this.people.get(this.viewer.id)?.Role;
    return this;
  }

  /** Returns everything as plain data. Derived values are computed from the rest. */
  contents() {
    const dialogs = [...this.dialogs.values()].map((dialog) => {
      const messages = this.messages.get(dialog.ID) ?? [];
      const said = messages.filter((message) => message.Type === 'message');
      const unread = said.filter((message) => !message.Read && message.Author.ID !== this.viewer.id);
      const derived = { LastMessage: messages.at(-1) ?? null, Unread: unread.length, Fire: said.length };
      return [dialog.ID, { ...dialog, ...derived }] as const;
    });
    const loud = dialogs.filter(([, dialog]) => !dialog.Mute);
    const me = this.people.get(this.viewer.id);
    const own = me && {
      ...me,
      NewMessages: loud.reduce((sum, [, dialog]) => sum + dialog.Unread, 0),
      NewNotifications: this.notifications.filter((one) => !one.Read).length,
    };
    return {
      community: this.community,
      dialogs: Object.fromEntries(dialogs),
      messages: Object.fromEntries(this.messages),
      members: Object.fromEntries(this.members),
      people: { ...Object.fromEntries(this.people), ...(own && { [own.ID]: own }) },
      // The post of a comment is copied by itself.
      notifications: this.notifications.map((one) =>
        one.Item && 'Post' in one.Item ? { ...one, Item: { ...one.Item, Post: one.Item.Post.ID } } : one,
      ),
      posts: Object.fromEntries(this.walls.posts),
      comments: Object.fromEntries(this.walls.comments),
    };
  }

  async apply(event: Event): Promise<void> {
    switch (event.Type) {
      case 'message':
        return this.#put(event.Message, event.Message.Timestamp);
      // The model copies the messages of dialogs, not those of threads.
      case 'thread_message':
        return;
      case 'thread':
      case 'message_edit':
      case 'message_reaction':
      case 'message_poll':
      case 'message_calendar':
      case 'message_pin':
        return this.#put(event.Message);
      case 'message_delete':
        this.#changeMessages((one) => (one.ReplyTo?.ID === event.Message ? { ...one, ReplyTo: null } : one));
        this.#keepMessages(event.Dialog, (one) => one.ID !== event.Message);
        return this.#loseItems((message) => message.ID === event.Message);
      case 'read':
        return this.#read(event.Dialog, event.User, event.Message);
      case 'dialog':
        return this.#hearDialog(event.Dialog);
      case 'dialog_delete':
        for (const map of [this.dialogs, this.messages, this.members]) map.delete(event.Dialog);
        return this.#loseItems((message) => message.Dialog.ID === event.Dialog);
      case 'member':
        return this.#hearMember(event);
      case 'notification':
        this.notifications = [
          event.Notification,
          ...this.notifications.filter((one) => one.ID !== event.Notification.ID),
        ].sort((one, other) => other.ID - one.ID);
        return;
      case 'notification_delete':
        this.notifications = this.notifications.filter((one) => one.ID !== event.Notification);
        return;
      case 'profile':
        return this.#hearProfile(event.User);
      case 'community':
        this.community = event.Community;
        return;
      default:
        this.walls.apply(event);
    }
  }

  #put(message: MessageModel, timestamp?: number): void {
    if (message.Thread) return;
    const id = message.Dialog.ID;
    const dialog = this.dialogs.get(id);
    if (!dialog) return;
    if (timestamp !== undefined) this.dialogs.set(id, { ...dialog, Timestamp: timestamp });
    const others = (this.messages.get(id) ?? []).filter((one) => one.ID !== message.ID);
    this.messages.set(
      id,
      [...others, message].sort((one, other) => one.ID - other.ID),
    );
    const quoted = { ...message, ReplyTo: null };
    this.#changeMessages((one) => (one.ReplyTo?.ID === message.ID ? { ...one, ReplyTo: quoted } : one));
    this.#changeItems((one) => (one.ID === message.ID ? message : one));
  }

  #read(dialog: number, reader: number, upTo: number): void {
    const isMine = reader === this.viewer.id;
    const mark = (one: MessageModel): MessageModel => {
      const isRead =
        one.ID <= upTo &&
        (one.Author.ID === reader) === false &&
        (one.Author.ID === this.viewer.id) !== isMine;
      return {
        ...one,
        Read: one.Read || (one.Dialog.ID === dialog && isRead),
        ReplyTo: one.ReplyTo && mark(one.ReplyTo),
      };
    };
    this.#changeMessages(mark);
  }

  async #hearDialog(dialog: DialogModel): Promise<void> {
    if (!this.dialogs.has(dialog.ID)) return this.#gain(dialog);
    this.dialogs.set(dialog.ID, dialog);
    const { ID, Type, Name, Avatar } = dialog;
    const named = (one: MessageModel): MessageModel => ({
      ...one,
      Dialog: one.Dialog.ID === ID ? { ID, Type, Name, Avatar } : one.Dialog,
      ReplyTo: one.ReplyTo && named(one.ReplyTo),
    });
    this.#changeMessages(named);
  }

  async #hearMember({ Dialog: id, User, Role, Members }: Extract<Event, { Type: 'member' }>): Promise<void> {
    const dialog = this.dialogs.get(id);
    if (!dialog) return;
    const isOwn = User.ID === this.viewer.id;
    this.dialogs.set(id, { ...dialog, Members, ...(isOwn && { Role }) });
    const members = this.members.get(id) ?? [];
    if (Role === '')
      return void this.members.set(
        id,
        members.filter((one) => one.Member.ID !== User.ID),
      );
    if (!members.some((one) => one.Member.ID === User.ID)) return this.#readMembers(id);
    this.members.set(
      id,
      members.map((one) => (one.Member.ID === User.ID ? { ...one, Role } : one)),
    );
  }

  async #hearProfile(user: UserModel): Promise<void> {
    const before = this.people.get(user.ID);
    this.people.set(user.ID, user);
    if (user.ID === this.viewer.id) await this.#hearOwn(user.Role);
    const shown = <T extends PersonRecord>(one: T): T => {
      if (one.ID !== user.ID) return one;
      const source = typeof one.Ban === 'number' ? toAuthor(user) : user;
      return Object.fromEntries(Object.keys(one).map((key) => [key, source[key as keyof UserModel]])) as T;
    };
    const withAuthor = (one: MessageModel): MessageModel => ({
      ...one,
      Author: shown(one.Author),
      Dialog:
        one.Dialog.Type === 'private' ? { ...one.Dialog, ...this.#face(one.Dialog.ID, user) } : one.Dialog,
      ReplyTo: one.ReplyTo && withAuthor(one.ReplyTo),
    });
    this.walls.show(shown);
    // If a person hides their last-seen time, a block can begin and end without any visible difference in their
    // profile.
    const isHidden = user.Online.Degree === 'hidden';
    if (isHidden || sightOf(before) !== sightOf(user)) await this.#seeAnew();
    for (const [id, dialog] of this.dialogs) {
      const DialogDude = dialog.DialogDude && shown(dialog.DialogDude);
      const parts = { Author: dialog.Author && shown(dialog.Author), DialogDude, ...this.#face(id, user) };
      this.dialogs.set(id, { ...dialog, ...parts });
    }
    this.#changeMessages(withAuthor);
    for (const [id, members] of this.members) {
      this.members.set(
        id,
        members.map((one) => (one.Member.ID === user.ID ? { ...one, Member: user } : one)),
      );
    }
    const withItem = (item: Notification['Item']): Notification['Item'] => {
      if (item && 'User' in item) return { ...item, User: shown(item.User), Target: shown(item.Target) };
      return item && !('Content' in item) && !isMessage(item) ? shown(item) : item;
    };
    this.notifications = this.notifications.map((one) => ({
      ...one,
      User: shown(one.User),
      Item: withItem(one.Item),
    }));
  }

  /** Reloads everything that depends on which walls are visible. */
  async #seeAnew(): Promise<void> {
    await this.#readPeople();
    await this.walls.load(this.#followed());
    await this.#readNotifications();
  }

  #followed(): number[] {
    return this.#everyone.filter((id) => {
      const state = this.people.get(id)?.RelationshipState;
      return state === '' || state === 'friends' || state === 'me_subscribed';
    });
  }

  /** Reloads everything if the viewer's role has changed, because permissions depend on it. */
  async #hearOwn(role: CommunityRole): Promise<void> {
    if (role === this.#role) return this.#readOwn();
    this.#role = role;
    await this.load();
  }

  /** Returns the name and picture of a private dialog: those of the other person. */
  #face(dialog: number, user: UserModel): { Name?: string; Avatar?: number } {
    if (this.dialogs.get(dialog)?.DialogDude?.ID !== user.ID) return {};
    return { Name: [user.Name, user.Surname].filter(Boolean).join(' '), Avatar: user.Avatar };
  }

  async #gain(dialog: DialogModel): Promise<void> {
    const messages = dialog.Member ? await this.#readMessages(dialog.ID) : null;
    if (!messages) return;
    this.dialogs.set(dialog.ID, dialog);
    this.messages.set(dialog.ID, messages);
    await this.#readMembers(dialog.ID);
    await this.#readNotifications();
  }

  /** Returns null if the viewer is no longer a member; an event about that will follow. */
  async #readMessages(dialog_id: number): Promise<MessageModel[] | null> {
    const messages: MessageModel[] = [];
    for (let isMore = true; isMore;) {
      this.#clock.advance(1);
      const place = { dialog_id, last_id: messages[0]?.ID ?? 0, limit: 100 };
      const page = await this.viewer.call('dialogs.messages', place).catch(() => null);
      if (!page) return null;
      messages.unshift(...page.toReversed());
      isMore = page.length === 100;
    }
    return messages;
  }

  async #readMembers(dialog_id: number): Promise<void> {
    const members = await this.viewer.call('dialogs.members', { dialog_id, limit: 100 }).catch(() => null);
    if (members) this.members.set(dialog_id, members);
  }

  async #readPeople(): Promise<void> {
    this.#clock.advance(1);
    for (const id of this.#everyone) {
      const user = await this.viewer.call('people.get', { user: id }).catch(() => null);
      if (user) this.people.set(id, user);
      else this.people.delete(id);
    }
  }

  async #readOwn(): Promise<void> {
    this.people.set(this.viewer.id, await this.viewer.call('people.me', {}));
    await this.#readNotifications();
  }

  async #readNotifications(): Promise<void> {
    this.#clock.advance(1);
    this.notifications = await this.viewer.call('people.notifications', { limit: 100 });
  }

  /** Changes messages everywhere they are shown: in dialogs and in notifications. */
  #changeMessages(change: (message: MessageModel) => MessageModel): void {
    for (const [id, messages] of this.messages) this.messages.set(id, messages.map(change));
    this.#changeItems(change);
  }

  #changeItems(change: (message: MessageModel) => MessageModel | null): void {
    this.notifications = this.notifications.map((one) =>
      isMessage(one.Item) ? { ...one, Item: change(one.Item) } : one,
    );
  }

  #keepMessages(dialog: number, isKept: (message: MessageModel) => boolean): void {
    this.messages.set(dialog, (this.messages.get(dialog) ?? []).filter(isKept));
  }

  #loseItems(isLost: (message: MessageModel) => boolean): void {
    this.#changeItems((one) => (isLost(one) ? null : one));
  }
}

/** Returns the parts of a profile that decide which posts and comments are visible: ban, relationship, block. */
function sightOf(user: UserModel | undefined): string {
  return JSON.stringify([
    user?.Ban,
    user?.Deleted,
    user?.RelationshipState,
    user?.Online.Degree === 'hidden',
  ]);
}

function isMessage(item: Notification['Item']): item is MessageModel {
  return item !== null && 'Dialog' in item;
}
