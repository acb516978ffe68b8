import { Attempt, uploads } from '../../api';

/** Of whom or what it is: each has words and a shape of its own. */
export type PictureKind = 'avatar' | 'banner' | 'dialog' | 'community';

/** A picture that stands for a person, a dialog or the community, and may be changed here. */
export class ChangeablePicture {
  readonly kind: PictureKind;
  readonly writing = new Attempt();
  readonly #keep: (photo: number) => Promise<unknown>;

  /** `keep` puts the photo of this number in place, 0 for none; rejects with AppError. */
  constructor(kind: PictureKind, keep: (photo: number) => Promise<unknown>) {
    this.kind = kind;
    this.#keep = keep;
  }

  /** Sends a picture and puts it in place; the photo is private, so that only its place says who sees it. */
  send(bytes: Blob): Promise<boolean> {
    return this.writing.run(async () => {
      const file = new File([bytes], `${this.kind}.webp`, { type: bytes.type });
      const upload = uploads.add(
        file,
        { call: 'photos.upload', input: { mode: 'private' } },
        { isShown: false },
      );
      const { ID } = await upload.finished;
      await this.#keep(ID);
    });
  }

  /** Leaves none in place. */
  remove(): Promise<boolean> {
    return this.writing.run(() => this.#keep(0));
  }
}
