import { untrack } from 'svelte';
import type { DialogModel } from '../../../shared/contract/records';
import { connection, EventSubscription, isOutdating, session, type ServerEvent } from '../../api';
import { router } from '../../router.svelte';
import { isBegun } from '../../i18n/dialog';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';
import { PeopleCache } from '../people-cache.svelte';
import { Composer } from '../composer/composer.svelte';
import { Conversation } from '../conversation/conversation.svelte';
import { Dialogs } from './dialogs.svelte';
import { DraftSync } from '../composer/draft-sync.svelte';
import { Drafts } from '../composer/drafts.svelte';
import { folderIdOf, isShown, type DialogFilter } from '../folders/dialog-filter';
import { DialogFolders } from '../folders/folders.svelte';
import { DialogMembers } from '../panel/members.svelte';
import { MessageOutbox } from '../composer/outbox.svelte';
import { outliving } from './outliving.svelte';
import { RecentDialogs, type OpenDialog } from './recent-dialogs';
import { Typing } from './typing.svelte';

/** All chat state of one person, for as long as they are signed in. */
export class Chats {
  readonly person: number;
  readonly people = new PeopleCache();
  readonly dialogs = new Dialogs(this.people, (dialog) => {
    this.#open.forget(dialog);
    this.#noteUnsent(dialog);
  });
  /** The dialogs that the person knows are gone: they left or deleted them, or saw a notice about it. */
  readonly ended = new Set<number>();
  readonly folders = new DialogFolders();
  readonly typing = new Typing();
  readonly drafts: Drafts;
  readonly outbox: MessageOutbox;
  /** How far the list of chats was scrolled, in pixels. */
  listTop = 0;
  /** The ID of the dialog in which the side panel was opened or closed last. */
  panelDialog = $state(0);
  #filter = $state<DialogFilter>('all');
  readonly #folder = $derived(this.folders.find(folderIdOf(this.#filter)));
  readonly #openId = $derived(router.route.view === 'chats' ? router.route.dialogId : undefined);
  readonly #openThreadId = $derived(router.route.view === 'chats' ? router.route.threadId : undefined);
  readonly #listed = $derived(this.dialogs.sorted.filter((dialog) => this.#isListed(dialog)));
  readonly #shown = $derived(this.#listed.filter((dialog) => isShown(dialog, this.filter, this.#folder)));
  readonly #open = new RecentDialogs(
    MAX_OPEN_DIALOGS,
    () => this.#openId,
    (id) => this.#threads.forgetAll(id),
  );
  /** The open threads by the id of their first message. */
  readonly #threads = new RecentDialogs(MAX_OPEN_THREADS, () => this.#openThreadId);
  readonly #draftSync: DraftSync;
  readonly #events = new EventSubscription((event) => this.#handle(event));
  readonly #stop: () => void;

  constructor(person: number) {
    this.person = person;
    this.drafts = new Drafts(
      person,
      (id) => (this.#open.find(id) ?? this.#threads.find(id))?.composer.follow(),
      (id) => this.#draftSync.note(id),
    );
    this.#draftSync = new DraftSync(person, this.drafts);
    this.outbox = new MessageOutbox(person, (id) => void this.dialogs.refresh(id).catch(() => undefined));
    const stops = [
      this.#events.open(),
      this.folders.follow(),
      this.drafts.follow(),
      this.#draftSync.follow(),
      this.outbox.follow(),
    ];
    let wasConnected = false;
    const stopWatching = $effect.root(() => {
      $effect(() => {
        if (!connection.isConnected) return;
        untrack(() => {
          if (wasConnected) this.outbox.repeat();
          wasConnected = true;
          this.outbox.flush();
          void this.#draftSync.load();
          void this.complete();
        });
      });
    });
    this.#stop = () => [...stops, stopWatching].forEach((stop) => stop());
    void this.dialogs.load();
    this.outbox.flush();
  }

  /** Which chats the list shows: all, once the folder is gone that it showed. */
  get filter(): DialogFilter {
    return folderIdOf(this.#filter) && !this.#folder ? 'all' : this.#filter;
  }
  set filter(filter: DialogFilter) {
    this.#filter = filter;
  }

  /** The person's chats in order, without private ones in which nobody has written. */
  get listed(): readonly DialogModel[] {
    return this.#listed;
  }

  /** Those of them that the list shows now. */
  get shown(): readonly DialogModel[] {
    return this.#shown;
  }

  /** Returns an open dialog, from the cache if it was open recently. */
  open(id: number): OpenDialog {
    return this.#open.open(id, () => this.#begin(id));
  }

  /** Returns an open thread of a dialog, from the cache if it was open recently. */
  openThread(dialogId: number, threadId: number): OpenDialog {
    const opened = this.#threads.open(threadId, () => this.#begin(dialogId, threadId));
    const root = this.open(dialogId).conversation.find(threadId);
    if (root) opened.conversation.run.begin(root);
    return opened;
  }

  /** Loads the messages of a dialog that is about to be opened. */
  async prepare(id: number): Promise<void> {
    const { conversation } = this.open(id);
    if (conversation.state === 'loading') await conversation.open();
  }

  /** Loads the messages of the first chats in the list, one after another: most visits open one of them. */
  async prepareFirst(): Promise<void> {
    for (const { ID } of this.#listed.slice(0, PREPARED)) {
      if (!this.#open.find(ID)) await this.prepare(ID);
    }
  }

  /** Loads what could not be loaded when it was needed, and what missed events may have changed. */
  async complete(): Promise<void> {
    void this.folders.complete();
    await this.dialogs.complete();
    const rank = ({ id }: OpenDialog) => (id === this.#openId ? 0 : 1);
    const shownFirst = this.#opened.toSorted((one, other) => rank(one) - rank(other));
    // One by one: after a reset, every client of the host asks for all of it.
    for (const { conversation, anchor } of shownFirst) await conversation.complete(anchor?.id ?? 0);
  }

  /** Releases everything; called when the session ends. */
  close(): void {
    this.#stop();
    this.#open.forgetAll();
    this.outbox.close();
    this.dialogs.close();
    this.typing.clear();
  }

  /** Discards what the person wrote in a dialog and its threads and hasn't sent. */
  dropUnsent(id: number): void {
    for (const { nonce } of this.outbox.of(id)) this.outbox.discard(nonce);
    for (const [draft] of this.drafts.in(id)) this.drafts.remove(draft);
  }

  /** Creates an open dialog that outlives the view that opens it, so its derived state doesn't stop with that view. */
  #begin(id: number, threadId = 0): OpenDialog {
    return outliving(() => {
      const conversation = new Conversation(id, this.dialogs, this.people, this.outbox, threadId);
      const members = new DialogMembers(id, this.people);
      const stops = [conversation.follow(), members.follow()];
      return {
        id,
        conversation,
        members,
        composer: new Composer(conversation, this.drafts, this.outbox, members),
        anchor: null,
        sizes: null,
        close: () => stops.forEach((stop) => stop()),
      };
    });
  }

  /** A private chat is created when one of the two opens it: the other sees it once there is something in it. */
  #isListed(dialog: DialogModel): boolean {
    const { ID } = dialog;
    if (isBegun(dialog) || ID === this.#openId) return true;
    return this.drafts.of(ID) !== undefined || this.outbox.of(ID).length > 0;
  }

  /** Says that a dialog is gone in which something is unsent, and offers to show that; its own page does so already. */
  #noteUnsent(dialogId: number): void {
    if (dialogId === this.#openId || this.ended.has(dialogId)) return;
    if (!this.outbox.of(dialogId).length && !this.drafts.in(dialogId).length) return;
    this.ended.add(dialogId);
    const run = () => router.go({ view: 'chats', dialogId });
    toasts.show({ message: m().chats.unsentLeft, action: { label: m().common.show, run } });
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'typing':
        if (event.User !== session.id) this.typing.begin(event.Dialog, event.User);
        return;
      case 'online':
        return this.people.setOnline(event.User, event.Online);
      case 'reset':
        this.people.clearPresence();
        return this.#reload();
    }
    if (event.Type === 'message') {
      this.typing.end(event.Message.Dialog.ID, event.Message.Author.ID);
      if (event.Message.Nonce) this.outbox.discard(event.Message.Nonce);
    }
    if (event.Type === 'thread_message' && event.Message.Nonce) this.outbox.discard(event.Message.Nonce);
    if (event.Type === 'message_delete')
      this.drafts.removeReplyTo(event.Thread ?? event.Dialog, event.Message);
    this.dialogs.handle(event);
    if (isOutdating(event)) this.#reload();
  }

  get #opened(): OpenDialog[] {
    return [...this.#open.all, ...this.#threads.all];
  }

  #reload(): void {
    for (const { conversation } of this.#opened) conversation.expire();
    void this.dialogs.load().then(() => {
      for (const { members } of this.#opened) void members.reload();
      return this.complete();
    });
  }
}

/** How many dialogs and threads stay in memory. */
const MAX_OPEN_DIALOGS = 32;
const MAX_OPEN_THREADS = 8;
/** How many dialogs are loaded before anyone opens them: as many as the list shows at once on a tall screen. */
const PREPARED = 16;

class OwnChats {
  #chats = $state.raw<Chats | null>(null);
  #isFollowing = false;

  /** The chats of the signed-in person; null if signed out. Reactive. */
  get now(): Chats | null {
    return this.#chats;
  }

  /** Number of unread messages in unmuted dialogs, for the badge on "Chats". Reactive. */
  get unread(): number {
    return this.#chats?.dialogs.unread ?? 0;
  }

  /** Number of messages that wait to be sent, for the connection bar. Reactive. */
  get waiting(): number {
    return this.#chats?.outbox.waiting ?? 0;
  }

  /** Whether messages wait because the host's disk is full, for the connection bar. Reactive. */
  get isHostFull(): boolean {
    return this.#chats?.outbox.isHostFull ?? false;
  }

  /**
   * Creates the chats of the signed-in person, now and after each sign-in, whatever view is shown, so that waiting
   * messages are sent. Called by the shell at startup; a second call does nothing.
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

/** The only instance in the app. */
export const ownChats = new OwnChats();
