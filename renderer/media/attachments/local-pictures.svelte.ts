import { SvelteMap } from 'svelte/reactivity';

/** A picture file of this device, which is shown before it is uploaded. */
export class LocalPicture {
  /** An object URL. */
  readonly url: string;
  #ratio = $state(0);

  constructor(file: Blob) {
    this.url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => (this.#ratio = image.naturalWidth / image.naturalHeight);
    image.src = this.url;
  }

  /** Width / height; 0 until it is measured, and if the browser can't read the picture. */
  get ratio(): number {
    return this.#ratio;
  }

  release(): void {
    URL.revokeObjectURL(this.url);
  }
}

/** The local pictures of uploaded photos by the ID of the photo, so that nobody downloads what they have just sent. */
class LocalPictures {
  readonly #byId = new SvelteMap<number, LocalPicture>();

  keep(id: number, picture: LocalPicture): void {
    // A draft that is opened again shows the picture of its upload anew.
    const earlier = this.#byId.get(id);
    if (earlier !== picture) earlier?.release();
    this.#byId.set(id, picture);
    const [oldest] = this.#byId.entries();
    if (this.#byId.size <= MAX_PICTURES || !oldest) return;
    this.#byId.delete(oldest[0]);
    oldest[1].release();
  }

  /** Returns the address of a photo that was uploaded from this page. Reactive. */
  urlOf(id: number): string | undefined {
    return this.#byId.get(id)?.url;
  }
}

/** The browser holds the files of these in memory or on the disk. */
const MAX_PICTURES = 60;

export const localPictures = new LocalPictures();
