import type { ProfileChanges } from '../../../shared/contract/account';
import type { AppError } from '../../../shared/errors';
import { Attempt, call, me } from '../../api';
import { ChangeablePicture } from '../../media/pictures/changeable-picture.svelte';

/** The state of your own page: edited in place, or viewed as a stranger sees it. */
export class OwnPage {
  #isEditing = $state(false);
  #asStranger = $state(false);
  readonly avatar = new ChangeablePicture('avatar', (avatar) => this.#put({ avatar }));
  readonly banner = new ChangeablePicture('banner', (banner) => this.#put({ banner }));
  readonly #fields = new Set<() => Promise<boolean>>();
  #saved: Promise<unknown> = Promise.resolve();

  get isEditing(): boolean {
    return this.#isEditing;
  }

  /** Whether the page is shown as a stranger sees it. */
  get asStranger(): boolean {
    return this.#asStranger;
  }

  beginEditing(): void {
    this.#isEditing = true;
  }

  /** Ends editing once all fields are saved. Resolves to false, and goes on, if one of them can't be. */
  async endEditing(): Promise<boolean> {
    const isSaved = await Promise.all([...this.#fields].map((save) => save()));
    this.#isEditing = !isSaved.every(Boolean);
    return !this.#isEditing;
  }

  /** Adds a field by the function that saves it. Returns the function that takes it away. */
  addField(save: () => Promise<boolean>): () => void {
    this.#fields.add(save);
    return () => this.#fields.delete(save);
  }

  look(asStranger: boolean): void {
    this.#asStranger = asStranger;
    this.#isEditing = false;
  }

  /** Saves profile changes, after earlier saves have finished. Resolves to null, or to the error if it failed. */
  save(changes: ProfileChanges): Promise<AppError | null> {
    const saved = this.#saved.then(async () => {
      const writing = new Attempt();
      await writing.run(async () => {
        await call('account.updateProfile', changes);
        await me.load();
      });
      return writing.error;
    });
    this.#saved = saved;
    return saved;
  }

  async #put(changes: ProfileChanges): Promise<void> {
    const failed = await this.save(changes);
    if (failed) throw failed;
  }
}
