import { LIMITS } from '../../../shared/limits';
import { IdempotentCalls } from '../../api';
import type { Conversation } from '../conversation/conversation.svelte';

/** An option of a new poll. It keeps its number while others are added and removed. */
export interface PollOption {
  readonly id: string;
  text: string;
}

/** The fields of a new poll. */
export class PollDraft {
  question = $state('');
  isAnonymous = $state(true);
  isMultiple = $state(false);
  isQuiz = $state(false);
  explanation = $state('');
  /** Seconds until the poll closes; '0' for never. */
  closesIn = $state('0');
  #added = 0;
  #options = $state<PollOption[]>(Array.from({ length: LIMITS.pollOptionsMin }, () => this.#newOption()));
  /**
   * The ID of the correct option of a quiz, which may have been removed or emptied since it was chosen; '' until one is
   * chosen.
   */
  right = $state('');
  readonly #once = new IdempotentCalls();

  /** The options in order; those without text are not sent. */
  get options(): readonly PollOption[] {
    return this.#options;
  }

  /** The options that are sent. */
  get answers(): readonly PollOption[] {
    return this.#options.map(({ id, text }) => ({ id, text: text.trim() })).filter(({ text }) => text !== '');
  }

  /** Whether an earlier option has the same text. */
  isRepeated({ id, text }: PollOption): boolean {
    const first = this.answers.find((one) => one.text === text.trim());
    return first !== undefined && first.id !== id;
  }

  /** Whether the poll can be sent: its options differ, and a quiz has a correct answer. */
  get isComplete(): boolean {
    if (!this.question.trim() || this.answers.length < LIMITS.pollOptionsMin) return false;
    if (this.answers.some((one) => this.isRepeated(one))) return false;
    return !this.isQuiz || this.#correct >= 0;
  }

  addOption(): void {
    this.#options.push(this.#newOption());
  }

  removeOption({ id }: PollOption): void {
    this.#options = this.#options.filter((one) => one.id !== id);
  }

  /** Sends the poll to a dialog or thread. Throws AppError. */
  async send(target: Conversation['target'], now: number): Promise<void> {
    const delay = Number(this.closesIn);
    await this.#once.call('dialogs.send', {
      ...target,
      text: this.question.trim(),
      poll: {
        options: this.answers.map(({ text }) => text),
        anonymous: this.isAnonymous,
        multiple: this.isMultiple && !this.isQuiz,
        closes: delay ? Math.floor(now) + delay : 0,
        ...(this.isQuiz && { correct: this.#correct, explanation: this.explanation.trim() }),
      },
    });
  }

  get #correct(): number {
    return this.answers.findIndex(({ id }) => id === this.right);
  }

  #newOption(): PollOption {
    return { id: String(this.#added++), text: '' };
  }
}
