import { untrack } from 'svelte';
import { connection, on, session, type Heard } from '../../api';
import { Acquaintances } from '../acquaintances.svelte';
import { Composer } from '../composer/composer.svelte';
import { Conversation } from '../conversation/conversation.svelte';
import { Dialogs } from './dialogs.svelte';
import { Drafts } from '../composer/drafts.svelte';
import { Members } from '../panel/members.svelte';
import { Outbox } from '../composer/outbox.svelte';
import { Typing } from './typing.svelte';

/** One conversation with all that belongs to it, kept for a while after it was left. */
export interface OpenDialog {
  id: number;
  conversation: Conversation;
  members: Members;
  composer: Composer;
  /** Where it was left: the first row that was seen, and how far above the edge it began; null at the end. */
  place: { id: number; offset: number } | null;
}

/** Everything about the chats of one person who is signed in, as long as they are. */
export class Chats {
  readonly person: number;
  readonly people = new Acquaintances();
  readonly dialogs = new Dialogs(this.people);
  readonly typing = new Typing();
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly #open = new Map<number, OpenDialog>();
  readonly #stop: () => void;

  constructor(person: number) {
    this.person = person;
    this.drafts = new Drafts(person, (dialog) => this.#open.get(dialog)?.composer.follow());
    this.outbox = new Outbox(person, (message) => {
      this.dialogs.take(message);
      this.#open.get(message.Dialog.ID)?.conversation.take(message);
    });
    const stopHearing = on((heard) => this.#hear(heard));
    const stopsSeeing = [this.drafts.follow(), this.outbox.follow()];
    const stopWatching = $effect.root(() => {
      $effect(() => {
        if (connection.isConnected) untrack(() => this.outbox.flush());
      });
    });
    this.#stop = () => (stopHearing(), stopsSeeing.forEach((stop) => stop()), stopWatching());
    void this.dialogs.load();
    this.outbox.flush();
  }

  /** A dialog to look at, as it was left if it was open lately. */
  open(id: number): OpenDialog {
    const known = this.#open.get(id);
    this.#open.delete(id);
    const opened = known ?? this.#begin(id);
    this.#open.set(id, opened);
    const [oldest] = this.#open.keys();
    if (this.#open.size > KEPT_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return opened;
  }

  /** Ends with the session. */
  close(): void {
    this.#stop();
    this.outbox.close();
    this.typing.clear();
  }

  /** What is kept outlives the view that opens it: it is nobody's part, or all that it derives would stand still with that view. */
  #begin(id: number): OpenDialog {
    return outliving(() => {
      const members = new Members(id, this.people);
      return {
        id,
        conversation: new Conversation(id, this.dialogs, this.people, this.outbox),
        members,
        composer: new Composer(id, this.drafts, members),
        place: null,
      };
    });
  }

  #hear(heard: Heard): void {
    switch (heard.Type) {
      case 'typing':
        if (heard.User !== session.id) this.typing.hear(heard.Dialog, heard.User);
        return;
      case 'online':
        return this.people.hear(heard.User, heard.Online);
      case 'reset':
        return this.#reload();
    }
    if (heard.Type === 'message') this.typing.end(heard.Message.Dialog.ID, heard.Message.Author.ID);
    if (heard.Type === 'message_delete') this.drafts.dropReplyTo(heard.Dialog, heard.Message);
    if (heard.Type === 'dialog_delete') this.#open.delete(heard.Dialog);
    for (const { conversation, members } of this.#concerned(heard)) {
      conversation.hear(heard);
      members.hear(heard);
    }
    this.dialogs.hear(heard);
  }

  #concerned(heard: Heard): OpenDialog[] {
    const dialog =
      'Message' in heard && typeof heard.Message === 'object'
        ? heard.Message.Dialog.ID
        : 'Dialog' in heard && typeof heard.Dialog === 'number'
          ? heard.Dialog
          : 0;
    const open = this.#open.get(dialog);
    return open ? [open] : [];
  }

  #reload(): void {
    this.people.forgetPresence();
    void this.dialogs.load().then(() => {
      for (const { conversation, members, place } of this.#open.values()) {
        void conversation.reload(place?.id ?? 0);
        void members.reload();
      }
    });
  }
}

const KEPT_OPEN = 12;

/** Makes something whose derived state belongs to no view. It is let go of like any other object. */
function outliving<T>(make: () => T): T {
  let made: T | undefined;
  $effect.root(() => {
    made = make();
  });
  return made as T;
}

class OwnChats {
  #chats = $state.raw<Chats | null>(null);
  #isFollowing = false;

  /** The chats of whoever is signed in; null while nobody is. Reactive. */
  get now(): Chats | null {
    return this.#chats;
  }

  /** Unread messages of dialogs that aren't muted: for the mark on "Chats". Reactive. */
  get unread(): number {
    return this.#chats?.dialogs.unread ?? 0;
  }

  /** Messages that wait for the host: for the connection bar. Reactive. */
  get waiting(): number {
    return this.#chats?.outbox.waiting ?? 0;
  }

  /**
   * Keeps the chats of whoever is signed in, now and later, whatever view is shown: what waits to be sent goes out. Called by
   * the shell at the start; a second call changes nothing.
   */
  follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    $effect.root(() => {
      $effect(() => {
        const id = session.signedIn?.id;
        if (id === undefined) return;
        const chats = untrack(() => new Chats(id));
        this.#chats = chats;
        return () => {
          chats.close();
          this.#chats = null;
        };
      });
    });
  }
}

/** The one set of chats of these pages. */
export const ownChats = new OwnChats();
