import { untrack } from 'svelte';
import { codePoints } from '../../../shared/characters/code-points';
import type { PostModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { Attempt, IdempotentCalls, session } from '../../api';
import { m } from '../../i18n/index.svelte';
import { attachedOf, inputOf, type StoredAttachment } from '../../media/attachments/tray/stored-attachments';
import { toasts } from '../../ui';
import { WrittenDraft, type StoredDraft } from './written-draft.svelte';

/** A post draft as stored on this device. */
interface StoredPost extends StoredDraft {
  isSpoiler: boolean;
  language: number;
  /** Absent in drafts of earlier versions. */
  audience?: 0 | 1 | 2;
}

/**
 * The draft of a new post on a wall, or of an edit of your own post. Stored on this device until it is sent or
 * discarded.
 */
export class PostDraft extends WrittenDraft<StoredPost> {
  readonly writing = new Attempt();
  /** The ID of the person whose wall it is for. */
  readonly wall: number;
  readonly #edited: PostModel | null;
  #isSpoiler = $state(false);
  #language = $state(0);
  #audience = $state<0 | 1 | 2>(0);
  /** Whether to send the post once all uploads are finished. */
  #isWanted = $state(false);
  readonly #once = new IdempotentCalls();

  /** `edited` is the post to edit. */
  constructor(wall: number, edited: PostModel | null = null) {
    // The timestamp invalidates drafts started before the post was edited elsewhere.
    super(edited ? `edit ${edited.ID} ${edited.EditTimestamp}` : `wall ${wall}`, storedOf(edited));
    this.wall = wall;
    this.#edited = edited;
    this.#isSpoiler = this.stored.isSpoiler;
    this.#language = this.stored.language;
    this.#audience = this.stored.audience ?? 0;
  }

  get isSpoiler(): boolean {
    return this.#isSpoiler;
  }
  set isSpoiler(isSpoiler: boolean) {
    this.#isSpoiler = isSpoiler;
    this.store();
  }

  /** The ID of the post's language in the public API; 0 for none. */
  get language(): number {
    return this.#language;
  }
  set language(language: number) {
    this.#language = language;
    this.store();
  }

  /** Who may see the post besides its author: 0 everyone, 1 friends, 2 nobody. */
  get audience(): 0 | 1 | 2 {
    return this.#audience;
  }
  set audience(audience: 0 | 1 | 2) {
    this.#audience = audience;
    this.store();
  }

  /** Whether the post may be for friends only or for nobody else: it is on the own wall. */
  get hasAudience(): boolean {
    return this.wall === session.id;
  }

  /** Whether an existing post is edited. */
  get isEdit(): boolean {
    return this.#edited !== null;
  }

  /** How many characters are left; negative if the text is too long. */
  get left(): number {
    return LIMITS.post - codePoints(this.text);
  }

  /** Whether there is something to send and nothing prevents it. */
  get canSend(): boolean {
    const hasSomething = !this.isEmpty || this.#edited?.Repost;
    return Boolean(hasSomething) && this.left >= 0 && !this.tray.hasFailed && !this.writing.busy;
  }

  /** Whether the person has pressed Send, and it waits for uploads before it is sent. */
  get isWaiting(): boolean {
    return this.#isWanted && this.tray.isBusy && !this.tray.hasFailed;
  }

  /**
   * Calls `send` when the uploads that the post waits for are finished. Returns the function that stops it: a post that
   * still waits stays a draft, as a toast says. After a failed upload, the person presses Send again.
   */
  follow(send: () => void): () => void {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!this.#isWanted || this.isWaiting) return;
        this.#isWanted = false;
        untrack(() => this.tray.isBusy || send());
      });
    });
    return () => {
      stop();
      if (this.isWaiting) toasts.show({ message: m().posts.writing.leftAsDraft });
      this.#isWanted = false;
    };
  }

  /**
   * Sends the post. If uploads are still running, resolves to null at once, and `follow` sends it afterwards. With a
   * timestamp in the future, the post is scheduled. Returns the post, or null if it was not sent.
   */
  async send(timestamp = 0): Promise<PostModel | null> {
    this.#isWanted = this.canSend && this.tray.isBusy;
    if (!this.canSend || this.#isWanted) return null;
    const { attached } = this.tray;
    const content = this.text.trim();
    const input = {
      content,
      // An edit must send empty lists to remove attachments.
      photos_list: [],
      attachments: [],
      ...inputOf(attached),
      language: this.#language,
      nsfw: this.#isSpoiler,
      ...(this.hasAudience && { audience: this.#audience }),
    };
    let post: PostModel | null = null;
    await this.writing.run(async () => {
      post = this.#edited
        ? await this.#once.call('posts.edit', { post_id: this.#edited.ID, ...input })
        : await this.#once.call('posts.create', {
            user: this.wall,
            ...input,
            ...(timestamp && { timestamp }),
          });
    });
    if (post) this.#leave(content, attached);
    return post;
  }

  /** Discards the draft. */
  drop(): void {
    const { text, isSpoiler, language, audience = 0 } = storedOf(null);
    this.#isWanted = false;
    this.tray.clear();
    this.text = text;
    this.#isSpoiler = isSpoiler;
    this.#language = language;
    this.#audience = audience;
    this.keep(undefined);
  }

  /** After sending, keeps what was added in the meantime as a new draft, unless it was an edit. */
  #leave(content: string, attached: readonly StoredAttachment[]): void {
    this.tray.release(attached);
    this.removeSent(content);
    if (this.isEmpty || this.isEdit) this.drop();
    else this.store();
  }

  protected store(): void {
    this.writing.clear();
    const stored: StoredPost = {
      text: this.text,
      isSpoiler: this.#isSpoiler,
      language: this.#language,
      audience: this.#audience,
      attached: this.tray.attached,
    };
    this.keep(this.isEmpty && !this.#edited ? undefined : stored);
  }
}

function storedOf(post: PostModel | null): StoredPost {
  if (!post) return { text: '', isSpoiler: false, language: 0, attached: [] };
  const { Content: text, Nsfw: isSpoiler, Language: language, Audience: audience = 0 } = post;
  return { text, isSpoiler, language, audience, attached: attachedOf(post) };
}
