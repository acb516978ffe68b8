/** Crops a picture through a frame of a fixed shape, with panning and zooming. */
export class Crop {
  /** The size of the picture, in its own pixels. */
  readonly #size: { width: number; height: number };
  /** The size of the frame, in CSS pixels. */
  readonly #frame: { width: number; height: number };
  #zoom = $state(1);
  /** The offset of the picture's center from the frame's center. */
  #x = $state(0);
  #y = $state(0);

  constructor(size: { width: number; height: number }, frame: { width: number; height: number }) {
    this.#size = size;
    this.#frame = frame;
  }

  /** The zoom factor; 1 fits the picture to the frame. */
  get zoom(): number {
    return this.#zoom;
  }
  set zoom(zoom: number) {
    const next = Math.min(MAX_ZOOM, Math.max(1, zoom));
    // Keeps the point at the center of the frame fixed.
    this.#x *= next / this.#zoom;
    this.#y *= next / this.#zoom;
    this.#zoom = next;
    this.move(0, 0);
  }

  /** Moves the picture by CSS pixels, without leaving any part of the frame empty. */
  move(x: number, y: number): void {
    const { width, height } = this.#size;
    const room = {
      x: (width * this.scale - this.#frame.width) / 2,
      y: (height * this.scale - this.#frame.height) / 2,
    };
    this.#x = Math.min(room.x, Math.max(-room.x, this.#x + x));
    this.#y = Math.min(room.y, Math.max(-room.y, this.#y + y));
  }

  /** CSS pixels per picture pixel. */
  get scale(): number {
    const { width, height } = this.#size;
    return Math.max(this.#frame.width / width, this.#frame.height / height) * this.#zoom;
  }

  /** The position of the picture's top left corner relative to the frame, and its displayed size. */
  get shown(): { left: number; top: number; width: number; height: number } {
    const [width, height] = [this.#size.width * this.scale, this.#size.height * this.scale];
    const left = (this.#frame.width - width) / 2 + this.#x;
    return { left, top: (this.#frame.height - height) / 2 + this.#y, width, height };
  }

  /**
   * Returns the part inside the frame as a WebP image at most `maxWidth` pixels wide. Throws if the browser can't draw
   * it.
   */
  async cut(picture: CanvasImageSource, maxWidth: number): Promise<Blob> {
    const { left, top } = this.shown;
    const source = {
      x: -left / this.scale,
      y: -top / this.scale,
      width: this.#frame.width / this.scale,
      height: this.#frame.height / this.scale,
    };
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(Math.min(maxWidth, source.width)));
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

/** The maximum zoom factor. */
export const MAX_ZOOM = 4;
const QUALITY = 0.92;
