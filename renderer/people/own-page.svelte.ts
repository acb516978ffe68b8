import type { ProfileChanges } from '../../shared/contract/account';
import type { AppError } from '../../shared/errors';
import { Attempt, call, own, uploads } from '../api';

/** The own page: being edited in place, or looked at as strangers see it. */
export class OwnPage {
  #isEditing = $state(false);
  #asStranger = $state(false);
  /** Of a picture. */
  readonly writing = new Attempt();
  #saved: Promise<unknown> = Promise.resolve();

  get isEditing(): boolean {
    return this.#isEditing;
  }

  /** It is shown as a stranger sees it. */
  get asStranger(): boolean {
    return this.#asStranger;
  }

  edit(isEditing: boolean): void {
    this.#isEditing = isEditing;
  }

  look(asStranger: boolean): void {
    this.#asStranger = asStranger;
    this.#isEditing = false;
  }

  /** Keeps changes of the profile, after those that are on their way; null where they were kept, or why they were not. */
  save(changes: ProfileChanges): Promise<AppError | null> {
    const saved = this.#saved.then(async () => {
      const writing = new Attempt();
      await writing.run(async () => {
        await call('account.updateProfile', changes);
        await own.load();
      });
      return writing.error;
    });
    this.#saved = saved;
    return saved;
  }

  /** Sends a picture and makes it the avatar or the banner; private, so that only the setting says who sees it. */
  savePicture(picture: 'avatar' | 'banner', bytes: Blob): Promise<boolean> {
    return this.writing.run(async () => {
      const file = new File([bytes], `${picture}.webp`, { type: bytes.type });
      const upload = uploads.add(
        file,
        { call: 'photos.upload', input: { mode: 'private' } },
        { isShown: false },
      );
      const photo = await upload.finished;
      await call('account.updateProfile', { [picture]: photo.ID });
      await own.load();
    });
  }
}
