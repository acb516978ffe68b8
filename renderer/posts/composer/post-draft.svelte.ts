import { codePoints } from '../../../shared/code-points';
import type { PostModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { Attempt, Once } from '../../api';
import { AttachmentTray, attachedOf, inputOf, type Attached } from '../../media/attachments/attaching.svelte';
import { draftAt, keepDraft } from './drafts';

/** A post as it is kept on this device while it is written. */
interface Stored {
  text: string;
  isSpoiler: boolean;
  language: number;
  attached: readonly Attached[];
}

/** A post being written on a wall, or an own one being changed. Kept on this device until it is sent or given up. */
export class PostDraft {
  /** What goes with it. */
  readonly tray: AttachmentTray;
  readonly writing = new Attempt();
  readonly #place: string;
  readonly #wall: number;
  readonly #edited: PostModel | null;
  #text = $state('');
  #isSpoiler = $state(false);
  #language = $state(0);
  /** Whether it goes as soon as everything that hangs on it is there. */
  #isWanted = $state(false);
  readonly #once = new Once();

  /** On the wall of a person, or of a post that is changed. */
  constructor(wall: number, edited: PostModel | null = null) {
    this.#wall = wall;
    this.#edited = edited;
    // What was begun before the post was changed elsewhere is old.
    this.#place = edited ? `edit ${edited.ID} ${edited.EditTimestamp}` : `wall ${wall}`;
    const { text, isSpoiler, language, attached } = draftAt<Stored>(this.#place) ?? storedOf(edited);
    this.#text = text;
    this.#isSpoiler = isSpoiler;
    this.#language = language;
    this.tray = new AttachmentTray('public', attached, () => this.#keep());
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#keep();
  }

  get isSpoiler(): boolean {
    return this.#isSpoiler;
  }
  set isSpoiler(isSpoiler: boolean) {
    this.#isSpoiler = isSpoiler;
    this.#keep();
  }

  /** 0 none, else its number in the public interface. */
  get language(): number {
    return this.#language;
  }
  set language(language: number) {
    this.#language = language;
    this.#keep();
  }

  /** An own post that is there already is changed. */
  get isEdit(): boolean {
    return this.#edited !== null;
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '' && this.tray.isEmpty;
  }

  /** How many characters it may still have; less than none is too many. */
  get left(): number {
    return LIMITS.post - codePoints(this.#text);
  }

  /** There is something to send, and nothing in the way of it. */
  get canSend(): boolean {
    const hasSomething = !this.isEmpty || this.#edited?.Repost;
    return Boolean(hasSomething) && this.left >= 0 && !this.tray.hasFailed && !this.writing.busy;
  }

  /** It was asked to go before all that hangs on it was there. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** It waits for what hangs on it. */
  get isWaiting(): boolean {
    return this.#isWanted && this.tray.isBusy && !this.tray.hasFailed;
  }

  /** Sends it, at once or as soon as all that hangs on it is there; gives the post once it stands. */
  async send(): Promise<PostModel | null> {
    this.#isWanted = this.canSend && this.tray.isBusy;
    if (!this.canSend || this.#isWanted) return null;
    const { attached } = this.tray;
    const content = this.#text.trim();
    const input = {
      content,
      // A change says also what is left of them.
      photos_list: [],
      attachments: [],
      ...inputOf(attached),
      language: this.#language,
      nsfw: this.#isSpoiler,
    };
    let post: PostModel | null = null;
    await this.writing.run(async () => {
      post = this.#edited
        ? await this.#once.call('posts.edit', { post_id: this.#edited.ID, ...input })
        : await this.#once.call('posts.create', { user: this.#wall, ...input });
    });
    if (post) this.#leave(content, attached);
    return post;
  }

  /** Gives it up. */
  drop(): void {
    const { text, isSpoiler, language } = storedOf(null);
    this.#isWanted = false;
    this.tray.clear();
    this.#text = text;
    this.#isSpoiler = isSpoiler;
    this.#language = language;
    keepDraft(this.#place, undefined);
  }

  /** Keeps what was begun while the rest was sent; of a change there is nothing to go on with. */
  #leave(content: string, attached: readonly Attached[]): void {
    this.tray.release(attached);
    if (this.#text.trim() === content) this.#text = '';
    if (this.isEmpty || this.isEdit) this.drop();
    else this.#keep();
  }

  #keep(): void {
    this.writing.clear();
    const stored: Stored = {
      text: this.#text,
      isSpoiler: this.#isSpoiler,
      language: this.#language,
      attached: this.tray.attached,
    };
    keepDraft(this.#place, this.isEmpty && !this.#edited ? undefined : stored);
  }
}

function storedOf(post: PostModel | null): Stored {
  if (!post) return { text: '', isSpoiler: false, language: 0, attached: [] };
  return { text: post.Content, isSpoiler: post.Nsfw, language: post.Language, attached: attachedOf(post) };
}
