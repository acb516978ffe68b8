import type { Frame } from '../../shared/events';
import type { Transport } from '../../shared/client/transport';

type Connect = Pick<Transport, 'connect'>;

/**
 * Returns a transport that passes a burst of events on once per drawn frame. Drawn one by one they would take longer
 * than they take to arrive, and the pages would fall behind. What is no burst is passed on at once.
 */
export function pacedEvents(transport: Connect): Connect {
  return {
    connect: (token, cursor, listener) => {
      const pace = new Pace((frame) => listener.onFrame(frame));
      const socket = transport.connect(token, cursor, {
        onFrame: (frame) => pace.push(frame),
        onClose: (code) => {
          pace.flush();
          listener.onClose(code);
        },
      });
      return {
        send: (command) => socket.send(command),
        close: () => {
          // What has not been passed on is replayed to the next socket.
          pace.clear();
          socket.close();
        },
      };
    },
  };
}

class Pace {
  readonly #deliver: (frame: Frame) => void;
  #waiting: Frame[] = [];
  /** How many were passed on at once since a frame was drawn. */
  #atOnce = 0;
  #timer = 0;
  readonly #drawn = () => {
    // A burst lasts until nothing arrives between two frames.
    this.#atOnce = this.#waiting.length ? MAX_AT_ONCE : 0;
    this.flush();
  };

  constructor(pass: (frame: Frame) => void) {
    this.#deliver = pass;
  }

  push(frame: Frame): void {
    this.#waiting.push(frame);
    if (!this.#timer || this.#atOnce < MAX_AT_ONCE) {
      this.#atOnce++;
      this.flush();
    }
  }

  flush(): void {
    this.#stopTimer();
    // Hidden windows draw no frames, so nothing waits there.
    if (this.#waiting.length && !document.hidden) this.#startTimer();
    for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift()) {
      try {
        this.#deliver(frame);
      } catch (error) {
        // The others are passed on, as if each had arrived by itself.
        reportError(error);
      }
    }
  }

  clear(): void {
    this.#stopTimer();
    this.#waiting = [];
  }

  #startTimer(): void {
    this.#timer = requestAnimationFrame(this.#drawn);
    document.addEventListener('visibilitychange', this.#drawn);
  }

  #stopTimer(): void {
    cancelAnimationFrame(this.#timer);
    document.removeEventListener('visibilitychange', this.#drawn);
    this.#timer = 0;
  }
}

/** More events than this before the next frame is drawn are a burst. */
const MAX_AT_ONCE = 16;
