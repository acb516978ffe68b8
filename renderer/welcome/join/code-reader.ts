import type { Reading } from './code-worker';

/** Reads QR codes in a worker, to keep the main thread free. */
export class CodeReader {
  readonly #worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  readonly #failure = Promise.withResolvers<never>();
  #isBroken = false;

  constructor() {
    this.#worker.onerror = () => {
      this.#isBroken = true;
      this.#failure.reject(new Error('Nothing reads codes here.'));
    };
    // Avoids an unhandled rejection when no read is pending.
    this.#failure.promise.catch(() => undefined);
  }

  /** Whether the worker could not start or has failed. Every read then rejects. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Reads the current frame of a video. */
  async readFrame(video: HTMLVideoElement): Promise<Reading> {
    const { videoWidth: width, videoHeight: height } = video;
    const scale = Math.min(1, FRAME_SIDE / Math.max(width, height));
    const frame = await createImageBitmap(video, {
      resizeWidth: Math.round(width * scale),
      resizeHeight: Math.round(height * scale),
    });
    return this.#ask(frame, frame);
  }

  /** Reads a picture file. */
  readPicture(file: Blob): Promise<Reading> {
    return this.#ask(file);
  }

  /** Terminates the worker. Pending reads never settle. */
  close(): void {
    this.#worker.terminate();
  }

  #ask(picture: ImageBitmap | Blob, ...given: Transferable[]): Promise<Reading> {
    const { port1: here, port2: there } = new MessageChannel();
    const answer = new Promise<Reading>((resolve) => {
      here.onmessage = ({ data }: MessageEvent<Reading>) => {
        here.close();
        resolve(data);
      };
    });
    this.#worker.postMessage(picture, [there, ...given]);
    return Promise.race([answer, this.#failure.promise]);
  }
}

/** The longer side of a frame, in pixels. A code that fills a third of it has five pixels per module. */
const FRAME_SIDE = 800;
