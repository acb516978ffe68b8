import type { BridgeFrame, Envelope } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import type { Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Service } from '../../../electron/service';
import type { ConnectionHandle } from '../../../electron/service/session';

/**
 * Connects the pages to a real service over a network whose delays the test controls: each request, answer and event
 * waits until `deliver` delivers it. Events stay in order, as in a socket; requests and answers can overtake each other
 * and the events.
 */
export class ScheduledHost {
  readonly #service: Service;
  readonly #waiting = new Set<() => unknown>();
  readonly #frames: BridgeFrame[] = [];
  readonly #listeners = new Set<(frame: BridgeFrame) => void>();
  #connection: Promise<ConnectionHandle> | null = null;

  constructor(service: Service) {
    this.#service = service;
  }

  /** The number of deliveries that are waiting. */
  get size(): number {
    return this.#waiting.size + Number(this.#frames.length > 0);
  }

  /** Delivers one item: a request to the service, an answer to the pages, or the next event. */
  deliver(index: number): void {
    const next = [...this.#waiting][index];
    if (next) {
      this.#waiting.delete(next);
      next();
      return;
    }
    const frame = this.#frames.shift();
    if (frame) for (const listener of [...this.#listeners]) listener(frame);
  }

  /** Waits until nothing more happens without another delivery. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) {
      await new Promise(setImmediate);
      await this.#service.settled();
    }
  }

  readonly bridge: Pick<Bridge, 'call' | 'on' | 'connect' | 'command' | 'disconnect'> = {
    call: async (name, input, options) => {
      await this.#turn();
      const answer = await this.#answer(name as Name, input, options);
      await this.#turn();
      return answer;
    },
    on: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    connect: async ({ token, since, log }) => {
      await this.#turn();
      this.#close();
      const frames = this.#frames;
      frames.length = 0;
      let isOpen = true;
      const connection = this.#service.connect(
        { token, address: '', userAgent: 'test' },
        {
          ...(since !== undefined && { since }),
          ...(log !== undefined && { log }),
          send: (frame) =>
            isOpen && this.#connection === connection && frames.push(JSON.parse(frame) as BridgeFrame),
          close: () => (isOpen = false),
        },
      );
      this.#connection = connection;
      await connection;
    },
    command: (command) => {
      const connection = this.#connection;
      void this.#turn().then(async () => (await connection)?.command(command));
    },
    disconnect: () => this.#close(),
  };

  #close(): void {
    void this.#connection?.then((connection) => connection.close());
    this.#connection = null;
    this.#frames.length = 0;
  }

  async #answer(
    name: Name,
    input: unknown,
    { token, key }: Parameters<Bridge['call']>[2] = {},
  ): Promise<Envelope> {
    try {
      const session = { token: token ?? null, address: '', userAgent: 'test' };
      const { value, seq } = await this.#service.answer(session, name, input, key);
      return { ok: true, value, ...(seq !== undefined && { seq }) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, error: error.toBody() };
    }
  }

  /** Waits until the test chooses this delivery. */
  #turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}
