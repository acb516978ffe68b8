import { codePoints } from '../../../shared/characters/code-points';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { addressFrom } from '../../media/text/composer/formatting';
import type { OwnPage } from './own-page.svelte';

/** The texts of the person's own profile that are edited in place. */
export type ProfileTextName =
  | 'status'
  | 'about'
  | 'worksAt'
  | 'cityNative'
  | 'regionNative'
  | 'website'
  | 'birthday'
  | 'name'
  | 'surname';

/** One edited text of the person's own profile. Until it is edited, it follows changes from other devices. */
export class ProfileText {
  readonly #page: Pick<OwnPage, 'save'>;
  readonly #name: ProfileTextName;
  readonly #max: number;
  #text = $state('');
  #error = $state<string>();
  #isSaved = $state(false);
  /** The text that editing began with. */
  #base: string;
  /** The newest stored text. */
  #stored: string;
  #saving: Promise<boolean> | undefined;

  /** `stored`: the text of the profile, of at most `max` characters. */
  constructor(page: Pick<OwnPage, 'save'>, name: ProfileTextName, stored: string, max: number) {
    this.#page = page;
    this.#name = name;
    this.#max = max;
    this.#text = this.#base = this.#stored = stored;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#isSaved = false;
  }

  /** Why the text could not be saved, if so. */
  get error(): string | undefined {
    return this.#error;
  }

  /** Whether the text was just saved. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Notes the text of the profile, and shows it unless the text is being edited. */
  follow(stored: string): void {
    this.#stored = stored;
    if (!this.#isEdited) this.restore();
  }

  /** Shows the stored text again. */
  restore(): void {
    this.#error = undefined;
    if (this.#text !== this.#stored) this.text = this.#stored;
    this.#base = this.#stored;
  }

  /** Saves the text if it was edited. Resolves to false if that failed. */
  save(): Promise<boolean> {
    return (this.#saving ??= this.#save().finally(() => (this.#saving = undefined)));
  }

  /** Waits for the save in progress, if any. */
  async finished(): Promise<void> {
    await this.#saving;
  }

  async #save(): Promise<boolean> {
    const changed = this.#prepared;
    if (!this.#isEdited || changed === this.#stored) {
      this.restore();
      return true;
    }
    this.#error = this.#faultOf(changed);
    if (this.#error !== undefined) return false;
    const failed = await this.#page.save({ [this.#name]: changed });
    this.#isSaved = !failed;
    this.#error = failed ? errorText(failed) : undefined;
    if (!failed) this.#base = this.#stored = changed;
    return this.#isSaved;
  }

  get #isEdited(): boolean {
    return this.#text !== this.#base && this.#prepared !== this.#base;
  }

  /** The text as it is stored: a website with the scheme that addresses such as "example.org" lack. */
  get #prepared(): string {
    const text = this.#text.trim();
    return (this.#name === 'website' && addressFrom(text)) || text;
  }

  #faultOf(text: string): string | undefined {
    const t = m().common.failed;
    if (codePoints(text) > this.#max) return t.tooLong(this.#max);
    if (this.#name === 'name' && !text) return t.required;
    const isNoAddress = this.#name === 'website' && text && !addressFrom(text);
    return isNoAddress ? m().media.formatting.linkWrong : undefined;
  }
}
