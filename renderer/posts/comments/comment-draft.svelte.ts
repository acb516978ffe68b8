import { codePoints } from '../../../shared/characters/code-points';
import { LIMITS } from '../../../shared/limits';
import { AttachmentTray, type Attached } from '../../media/attachments/attaching.svelte';
import type { VoiceRecording } from '../../media/voice/recording';
import { draftAt, storeDraft } from '../composer/drafts';
import type { Comments } from './comments.svelte';

/** A draft as stored on this device. */
interface Stored {
  text: string;
  attached: readonly Attached[];
}

/** A comment that is being written. Stored on this device until it is sent. */
export class CommentDraft {
  readonly tray: AttachmentTray;
  readonly #place: string;
  #text = $state('');

  constructor(post: number) {
    this.#place = `comments ${post}`;
    const { text, attached } = draftAt<Stored>(this.#place) ?? { text: '', attached: [] };
    this.#text = text;
    this.tray = new AttachmentTray('public', this.#place, attached, () => this.#store());
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#store();
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '' && this.tray.isEmpty;
  }

  /** How many characters are left; negative if the text is too long. */
  get left(): number {
    return LIMITS.comment - codePoints(this.#text);
  }

  get canSend(): boolean {
    const hasSomething = this.#text.trim() !== '' || this.tray.attached.some(({ voice }) => voice);
    return hasSomething && this.left >= 0 && !this.tray.isBusy;
  }

  /** Posts the comment. Resolves to false if it can't be sent yet or the host refuses it. */
  async send(comments: Comments): Promise<boolean> {
    return this.canSend && this.#post(comments, this.#text.trim(), this.tray.attached);
  }

  /** Posts a voice message once it is uploaded. What is written meanwhile stays in the draft. */
  async sendVoice(comments: Comments, recording: VoiceRecording): Promise<boolean> {
    this.tray.addVoice(recording);
    await this.tray.ready();
    const recorded = this.tray.attached.filter(({ voice }) => voice);
    return recorded.length > 0 && this.#post(comments, '', recorded);
  }

  async #post(comments: Comments, content: string, attached: readonly Attached[]): Promise<boolean> {
    const photos = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [item] : []));
    const voice = attached.find((one) => one.voice)?.item ?? 0;
    if (!(await comments.write(content, photos, voice))) return false;
    if (this.#text.trim() === content) this.#text = '';
    this.tray.release(attached);
    return true;
  }

  #store(): void {
    const stored: Stored = { text: this.#text, attached: this.tray.attached };
    storeDraft(this.#place, this.#text || !this.tray.isEmpty ? stored : undefined);
  }
}
