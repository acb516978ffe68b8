import { Attempt, uploadResult, uploads } from '../../api';

/** The kind of picture. Each has its own labels and aspect ratio. */
export type PictureKind = 'avatar' | 'banner' | 'dialog' | 'community';

/** A picture of a person, a chat or the community that can be changed. */
export class ChangeablePicture {
  readonly kind: PictureKind;
  readonly writing = new Attempt();
  readonly #save: (photo: number) => Promise<unknown>;

  /** `keep` sets the picture to the photo with this ID, 0 for none. It rejects with AppError. */
  constructor(kind: PictureKind, keep: (photo: number) => Promise<unknown>) {
    this.kind = kind;
    this.#save = keep;
  }

  /** Uploads a picture and sets it. The photo is private, so its visibility depends only on where it is used. */
  send(bytes: Blob): Promise<boolean> {
    return this.writing.run(async () => {
      const file = new File([bytes], `${this.kind}.webp`, { type: bytes.type });
      const upload = uploads.add(
        file,
        { call: 'photos.upload', input: { mode: 'private' } },
        { isShown: false },
      );
      const { ID } = await uploadResult(upload);
      await this.#save(ID);
    });
  }

  /** Removes the picture. */
  remove(): Promise<boolean> {
    return this.writing.run(() => this.#save(0));
  }
}
