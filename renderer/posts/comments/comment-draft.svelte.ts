import { codePoints } from '../../../shared/characters/code-points';
import { LIMITS } from '../../../shared/limits';
import type { StoredAttachment } from '../../media/attachments/tray/stored-attachments';
import type { VoiceRecording } from '../../media/voice/recording';
import { WrittenDraft, type StoredDraft } from '../composer/written-draft.svelte';
import type { Comments } from './comments.svelte';

/** A comment that is being written. Stored on this device until it is sent. */
export class CommentDraft extends WrittenDraft<StoredDraft> {
  constructor(post: number) {
    super(`comments ${post}`, { text: '', attached: [] });
  }

  /** How many characters are left; negative if the text is too long. */
  get left(): number {
    return LIMITS.comment - codePoints(this.text);
  }

  get canSend(): boolean {
    const hasSomething = this.text.trim() !== '' || this.tray.attached.some(({ voice }) => voice);
    return hasSomething && this.left >= 0 && !this.tray.isBusy;
  }

  /** Posts the comment. Resolves to false if it can't be sent yet or the host refuses it. */
  async send(comments: Comments): Promise<boolean> {
    return this.canSend && this.#post(comments, this.text.trim(), this.tray.attached);
  }

  /** Posts a voice message once it is uploaded. What is written meanwhile stays in the draft. */
  async sendVoice(comments: Comments, recording: VoiceRecording): Promise<boolean> {
    this.tray.addVoice(recording);
    await this.tray.ready();
    const recorded = this.tray.attached.filter(({ voice }) => voice);
    return recorded.length > 0 && this.#post(comments, '', recorded);
  }

  async #post(comments: Comments, content: string, attached: readonly StoredAttachment[]): Promise<boolean> {
    const photos = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [item] : []));
    const voice = attached.find((one) => one.voice)?.item ?? 0;
    if (!(await comments.write(content, photos, voice))) return false;
    this.removeSent(content);
    this.tray.release(attached);
    return true;
  }

  protected store(): void {
    const { text, tray } = this;
    this.keep(text || !tray.isEmpty ? { text, attached: tray.attached } : undefined);
  }
}
