import type { Reading } from './code-worker';

/** Reads QR codes off the main thread, so that nothing waits for it. */
export class CodeReader {
  readonly #worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  readonly #failure = Promise.withResolvers<never>();
  #isBroken = false;

  constructor() {
    this.#worker.onerror = () => {
      this.#isBroken = true;
      this.#failure.reject(new Error('Nothing reads codes here.'));
    };
    // Who asks nothing need not hear of it.
    this.#failure.promise.catch(() => undefined);
  }

  /** It could not be started, or has failed: whatever is asked rejects. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Reads what a video shows now. */
  async readFrame(video: HTMLVideoElement): Promise<Reading> {
    const { videoWidth: width, videoHeight: height } = video;
    const scale = Math.min(1, SEEN / Math.max(width, height));
    const frame = await createImageBitmap(video, {
      resizeWidth: Math.round(width * scale),
      resizeHeight: Math.round(height * scale),
    });
    return this.#ask(frame, frame);
  }

  /** Reads a picture's file. */
  readPicture(file: Blob): Promise<Reading> {
    return this.#ask(file);
  }

  /** Ends it; what is being read is not answered any more. */
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

/** The longer side of a frame, in pixels: a code that fills a third of it has five for each of its squares. */
const SEEN = 800;
