/** A part of a picture that is shown through a window of a fixed shape: it is drawn about and brought nearer. */
export class Crop {
  /** Of the picture, in its own pixels. */
  readonly #size: { width: number; height: number };
  /** Of the window, in CSS pixels. */
  readonly #frame: { width: number; height: number };
  #zoom = $state(1);
  /** Where the middle of the picture is, from the middle of the window. */
  #x = $state(0);
  #y = $state(0);

  constructor(size: { width: number; height: number }, frame: { width: number; height: number }) {
    this.#size = size;
    this.#frame = frame;
  }

  /** How near it is: 1 shows as much as there is room for. */
  get zoom(): number {
    return this.#zoom;
  }
  set zoom(zoom: number) {
    const next = Math.min(MOST_ZOOM, Math.max(1, zoom));
    // What is in the middle of the window stays there.
    this.#x *= next / this.#zoom;
    this.#y *= next / this.#zoom;
    this.#zoom = next;
    this.move(0, 0);
  }

  /** Draws it about by so many CSS pixels, as far as the window stays full. */
  move(x: number, y: number): void {
    const { width, height } = this.#size;
    const room = {
      x: (width * this.scale - this.#frame.width) / 2,
      y: (height * this.scale - this.#frame.height) / 2,
    };
    this.#x = Math.min(room.x, Math.max(-room.x, this.#x + x));
    this.#y = Math.min(room.y, Math.max(-room.y, this.#y + y));
  }

  /** CSS pixels for one of its own. */
  get scale(): number {
    const { width, height } = this.#size;
    return Math.max(this.#frame.width / width, this.#frame.height / height) * this.#zoom;
  }

  /** The place of its upper left corner in the window, and its size there. */
  get shown(): { left: number; top: number; width: number; height: number } {
    const [width, height] = [this.#size.width * this.scale, this.#size.height * this.scale];
    const left = (this.#frame.width - width) / 2 + this.#x;
    return { left, top: (this.#frame.height - height) / 2 + this.#y, width, height };
  }

  /** What the window shows, as a picture of at most so many pixels in width. */
  async cut(picture: CanvasImageSource, most: number): Promise<Blob> {
    const { left, top } = this.shown;
    const source = {
      x: -left / this.scale,
      y: -top / this.scale,
      width: this.#frame.width / this.scale,
      height: this.#frame.height / this.scale,
    };
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(Math.min(most, source.width)));
    canvas.height = Math.max(1, Math.round((canvas.width * source.height) / source.width));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no canvas');
    context.imageSmoothingQuality = 'high';
    const { x, y, width, height } = source;
    context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))),
        'image/webp',
        QUALITY,
      ),
    );
  }
}

/** How near a picture can be brought. */
export const MOST_ZOOM = 4;
const QUALITY = 0.92;
